"""Turn events into what a reader sees, in reading order: one speaker at a time, nothing twice. Knows no screen.

While she speaks, lines of others wait until she has finished, so that nobody's words stand inside hers; notices do not
wait, for one of them may say why she will never finish.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from yurios.channels.printable import one_line, printable
from yurios.host import Event

# Messages remembered as shown. History and replayed events overlap by far less.
_SEEN = 1000

# The note between a draft and a message that says something else.
INSTEAD = "in the end she said:"


@dataclass(frozen=True)
class HerLine:
    """She begins to speak. `mark` is "" for an answer, else why she speaks unasked."""

    name: str
    at: str
    mark: str = ""


@dataclass(frozen=True)
class Words:
    """More of what she says, as it comes."""

    text: str


@dataclass(frozen=True)
class Stop:
    """She has finished; `note` says so when she was cut."""

    note: str = ""


@dataclass(frozen=True)
class OwnerLine:
    """The owner's message; `channel` is "" when it was typed here."""

    text: str
    channel: str = ""
    at: str = ""


@dataclass(frozen=True)
class Note:
    """A plain line of the host. `level` is "info", "warning" or "error"."""

    text: str
    level: str = "info"


Shown = HerLine | Words | Stop | OwnerLine | Note


@dataclass
class Transcript:
    """Feed it events and what was typed here; it answers with what to show."""

    name: str
    channel: str
    stopping: bool = False
    _turn: object = None
    _open: bool = False
    _draft: str = ""
    _marked: bool = False
    _waiting: list[Event | OwnerLine] = field(default_factory=list)
    _typed: deque[tuple[str, str]] = field(default_factory=lambda: deque(maxlen=100))
    _seen: deque[str] = field(default_factory=lambda: deque(maxlen=_SEEN))

    @property
    def speaking(self) -> bool:
        """She is in the middle of a message."""
        return self._open

    @property
    def waiting(self) -> list[str]:
        """What was typed here and is not shown yet, because she speaks."""
        return [one.text for one in self._waiting if isinstance(one, OwnerLine)]

    def typed(self, message_id: str, text: str) -> list[Shown]:
        """The owner sent `text` from here; its own `message` event will not be shown again."""
        self._typed.append((message_id, text))
        return self._now_or_later(OwnerLine(printable(text)))

    def taken_back(self, message_id: str) -> None:
        """That message was not accepted: should it come later, it is news."""
        kept = [pair for pair in self._typed if pair[0] != message_id]
        self._typed.clear()
        self._typed.extend(kept)

    def feed(self, event: Event) -> list[Shown]:
        reader = _READERS.get(event.get("type", ""))
        return reader(self, event) if reader else []

    def _hello(self, event: Event) -> list[Shown]:
        self.name = display_name(event.get("resident") or self.name)
        return []

    def _notice(self, event: Event) -> list[Shown]:
        return [Note(one_line(_text(event)), event.get("level") or "info")]

    def _more(self, event: Event) -> list[Shown]:
        shown: list[Shown] = []
        if not self._open or event.get("turn") != self._turn:
            shown = [*self._close(self._cut() if self._open else ""), HerLine(self.name, _clock(event), _mark(event))]
            self._open, self._turn, self._draft, self._marked = True, event.get("turn"), "", bool(_mark(event))
        self._draft += _text(event)
        return [*shown, Words(printable(_text(event)))]

    def _cancelled(self, event: Event) -> list[Shown]:
        if not self._open or event.get("turn") != self._turn:
            return []
        return self._close(self._cut() or "taken back")

    def _cut(self) -> str:
        """The note of a message that ends because the owner asked for it."""
        stopping, self.stopping = self.stopping, False
        return "stopped" if stopping else ""

    def _message(self, event: Event) -> list[Shown]:
        if self._known(event):
            return []
        if event.get("role") == "owner":
            return [] if self._was_typed(event) else self._now_or_later(event)
        if self._open and event.get("turn") == self._turn:
            return self._finished(event)
        return self._now_or_later(event)

    def _finished(self, event: Event) -> list[Shown]:
        """The message of the open draft: nothing twice, unless she ended up saying something else."""
        drafted, final = printable(self._draft), printable(_text(event))
        self.stopping = False
        note = "" if self._marked else _mark(event)  # a draft need not know yet that nobody asked
        if final.strip() == drafted.strip():
            return self._close(note)
        if final.startswith(drafted):
            return [Words(final[len(drafted) :]), *self._close(note)]
        waiting, self._waiting = self._waiting, []
        shown = [*self._close(INSTEAD), *self._whole(event)]
        self._waiting = waiting
        return shown + self._close()

    def _now_or_later(self, one: Event | OwnerLine) -> list[Shown]:
        if self._open:
            self._waiting.append(one)
            return []
        return [one] if isinstance(one, OwnerLine) else self._whole(one)

    def _whole(self, event: Event) -> list[Shown]:
        text = printable(_text(event))
        if event.get("role") == "owner":
            here = event.get("channel") == self.channel
            return [OwnerLine(text, "" if here else one_line(str(event.get("channel") or "elsewhere")), _clock(event))]
        return [HerLine(self.name, _clock(event), _mark(event)), Words(text), Stop()]

    def _close(self, note: str = "") -> list[Shown]:
        """End the open message, if any, and let those who waited speak."""
        shown: list[Shown] = [Stop(note)] if self._open else []
        self._open, self._turn, self._draft = False, None, ""
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            shown += self._now_or_later(one)
        return shown

    def _known(self, event: Event) -> bool:
        name = str(event.get("id") or "")
        known = bool(name) and name in self._seen
        if name:
            self._seen.append(name)
        return known

    def _was_typed(self, event: Event) -> bool:
        """By its id, else by channel and text, for a host that gives messages ids of its own."""
        names = {event.get("id"), event.get("message_id")} - {None}
        for pair in self._typed:
            if pair[0] in names or (event.get("channel") == self.channel and pair[1] == event.get("text")):
                self._typed.remove(pair)
                return True
        return False


def display_name(resident: str) -> str:
    """A resident's folder name as her name: first letter large."""
    name = one_line(resident)
    return name[:1].upper() + name[1:]


def _text(event: Event) -> str:
    return str(event.get("text") or "")


def _clock(event: Event) -> str:
    """HH:MM as the event carries it: her own offset, not this machine's."""
    return one_line(str(event.get("at") or ""))[11:16]


def _mark(event: Event) -> str:
    if event.get("appointment"):
        return "as you asked"
    return "unasked" if event.get("proactive") else ""


_READERS = {
    "hello": Transcript._hello,
    "message": Transcript._message,
    "draft": Transcript._more,
    "draft_cancel": Transcript._cancelled,
    "notice": Transcript._notice,
}
