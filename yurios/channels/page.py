"""The talk as finished lines and one unfinished line: what is above the input, and what still moves just over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from yurios.channels.looks import WIDEST, Line, Marks, answer_lines, her_head, note_lines, owner_lines, stop_note
from yurios.channels.printable import printable
from yurios.channels.transcript import HerLine, Note, OwnerLine, Shown, Stop, Words
from yurios.channels.wrap import Wrap


class Page:
    """Add what the transcript shows; each `add` answers with the lines that are finished by it.

    `width` is asked anew for each piece, so a resized window counts from the next line on.
    """

    def __init__(self, width: Callable[[], int], signs: Marks) -> None:
        self._width = width
        self.signs = signs
        self._wrap: Wrap | None = None

    @property
    def tail(self) -> str:
        """Her unfinished line, "" when she does not speak."""
        return self._wrap.tail if self._wrap else ""

    def add(self, shown: Iterable[Shown]) -> list[Line]:
        return [line for one in shown for line in self._spaced(one)]

    def answer(self, text: str) -> list[Line]:
        """What a command answered."""
        return self._after_blank(answer_lines(printable(text), self._columns()))

    def plain(self, lines: Iterable[str]) -> list[Line]:
        """Lines of the host, such as the greeting."""
        return [line for text in lines for line in note_lines(Note(text), self.signs, self._columns())]

    def _columns(self) -> int:
        return min(self._width() - 1, WIDEST)  # a line as wide as the window would wrap on some terminals

    def _spaced(self, one: Shown) -> list[Line]:
        match one:
            case HerLine():
                self._wrap = Wrap(self._columns())
                return self._after_blank([her_head(one, self.signs)])
            case Words():
                return self._said(one.text)
            case Stop():
                return self._stopped(one)
            case OwnerLine():
                return self._after_blank(owner_lines(one, self.signs, self._columns()))
            case Note():
                return note_lines(one, self.signs, self._columns())

    def _said(self, text: str) -> list[Line]:
        if self._wrap is None:
            return []
        self._wrap.width = max(2, self._columns())
        return [[("", line)] for line in self._wrap.feed(text)]

    def _stopped(self, stop: Stop) -> list[Line]:
        rest = self._wrap.finish() if self._wrap else []
        self._wrap = None
        note = [stop_note(stop.note, self.signs)] if stop.note else []
        return [[("", line)] for line in rest] + note

    def _after_blank(self, lines: list[Line]) -> list[Line]:
        return [[("", "")], *lines]
