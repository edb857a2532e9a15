"""Cut a document into passages by its structure and a budget.

A passage ends where a heading begins, else at a paragraph, a sentence, a word, and only as a last resort inside one. It
is never longer than twice the budget, and the passages together hold every character that is not white space.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from yurios.knowledge.document import Document

BUDGET = 900
_PARAGRAPH = re.compile(r"\n[ \t\r]*\n\s*")
_SENTENCE = re.compile(r"(?<=[.!?…。！？])[\"'”’)\]]*\s+|(?<=[。！？])|\n")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Passage:
    """`document.text[start:end]`, with the headings above it and its page."""

    start: int
    end: int
    heading: str
    page: str


def passages(document: Document, budget: int = BUDGET) -> list[Passage]:
    """The passages of a document, in order, disjoint."""
    found = []
    for start, end in _stretches(document):
        for first, last in _packed(document.text, start, end, budget):
            first, last = _trimmed(document.text, first, last)
            if first < last:
                found.append(Passage(first, last, document.heading_at(first), document.page_at(first)))
    return found


def _stretches(document: Document) -> list[tuple[int, int]]:
    """From one heading to the next."""
    cuts = sorted({0, len(document.text), *(mark.at for mark in document.marks if mark.level)})
    return list(zip(cuts, cuts[1:]))


def _packed(text: str, start: int, end: int, budget: int) -> list[tuple[int, int]]:
    """Neighbouring pieces put together as long as they fit the budget."""
    packed: list[tuple[int, int]] = []
    for first, last in _pieces(text, start, end, budget, (_PARAGRAPH, _SENTENCE, _SPACE)):
        if packed and last - packed[-1][0] <= budget:
            packed[-1] = (packed[-1][0], last)
        else:
            packed.append((first, last))
    return packed


def _pieces(text: str, start: int, end: int, budget: int, ways: tuple[re.Pattern[str], ...]) -> list[tuple[int, int]]:
    """A stretch cut until every piece fits the budget: at the first way's places, those too long at the next way's."""
    if end - start <= budget:
        return [(start, end)]
    if not ways:
        return [(at, min(at + budget, end)) for at in range(start, end, budget)]
    cuts = [start, *(found.end() for found in ways[0].finditer(text, start, end) if start < found.end() < end), end]
    pieces: list[tuple[int, int]] = []
    for first, last in zip(cuts, cuts[1:]):
        pieces += _pieces(text, first, last, budget, ways[1:])
    return pieces


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
