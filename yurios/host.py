"""What a channel sees of the running companion. A channel posts what the owner does and reads published events, never components."""

from __future__ import annotations

from typing import Any, Protocol

# A flat event: {"seq", "at", "type", …}; docs/signals.md lists the types.
Event = dict[str, Any]


class Unreachable(Exception):
    """The host rests or cannot be reached; the message says so, since when, and what to do. What was typed was not taken."""


class NotThere(Exception):
    """What was named does not exist, or is settled; the message says so. Nothing was done."""


class EventStream(Protocol):
    """One subscriber's events, in order, beginning with the sticky ones (`hello`)."""

    def get(self, timeout: float) -> Event | None:
        """The next event, or None after `timeout` seconds without one."""

    def close(self) -> None: ...


class Host(Protocol):
    """One resident's running host, as one channel uses it. Methods may be called from any thread."""

    def say(self, text: str, *, channel: str, message_id: str) -> None:
        """Post the owner's message; returns when it is durable. Raises Unreachable when it was not taken."""

    def arrive(self, channel: str, can_hear: bool) -> None: ...

    def leave(self, channel: str) -> None: ...

    def cancel(self) -> None:
        """Stop the reply she is giving: an explicit barge-in."""

    def subscribe(self) -> EventStream: ...

    def history(self, n: int) -> list[Event]:
        """The last `n` `message` events, oldest first."""

    def inner(self) -> dict[str, Any]:
        """state, cadence_s, tokens_today, daily_tokens, goals, last_decisions, world."""

    def why(self) -> str: ...

    def forget(self, what: str) -> str: ...

    def edits(self) -> list[dict[str, Any]]:
        """Her proposed edits, oldest first: id, path, risk, reason, turns, at, diff (lines), verdict, after, stands (pending, applied, …)."""

    def decide(self, edit: str, approve: bool, text: str = "") -> str:
        """Decide on one ("latest" or its id), with `text` in the owner's own wording of the whole file. Returns what came of it, a sentence."""

    def journal(self, days: int) -> list[dict[str, Any]]:
        """The newest days of her journal, oldest first: day, text. Raises Unreachable."""

    def trace(self, n: int) -> list[dict[str, Any]]:
        """The newest decisions of her mind, oldest first, as the lines of her trace. Raises Unreachable."""

    def fire(self, trigger: str, payload: dict[str, Any], trust: str) -> None:
        """Fire a webhook of triggers.md; `trust` is how far its caller is trusted. Raises NotThere when no open line is such a hook."""

    def health(self) -> dict[str, Any]:
        """paused: what does not run; notices: sentences; checked: the last check of her history, or ""."""

    def close(self) -> None: ...
