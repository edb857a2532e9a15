"""Her character: how many of 64 lines that are not hers are told from 64 that are, by half, and what judging a line costs.

The lines lie with the tests. They were written before the rules, from the paper and her soul files, and by the same hand;
half A was looked at afterwards, half B only counted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from ecs.reading.exam import half
from ecs.selfhood.persona import Character, character, faults
from yurios.benches.row import NoWork, Row, Tell, absent, cost
from yurios.benches.stopwatch import least

LINES = Path(__file__).parents[2] / "tests" / "persona" / "lines.jsonl"
PERSONA = Path(__file__).parents[2] / "vault" / "soul" / "PERSONA.md"
GOAL = 0.90


def rows(tell: Tell) -> list[Row]:
    """F1, precision and recall of each half; the goal holds for half B. Then the cost of a line."""
    if not LINES.is_file():
        return [absent(f"F1 half {half_}", "share", "the lines are not installed; run it from the project's folder") for half_ in "AB"]
    tell("lines of hers and not of hers")
    lines, who = [json.loads(line) for line in LINES.read_text("utf-8").splitlines()], character("Yuri", PERSONA.read_text("utf-8"))
    found = [row for half_ in "AB" for row in _half(half_, [line for line in lines if half(line["id"]) == half_], who)]
    took = 1_000_000 * least(lambda: [faults(line["line"], line["heard"], who) for line in lines], 1, 5) / len(lines)
    return [*found, cost("judging a line", took, "µs", len(lines), 1000)]


def _half(name: str, lines: Sequence[dict], who: Character) -> list[Row]:
    right, told, there = counts(lines, who)
    if not (lines and there):
        raise NoWork(f"half {name} holds no line")
    f1, goal = 2 * right / (told + there), GOAL if name == "B" else None
    return [
        Row(f"F1 half {name}", round(f1, 4), "share", goal, None if goal is None else f1 >= goal),
        Row(f"precision half {name}", round(right / told, 4) if told else 0.0, "share"), Row(f"recall half {name}", round(right / there, 4), "share"),
        Row(f"lines half {name}", len(lines), "lines"),
    ]


def counts(lines: Sequence[dict], who: Character) -> tuple[int, int, int]:
    """(rightly told to be out of character, told to be, really are)."""
    told = [line for line in lines if faults(line["line"], line["heard"], who)]
    return sum(line["persona"] == "out" for line in told), len(told), sum(line["persona"] == "out" for line in lines)
