"""What a file says, as text with marks: every passage later cited is a span of exactly this text."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


class Refused(Exception):
    """The file cannot be put on the shelf. The reason is a sentence for the owner; asked again, it is the same."""


@dataclass(frozen=True)
class Mark:
    """At character `at` a heading or page begins. `level` is 1–6 for headings, 0 for pages."""

    at: int
    level: int
    label: str


@dataclass(frozen=True)
class Document:
    """`marks` ascend. `title` is the file's own, or its name."""

    title: str
    text: str
    marks: tuple[Mark, ...] = ()

    def heading_at(self, at: int) -> str:
        """The headings above a character, outermost first, joined by " › "."""
        trail: list[Mark] = []
        for mark in self.marks[: bisect_right(self.marks, at, key=lambda mark: mark.at)]:
            if mark.level:
                trail = [one for one in trail if one.level < mark.level] + [mark]
        return " › ".join(mark.label for mark in trail)

    def page_at(self, at: int) -> str:
        """The page's label, "" for a document without pages."""
        pages = [mark.label for mark in self.marks if mark.level == 0 and mark.at <= at]
        return pages[-1] if pages else ""
