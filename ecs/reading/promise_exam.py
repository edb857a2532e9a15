"""An examination of `ecs.reading.promising`: labelled lines are read, and what was found is held against the labels.

A line is plain data: {"id", "zone", "now", "before", "who", "text", "found": [{"kind", "due", "tolerance_min", "about"}]}.
A finding is right when its kind is the label's, its due is within the label's tolerance (or both have none), and every
word of `about` stands in the goal's text, as it is or by its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from ecs.clock import SECOND_US, Clock
from ecs.reading.dates import Moment
from ecs.reading.exam import half
from ecs.reading.promising import Found, promises

KINDS = ("promise", "ask", "event")
Transitions = Callable[[str, int], tuple[tuple[int, int], ...]]
Reader = Callable[[str, str, str, Moment], list[Found]]


@dataclass(slots=True)
class Tally:
    """Findings that are right, that no label has, and labels that were not found."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """1.0 where nothing was found."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """1.0 where there was nothing to find."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.right / (2 * self.right + self.wrong + self.missed) if self.right + self.wrong + self.missed else 1.0


def score(lines: Iterable[Mapping], transitions: Transitions, read: Reader = promises) -> dict[tuple[str, str], Tally]:
    """{(half, kind or "all"): tally}. `transitions(zone, around_us)` is the zone's table."""
    tallies = {(side, kind): Tally() for side in "AB" for kind in (*KINDS, "all")}
    for line in lines:
        matched, extra, missed = judge(line, transitions, read)
        side = half(line["id"])
        for kind in (*KINDS, "all"):
            tally = tallies[side, kind]
            tally.right += sum(kind in (label["kind"], "all") for label in matched)
            tally.missed += sum(kind in (label["kind"], "all") for label in missed)
            tally.wrong += sum(kind in (found.kind, "all") for found in extra)
    return tallies


def judge(line: Mapping, transitions: Transitions, read: Reader = promises) -> tuple[list[Mapping], list[Found], list[Mapping]]:
    """(labels that were found, findings without a label, labels without a finding)."""
    left, matched, missed = read(line["text"], line["who"], line["before"], moment_of(line, transitions)), [], []
    for label in line["found"]:
        found = next((one for one in left if is_right(one, label)), None)
        if found is None:
            missed.append(label)
        else:
            left = [one for one in left if one is not found]
            matched.append(label)
    return matched, left, missed


def moment_of(line: Mapping, transitions: Transitions) -> Moment:
    """When and where the line was said."""
    us = int(datetime.fromisoformat(line["now"]).timestamp()) * SECOND_US
    return Moment(us, Clock(zone=line["zone"], transitions=transitions(line["zone"], us)))


def is_right(found: Found, label: Mapping) -> bool:
    """Kind, time and words."""
    if found.kind != label["kind"] or (found.due_us is None) != (label["due"] is None):
        return False
    if label["due"] is not None and abs(found.due_us - int(datetime.fromisoformat(label["due"]).timestamp()) * SECOND_US) > (60 * label["tolerance_min"] + 59) * SECOND_US:
        return False
    text = found.text.lower()
    return all(_beginning(word) in text for word in label["about"])


def _beginning(word: str) -> str:
    return word.lower().removesuffix("s")
