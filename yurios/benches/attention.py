"""Knowing when not to speak: labelled moments judged by the policy her mind uses, beside always speaking when due and the paper's plain weights.

The moments lie with the tests; half A was tuned on, half B only counted. Imposing is suggesting or speaking.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ecs.attention.exam import LABELS, always_when_due, confusion, plain_weights, precision_recall, verdict_of
from yurios.benches.row import NoWork, Row, Tell, absent
from yurios.dials import DIALS

MOMENTS = Path(__file__).parents[2] / "tests" / "attention"
GOALS = {"precision": 0.95, "recall": 0.80}
DEFAULTS = {dial.key: dial.default for dial in DIALS.values()}
#: What decides, by its name in a row.
DECIDERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "policy": lambda moment: verdict_of(moment, DEFAULTS).outcome,
    "always when due": lambda moment: always_when_due(moment),
    "plain weights": lambda moment: plain_weights(moment, DEFAULTS),
}


def rows(tell: Tell) -> list[Row]:
    """Precision and recall of each decider on each half, with the confusion of the policy; the goal is for half B."""
    if not MOMENTS.is_dir():
        return [absent(f"{what} half {half}", "share", "the moments are not installed; run it from the project's folder", goal) for half in "AB" for what, goal in GOALS.items()]
    found = []
    for half in "AB":
        moments = read(half)
        tell(f"half {half}: {len(moments)} moments")
        for name, decide in DECIDERS.items():
            found += _rows(half, name, confusion(moments, decide), len(moments))
    return found


def read(half: str) -> list[dict]:
    """The moments of one half."""
    return [json.loads(line) for line in (MOMENTS / f"half_{half.lower()}.jsonl").read_text("utf-8").splitlines()]


def _rows(half: str, name: str, counts: Mapping[tuple[str, str], int], asked: int) -> list[Row]:
    if not asked:
        raise NoWork(f"half {half} holds no moment")
    found = []
    for what, value in zip(GOALS, precision_recall(counts), strict=True):
        goal = GOALS[what] if (half, name) == ("B", "policy") else None
        found.append(Row(f"{what} of imposing half {half} {name}", round(value, 4), "share", goal, None if goal is None else value >= goal))
    return found + (_confused(half, counts) if name == "policy" else [])


def _confused(half: str, counts: Mapping[tuple[str, str], int]) -> Sequence[Row]:
    return [Row(f"half {half} labelled {label}, came out {outcome}", counts[label, outcome], "moments") for label in LABELS for outcome in LABELS]
