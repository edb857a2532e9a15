"""Which of the messages sent from here still wait for an answer."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from yurios.host import Event

ANSWERED, CUT, FAILED = "answered", "cut", "failed"


@dataclass
class Owed:
    """Add each message sent; feed every event; truthy while an answer is owed.

    A message's turn is learnt from its own `message` event. An answer whose turn is neither known as ours nor as that of
    another channel settles whatever is owed: better to stop waiting too early than never.
    """

    channel: str
    _turns: dict[str, object] = field(default_factory=dict)
    _others: deque[object] = field(default_factory=lambda: deque(maxlen=100))

    def __bool__(self) -> bool:
        return bool(self._turns)

    def add(self, message_id: str) -> None:
        self._turns[message_id] = None

    def drop(self, message_id: str) -> None:
        self._turns.pop(message_id, None)

    def clear(self) -> None:
        self._turns.clear()

    def feed(self, event: Event) -> str:
        """ANSWERED, CUT or FAILED when this event settled a message sent from here, else ""."""
        self._learn(event)
        outcome = _outcome(event)
        return outcome if outcome and self._settle(event.get("turn")) else ""

    def _learn(self, event: Event) -> None:
        if event.get("type") != "message" or event.get("role") != "owner" or event.get("turn") is None:
            return
        ours = {event.get("message_id"), event.get("id")} & self._turns.keys()
        for name in ours:
            self._turns[name] = event["turn"]
        if not ours and event.get("channel") != self.channel:
            self._others.append(event["turn"])

    def _settle(self, turn: object) -> bool:
        owed = [name for name, of in self._turns.items() if turn is not None and of == turn]
        unknown = [name for name, of in self._turns.items() if of is None or turn is None]
        if not owed and turn not in self._others:
            owed = unknown
        for name in owed:
            self.drop(name)
        return bool(owed)


def _outcome(event: Event) -> str:
    match event.get("type"), event.get("role"), event.get("level"):
        case "message", "her", _:
            return "" if event.get("proactive") else ANSWERED
        case "draft_cancel", _, _:
            return CUT
        case "notice", _, "error":
            return FAILED
    return ""
