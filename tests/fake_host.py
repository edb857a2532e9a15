"""A host for tests of channels: it does what a script says, at once, and remembers what it was asked."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable

from yurios.host import Event, NotThere, Unreachable

AT = "2026-03-03T10:02:00+09:00"


class FakeStream:
    def __init__(self, host: "FakeHost") -> None:
        self.queue: queue.Queue[Event] = queue.Queue()
        self.host = host
        self.closed = False

    def get(self, timeout: float) -> Event | None:
        """The next event; None at once for a single thread that drains it, after `patience` for one that listens."""
        try:
            return self.queue.get(timeout=self.host.patience)
        except queue.Empty:
            self.host.quiet()
            return None

    def close(self) -> None:
        self.closed = True


class FakeHost:
    """`reply` maps the owner's text and the turn's number to the events that follow."""

    def __init__(self, reply: Callable[[str, int], Iterable[Event]] | None = None, past: Iterable[Event] = (), patience: float = 0.0) -> None:
        self.reply = reply or (lambda text, turn: spoken(turn, f"You said {text}."))
        self.past = list(past)
        self.patience = patience
        self.said: list[tuple[str, str]] = []
        self.calls: list[object] = []
        self.streams: list[FakeStream] = []
        self.resting = ""
        self.turn = 0
        self.quiet: Callable[[], None] = lambda: None  # called whenever a stream has nothing to give

    def publish(self, *events: Event) -> None:
        for event in events:
            for stream in self.streams:
                stream.queue.put({"at": AT, **event})

    def say(self, text: str, *, channel: str, message_id: str) -> None:
        if self.resting:
            raise Unreachable(self.resting)
        self.turn += 1
        self.said.append((text, channel))
        self.publish({"type": "message", "role": "owner", "id": message_id, "text": text, "channel": channel, "turn": self.turn})
        self.publish(*self.reply(text, self.turn))

    def arrive(self, channel: str, can_hear: bool) -> None:
        self.calls.append(("arrive", channel, can_hear))

    def leave(self, channel: str) -> None:
        self.calls.append(("leave", channel))

    def cancel(self) -> None:
        self.calls.append("cancel")
        self.publish({"type": "draft_cancel", "turn": self.turn})

    def subscribe(self) -> FakeStream:
        stream = FakeStream(self)
        self.streams.append(stream)
        stream.queue.put({"type": "hello", "resident": "yuri", "world": "none", "at": AT})
        return stream

    def history(self, n: int) -> list[Event]:
        return self.past[-n:]

    def inner(self) -> dict:
        return {
            "state": "IDLE",
            "cadence_s": 60,
            "tokens_today": 1430,
            "daily_tokens": 200000,
            "goals": [{"id": "g-7", "text": "Ask how the interview went", "due": "2026-03-03T18:00+09:00", "from": "promise"}, "tend the fern"],
            "last_decisions": [{"at": AT, "decided": {"intention": "rest", "ref": None}}, {"at": AT, "intention": "reach_out", "ref": "g-7", "why": "due soon"}],
            "world": {"place": "tiny", "weather": "rain"},
        }

    def why(self) -> str:
        return "She kept quiet: quiet hours."

    def edits(self) -> list[dict]:
        return []

    def decide(self, edit: str, approve: bool, text: str = "") -> str:
        return f"{edit} is decided."

    def journal(self, days: int) -> list[dict]:
        return [{"day": "2026-03-03", "text": "a day"}][-days:]

    def trace(self, n: int) -> list[dict]:
        return [{"tick": tick} for tick in range(5)][-n:]

    def fire(self, trigger: str, payload: dict, trust: str) -> None:
        if trigger != "tr-1":
            raise NotThere("There is no such hook.")
        self.calls.append(("fire", trigger, payload, trust))

    def forget(self, what: str) -> str:
        return f"Let go of {what}."

    def health(self) -> dict:
        return {"paused": ["voice"], "notices": ["The disk is nearly full."]}

    def close(self) -> None:
        self.calls.append("close")


def drafts(turn: int, *pieces: str) -> list[Event]:
    return [{"type": "draft", "turn": turn, "text": piece} for piece in pieces]


def her(turn: int, text: str, **more: object) -> Event:
    return {"type": "message", "role": "her", "id": f"m-{turn}-{len(text)}", "turn": turn, "text": text, "channel": "terminal", "proactive": False, **more}


def spoken(turn: int, text: str) -> list[Event]:
    """A reply in pieces of one word, and its message."""
    words = text.split(" ")
    return [*drafts(turn, *[word if not i else f" {word}" for i, word in enumerate(words)]), her(turn, text)]
