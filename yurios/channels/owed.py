"""Which of the messages sent from here still wait for an answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from yurios.channels.host import Event

ANSWERED, CUT, FAILED = "answered", "cut", "failed"


@dataclass
class Owed:
    """Add each message sent; feed every event; truthy while an answer is owed.

    A message's turn is learnt from its own `message` event. A host that names no turns settles everything at once.
    """

    _turns: dict[str, object] = field(default_factory=dict)

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
        return outcome if outcome and self._settle(event.get("turn"), outcome) else ""

    def _learn(self, event: Event) -> None:
        if event.get("type") == "message" and event.get("role") == "owner":
            for name in (event.get("message_id"), event.get("id")):
                if name in self._turns:
                    self._turns[name] = event.get("turn")

    def _settle(self, turn: object, outcome: str) -> bool:
        owed = [name for name, of in self._turns.items() if turn is not None and of == turn]
        # A cut or answered turn that is known not to be ours leaves ours open.
        if not owed and turn is not None and all(of is not None for of in self._turns.values()):
            return False
        before = len(self._turns)
        for name in owed or list(self._turns):
            self.drop(name)
        return len(self._turns) < before


def _outcome(event: Event) -> str:
    match event.get("type"), event.get("role"), event.get("level"):
        case "message", "her", _:
            return "" if event.get("proactive") else ANSWERED
        case "draft_cancel", _, _:
            return CUT
        case "notice", _, "error":
            return FAILED
    return ""
