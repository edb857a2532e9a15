"""Break text into lines while it is still being written: what was given out as a line never changes afterwards.

Widths are columns of a terminal: a CJK character or an emoji takes two, a combining mark none.
"""

from __future__ import annotations

from collections.abc import Iterator

from wcwidth import iter_graphemes, wcswidth

# Marks that may not begin a line: they stay with the character before them.
_CLINGING = frozenset("、。，．・：；？！）］｝」』】〉》〕〟ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々…")
_TAB = "    "


class Wrap:
    """Feed pieces, take finished lines; `tail` is the unfinished rest, which may still be a little too long."""

    def __init__(self, width: int) -> None:
        self.width = max(2, width)
        self.tail = ""

    def feed(self, piece: str) -> list[str]:
        """The lines that are finished now that `piece` came."""
        *whole, last = (self.tail + piece.replace("\t", _TAB)).split("\n")
        lines = [line for paragraph in whole for line in broken(paragraph, self.width)]
        # Only the last line of an open paragraph can still change: its last word may grow and move down.
        *stable, self.tail = broken(last, self.width, keep_end=True)
        return lines + stable

    def finish(self) -> list[str]:
        """The rest as its last lines; none when nothing is open."""
        rest, self.tail = self.tail, ""
        return broken(rest, self.width) if rest else []


def broken(paragraph: str, width: int, keep_end: bool = False) -> list[str]:
    """One paragraph as lines of at most `width` columns, at least one line; `keep_end` leaves spaces at the very end."""
    lines, line, used, gap = [], "", 0, ""
    for word in _words(paragraph):
        if word.isspace():
            gap += word
            continue
        if line and used + len(gap) + columns(word) > width:
            lines.append(line)
            line, used, gap = "", 0, ""
        *full, word = _split(word, width if line else max(2, width - len(gap)), width) if columns(word) + len(gap) > width else [word]
        for chunk in full:
            lines.append(gap + chunk)
            gap = ""
        line, used, gap = line + gap + word, used + len(gap) + columns(word), ""
    return [*lines, line + gap if keep_end else line]


def columns(text: str) -> int:
    return max(0, wcswidth(text))


def _words(paragraph: str) -> Iterator[str]:
    """Runs of spaces, wide characters one by one with what clings to them, and runs of everything else."""
    run = ""
    for grapheme in iter_graphemes(paragraph):
        if run and not _joins(run, grapheme):
            yield run
            run = ""
        run += grapheme
    if run:
        yield run


def _joins(run: str, grapheme: str) -> bool:
    if run.isspace() or grapheme == " ":
        return run.isspace() and grapheme == " "
    return grapheme in _CLINGING or (columns(grapheme) < 2 and not _ends_wide(run))


def _ends_wide(run: str) -> bool:
    last = list(iter_graphemes(run[-16:]))[-1]
    return columns(last) == 2


def _split(word: str, first: int, width: int) -> list[str]:
    """A word longer than a line, cut between graphemes."""
    chunks, chunk, used = [], "", 0
    for grapheme in iter_graphemes(word):
        size = columns(grapheme)
        if chunk and used + size > (width if chunks else first):
            chunks.append(chunk)
            chunk, used = "", 0
        chunk, used = chunk + grapheme, used + size
    return [*chunks, chunk]
