"""Telling thought from speech in a stream: `<think>…</think>` becomes reasoning, wherever the chunks are cut."""

from __future__ import annotations

from collections.abc import Iterator

TAGS = (("<think>", "</think>"), ("<thinking>", "</thinking>"))


class Splitter:
    """Feed chunks, get `(kind, text)` with kind "text" or "reasoning". A tag split over chunks is waited for.

    A thought that is never closed stays a thought: an unfinished one must not be spoken.
    """

    def __init__(self, thinking: bool = False) -> None:
        self._close = TAGS[0][1] if thinking else ""
        self._held = ""
        self._skip_space = True

    def feed(self, chunk: str) -> Iterator[tuple[str, str]]:
        self._held += chunk
        while self._held:
            marks = (self._close,) if self._close else tuple(tag for pair in TAGS for tag in pair)
            at, mark = first_mark(self._held, marks)
            if mark:
                before, self._held = self._held[:at], self._held[at + len(mark):]
                yield from self._say(before)
                self._turn(mark)
            else:
                ready = len(self._held) - half_mark(self._held, marks)
                before, self._held = self._held[:ready], self._held[ready:]
                yield from self._say(before)
                return

    def end(self) -> Iterator[tuple[str, str]]:
        """What was still waiting for the rest of a tag."""
        held, self._held = self._held, ""
        yield from self._say(held)

    def _turn(self, mark: str) -> None:
        # A closing tag without an opening one (some templates open it in the prompt) is only swallowed.
        self._close = dict(TAGS).get(mark, "")
        self._skip_space = True

    def _say(self, text: str) -> Iterator[tuple[str, str]]:
        if self._skip_space:
            text = text.lstrip()
        if text:
            self._skip_space = False
            yield ("reasoning" if self._close else "text"), text


def first_mark(text: str, marks: tuple[str, ...]) -> tuple[int, str]:
    """Place and name of the first whole mark in `text`, or (-1, "")."""
    found = [(at, mark) for mark in marks if (at := text.find(mark)) >= 0]
    return min(found, default=(-1, ""))


def half_mark(text: str, marks: tuple[str, ...]) -> int:
    """How many last characters of `text` may be the beginning of a mark."""
    return max((n for mark in marks for n in range(1, len(mark)) if text.endswith(mark[:n])), default=0)
