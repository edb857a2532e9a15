"""A line as it was said: other people's words masked, contractions opened, cut where one thought ends and the next begins.

`low` keeps the length of the text, so that a place in the one is a place in the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs.reading.ahead import Piece, pieces
from ecs.reading.dates import Moment

_QUOTES = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<![\w])‘(?:[^’]|’(?=\w))*’(?!\w)|(?<![\w.!?,])'(?!til\b|cause\b|em\b|n\b|cos\b|bout\b|round\b|tis\b|twas\b)(?=[^\s'])(?:[^']|'(?=\w))*'(?!\w)")
_END = re.compile(r"[.!?…]+(?=\s|$|[)\"'”’])|\n+|;|[!?]+(?=\w)")
_ABBREVIATED = re.compile(r"(?:\b(?:mr|mrs|ms|dr|st|vs|etc|e\.g|i\.e|a\.m|p\.m|no|[a-z]))$")
#: Where a thought may end inside a sentence.
BOUNDARY = re.compile(r",|:|\(|\)|\s[-–—]+\s|[–—]|\.\.\.|&|(?<![\w'])(?:and|but|so|then|because|cos|cuz|though|although|or)(?![\w'])")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Characters [first, last) of the line, its end mark, and the time words in it."""

    first: int
    last: int
    end: str
    low: str
    times: tuple[Piece, ...]


def masked(text: str) -> str:
    """Lower case, straight apostrophes, and blanks where another's words stand in quotation marks. Same length as the text."""
    straight = "".join(mark if len(mark.lower()) != 1 else mark.lower() for mark in text)
    blanked = _QUOTES.sub(lambda got: " " * len(got.group(0)), straight)
    return blanked.replace("’", "'").replace("‘", "'").replace("ʼ", "'")


def sentences(text: str, moment: Moment) -> list[Sentence]:
    """The sentences of a line in order, with the times of each."""
    low = masked(text)
    times = pieces(low, moment)
    found, first = [], 0
    for got in [*_END.finditer(low), None]:
        last = got.start() if got else len(low)
        if got and (_ABBREVIATED.search(low[first:last]) and got.group(0) == "." and low[got.end() :].strip() and not low[got.end() :].lstrip()[:1].isupper() and _is_short(low, first, last)):
            continue
        if re.search(r"\w", low[first:last]):
            found.append(Sentence(first, last, _mark(got), low[first:last], tuple(piece for piece in times if first <= piece.first < last)))
        first = got.end() if got else last
    return found


def _is_short(low: str, first: int, last: int) -> bool:
    """ "dr." and "p.m." end no sentence; a lone letter does when it is a word of its own."""
    word = re.search(r"(\S+)$", low[first:last])
    return word is not None and word.group(1) not in ("i", "a", "u", "no", "it")


def _mark(got: re.Match | None) -> str:
    if got is None:
        return ""
    return "?" if "?" in got.group(0) else got.group(0)[:1]


def words_without_times(low: str, first: int, last: int, times: tuple[Piece, ...]) -> list[str]:
    """The words of [first, last) that are no time words; `first` and the times count in the line, `low` is the line."""
    kept = list(low[first:last])
    for piece in times:
        for place in range(max(piece.first, first), min(piece.last, last)):
            kept[place - first] = " "
    return re.findall(r"[\w']+", "".join(kept))


_SOMEBODY_ELSE = re.compile(r"\W*(?:(?:and|but|so|because|cos|cuz|though|although|then)\s+)?(?:i'm|im|i|i've|ive|it's|its|it|he|she|they|we|he's|she's|they're|we're|my|you|you're|there's|there|that's|that|this|the)(?![\w'])")


_FILLERS = frozenset("so and then ok okay please pls hey well or also by on at just right around the but no first at-last anyway oh good alright here's it's that's settled noted thing save this give me until till let's say".split())


def is_filler(low: str, first: int, last: int, times: tuple[Piece, ...]) -> bool:
    """True when [first, last) says a time and nothing else."""
    return all(word in _FILLERS for word in words_without_times(low, first, last, times))


def thought_end(low: str, first: int, last: int) -> int:
    """Where the thought that begins at `first` gives way to another subject: "wake me tomorrow, | it's Labor Day"."""
    for got in BOUNDARY.finditer(low, first, last):
        if got.group(0) not in ("(", "so") and _SOMEBODY_ELSE.match(low, got.start()):
            return got.start()
    return last
