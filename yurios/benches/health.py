"""The relationship-health monitor: of the exchanges it marks, how many are rightly marked, by half and sign.

The exchanges lie with the tests, written before the patterns, by the same hand; half A was looked at afterwards, half B only counted.
"""

from __future__ import annotations

import json
from pathlib import Path

from ecs.reading.exam import half
from ecs.selfhood.health import ATTACHMENT, SYCOPHANCY, signs
from yurios.benches.row import NoWork, Row, Tell, absent

EXCHANGES = Path(__file__).parents[2] / "tests" / "health" / "exchanges.jsonl"


def rows(tell: Tell) -> list[Row]:
    """Precision and recall of each half and sign."""
    if not EXCHANGES.is_file():
        return [absent("precision half B", "share", "the exchanges are not installed; run it from the project's folder")]
    tell("labelled exchanges")
    found = [json.loads(line) for line in EXCHANGES.read_text("utf-8").splitlines()]
    return [row for name in "AB" for sign in (SYCOPHANCY, ATTACHMENT) for row in _rows(name, sign, [one for one in found if half(one["id"]) == name])]


def _rows(name: str, sign: str, exchanges: list[dict]) -> list[Row]:
    marked = [one for one in exchanges if sign in signs(one["owner"], one["her"])]
    there, right = sum(one["signal"] == sign for one in exchanges), sum(one["signal"] == sign for one in marked)
    if not (there and marked):
        raise NoWork(f"half {name} has no {sign}, or none was marked")
    return [Row(f"{sign} precision half {name}", round(right / len(marked), 4), "share"), Row(f"{sign} recall half {name}", round(right / there, 4), "share")]
