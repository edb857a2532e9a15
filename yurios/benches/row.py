"""A row of a bench: what was measured, against which goal, beside which peer; and the refusal to report work not done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: Where a bench says what it is at: one line, for a person who waits.
Tell = Callable[[str], None]


class NoWork(AssertionError):
    """The bench's own fault: what was timed did nothing, so the time means nothing."""


@dataclass(frozen=True)
class Row:
    """`what` is a stable name. `ok` is None where there is no goal or no value; `reason` says why there is no value.

    `ratio` is how many times better than the peer: peer/value for costs, value/peer where more is better.
    """

    what: str
    value: float | None
    unit: str
    goal: float | None = None
    ok: bool | None = None
    peer: float | None = None
    ratio: float | None = None
    reason: str = ""

    def plain(self) -> dict:
        """The row for `--json`; `reason` is there only where it says something."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return fields if self.reason else {name: value for name, value in fields.items() if name != "reason"}


def cost(what: str, value: float, unit: str, work: int, goal: float | None = None, peer: float | None = None) -> Row:
    """A row where less is better. `work` counts what was done; raises NoWork when that is nothing."""
    _check(what, value, work)
    ratio = None if peer is None else _short(peer / value)
    return Row(what, _short(value), unit, goal, None if goal is None else value <= goal, None if peer is None else _short(peer), ratio)


def rate(what: str, value: float, unit: str, work: int, goal: float | None = None, peer: float | None = None) -> Row:
    """A row where more is better; else as `cost`."""
    _check(what, value, work)
    ratio = None if peer is None else _short(value / peer)
    return Row(what, _short(value), unit, goal, None if goal is None else value >= goal, None if peer is None else _short(peer), ratio)


def absent(what: str, unit: str, reason: str, goal: float | None = None) -> Row:
    """A row for what cannot be measured here."""
    return Row(what, None, unit, goal, reason=reason)


def _check(what: str, value: float, work: int) -> None:
    if work <= 0 or not value > 0:
        raise NoWork(f"{what}: {work} done in {value}; nothing was measured")


def _short(value: float) -> float:
    """Four figures are more than any of these numbers deserves."""
    return float(f"{value:.4g}")
