"""One answer on its way back into the simulation: deltas, then exactly one `model_done`, whatever happens around it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from yurios.models.failure import Failure
from yurios.models.thinking import Splitter


class Ticket(Protocol):
    """A posted signal. `cancel()` is true when it was stopped in time, false when it had already gone out."""

    def cancel(self) -> bool: ...


class Post(Protocol):
    """Puts a signal into the inbox; safe to call from any thread."""

    def __call__(self, type: str, payload: dict[str, Any], *, to: str, after_ms: int = 0) -> Ticket: ...


class Answer:
    """Collects what a provider says about one ask and posts it; safe to call from any thread, deaf once it is done."""

    def __init__(self, ask: str, to: str, post: Post, on_done: Callable[[], None]) -> None:
        self.ask, self.to = ask, to
        self.spoke = False
        self.done = False
        self.facts: dict[str, Any] = {"tokens_in": 0, "tokens_out": 0, "cached": 0, "left_out": [], "provider": "",
                                      "fell_back_from": ""}
        self._post, self._on_done = post, on_done
        self._lock = threading.RLock()
        self._asked = time.monotonic()
        self._first_ms = 0
        self._chars = 0
        self._splitter = Splitter()

    def begin(self, provider: str, fell_back_from: str, thinking: bool = False) -> None:
        """A provider starts on it (the second one, when the first failed before its first word)."""
        with self._lock:
            self.facts |= {"provider": provider, "fell_back_from": fell_back_from, "tokens_out": 0}
            self._splitter = Splitter(thinking)

    def know(self, **facts: Any) -> None:
        """Counts and names for the final signal: tokens_in, tokens_out, cached, left_out."""
        with self._lock:
            self.facts |= facts

    def feed(self, chunk: str) -> None:
        """Raw model text, thoughts still inside it."""
        with self._lock:
            for kind, text in self._splitter.feed(chunk):
                self.say(kind, text)

    def say(self, kind: str, text: str) -> None:
        """Text already known to be "text" or "reasoning"."""
        with self._lock:
            if self.done or not text:
                return
            if not self.spoke:
                self._first_ms = max(1, round((time.monotonic() - self._asked) * 1000))
            self.spoke = True
            self._chars += len(text) if kind == "text" else 0
            self._post("model_delta", {"ask": self.ask, "kind": kind, "text": text}, to=self.to)

    def end(self, finish: str, failure: Failure | None = None) -> bool:
        """Post the one `model_done`; false when it had been posted before."""
        with self._lock:
            if self.done:
                return False
            if finish != "cancelled":
                for kind, text in self._splitter.end():
                    self.say(kind, text)
            self.done = True
            self._post("model_done", done_payload(self.ask, finish, self._chars, self._first_ms, self.facts, failure),
                       to=self.to)
        self._on_done()
        return True


def done_payload(ask: str, finish: str, chars: int, first_ms: int, facts: dict[str, Any],
                 failure: Failure | None) -> dict[str, Any]:
    """The payload of a `model_done`; `facts` are its counts and names, `first_ms` is 0 when no word came."""
    return {"ask": ask, "finish": finish, "text_chars": chars, **facts,
            "error": failure.as_payload() if failure else None, "first_token_ms": first_ms}
