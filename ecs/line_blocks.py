"""Which lines of two versions of a file belong together: what blame follows, and what undo and late approvals rely on."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

Block = tuple[int, int, int]  # (place in the first, place in the second, how many lines)


def blocks(first: Sequence[bytes], second: Sequence[bytes]) -> list[Block]:
    """Runs of equal lines, in order. What is equal at both ends costs nothing: a day file grows at its end."""
    start, most = 0, min(len(first), len(second))
    while start < most and first[start] == second[start]:
        start += 1
    end = 0
    while end < most - start and first[-1 - end] == second[-1 - end]:
        end += 1
    inner = SequenceMatcher(None, first[start : len(first) - end], second[start : len(second) - end], autojunk=False)
    found = [(0, 0, start)] if start else []
    found += [(start + at, start + there, size) for at, there, size in inner.get_matching_blocks() if size]
    return found + ([(len(first) - end, len(second) - end, end)] if end else [])


def moved(found: Sequence[Block], line: int) -> int | None:
    """Where a line of the second version stands in the first; None when it is new."""
    return next((at + line - there for at, there, size in found if there <= line < there + size), None)


class Overlaps(Exception):
    """The lines in question were changed again since. The owner's to sort out."""


def taken_back(before: bytes, after: bytes, now: bytes) -> bytes:
    """`now` without the change from `before` to `after`; raises `Overlaps` when those lines were changed since."""
    old, new, present = (text.splitlines(keepends=True) for text in (before, after, now))
    kept, here = blocks(old, new), blocks(new, present)
    out, at = [], 0
    for (old_from, old_to), (new_from, new_to) in _gaps(kept, len(old), len(new)):
        first, last = _span(here, new_from, new_to, len(new), len(present))
        out += present[at:first] + old[old_from:old_to]
        at = last
    return b"".join(out + present[at:])


def _gaps(kept: Sequence[Block], old: int, new: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """What lies between the kept runs: (lines of the first, lines of the second)."""
    found, at, there = [], 0, 0
    for block_at, block_there, size in [*kept, (old, new, 0)]:
        if block_at > at or block_there > there:
            found.append(((at, block_at), (there, block_there)))
        at, there = block_at + size, block_there + size
    return found


def _span(here: Sequence[Block], start: int, end: int, length: int, present: int) -> tuple[int, int]:
    """Where the lines start..end of the changed version stand now, whole; for none, the gap where they would stand."""
    if start < end:
        for at, there, size in here:
            if at <= start and end <= at + size:
                return there + start - at, there + end - at
        raise Overlaps
    above = 0 if start == 0 else _now(here, start - 1) + 1
    below = present if start == length else _now(here, start)
    if above != below and 0 < start < length:
        raise Overlaps
    return (above, above) if start else (below, below) if length else (0, 0)


def _now(here: Sequence[Block], line: int) -> int:
    found = next((there + line - at for at, there, size in here if at <= line < at + size), None)
    if found is None:
        raise Overlaps
    return found
