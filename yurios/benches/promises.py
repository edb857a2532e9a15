"""Promises: how many of her commitments, the owner's asks and dated events are found in labelled lines, beside a plain pattern.

The lines lie with the tests, written and labelled by others. Half A was tuned on, half B only counted. A row's peer is
the pattern "I'll …" / "remind me …" with dates as `ecs.reading.ahead` reads them: what a few lines of code would find.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from time import perf_counter

from ecs.reading.ahead import pieces, resolve
from ecs.reading.dates import Moment
from ecs.reading.promise_exam import KINDS, Tally, moment_of, score
from ecs.reading.promising import Found, promises
from yurios.benches.row import NoWork, Row, Tell, absent, cost
from yurios.machine_clock import transitions

LINES = Path(__file__).parents[2] / "tests" / "promises"
GOAL = 0.95
_PLAIN = {"her": re.compile(r"\b(?:i'll|i will)\b"), "owner": re.compile(r"\bremind me\b")}


def rows(tell: Tell) -> list[Row]:
    """Precision, recall and F1 of each half and kind, then the cost of a line."""
    lines = labelled()
    if not lines:
        return [absent(f"half {side} all F1", "share", "the labelled lines are not installed; run it from the project's folder") for side in "AB"]
    tell(f"{len(lines)} labelled lines")
    ours, plain = score(lines, transitions), score(lines, transitions, by_pattern)
    found = [row for side in "AB" for kind in (*KINDS, "all") for row in _rows(side, kind, ours[side, kind], plain[side, kind])]
    tell("the cost of a line")
    return [*found, _cost(lines)]


def labelled() -> list[dict]:
    """All labelled lines, [] where they are not installed."""
    return [json.loads(line) for path in sorted(LINES.glob("w*.jsonl")) for line in path.read_text("utf-8").splitlines()]


def by_pattern(text: str, who: str, before: str, moment: Moment) -> list[Found]:
    """The baseline: every "I'll" of hers is a promise, every "remind me" an ask, with the first time of the line."""
    if not _PLAIN[who].search(text.lower().replace("’", "'")):
        return []
    due = resolve(pieces(text.lower(), moment)[:2], moment)
    return [Found("promise" if who == "her" else "ask", due.us if due else None, 0, False, text, text)]


def _rows(side: str, kind: str, ours: Tally, plain: Tally) -> list[Row]:
    if not ours.right + ours.missed:
        raise NoWork(f"half {side} has no {kind}")
    found = []
    for what in ("precision", "recall", "f1"):
        value, peer = getattr(ours, what), getattr(plain, what)
        goal = GOAL if (side, kind, what) == ("B", "all", "f1") else None
        name = "F1" if what == "f1" else what
        found.append(Row(f"half {side} {kind} {name}", round(value, 4), "share", goal, None if goal is None else value >= goal, round(peer, 4), round(value / peer, 2) if peer else None))
    return found


def _cost(lines: list[dict]) -> Row:
    moments = [moment_of(line, transitions) for line in lines]
    began = perf_counter()
    found = sum(len(promises(line["text"], line["who"], line["before"], moment)) for line, moment in zip(lines, moments))
    return cost("one line", 1000 * (perf_counter() - began) / len(lines), "ms", found)
