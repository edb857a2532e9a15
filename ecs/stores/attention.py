"""Keeping account of attention: what the owner said of being spoken to, and what she said first and whether it was answered."""

from __future__ import annotations

from ecs.components.attention import Attention
from ecs.reading.dates import Moment
from ecs.reading.leave_be import rules

MINUTE_US, DAY_US = 60_000_000, 86_400_000_000
#: A reaction within half an hour is an answer.
ANSWER_US = 30 * MINUTE_US
#: So much of a line is kept: what it is about stands at its beginning.
LENGTH = 400
SLEPT_US = 4 * 3600 * 1_000_000
KEPT_US, KEPT = 21 * DAY_US, 200
#: Places in the rows: the time stands first in each.
_ANSWERED, _SCOPE, _UNTIL, _DAY = 5, 3, 1, 1

Rows = list[tuple[int | str | bool, ...]]


def hear(attention: Attention, text: str, channel: str, elapsed_us: int, moment: Moment) -> None:
    """The owner said something: it answers what she said last, and may ask for quiet or end it."""
    if attention.lines and elapsed_us - int(attention.lines[-1][0]) <= ANSWER_US:
        attention.lines[-1] = (*attention.lines[-1][:_ANSWERED], True)
    attention.heard = _kept(attention.heard, elapsed_us, (elapsed_us, text[:LENGTH], channel))
    attention.rules = [row for row in attention.rules if row[_SCOPE] != "sleep" and (int(row[_UNTIL]) < 0 or int(row[_UNTIL]) > elapsed_us)]
    for rule in rules(text, moment):
        if rule.kind == "lift":
            attention.rules = [row for row in attention.rules if row[_SCOPE] == "leave"]
            continue
        until_us = -1 if rule.until_us < 0 else elapsed_us + rule.until_us - moment.us
        from_us = elapsed_us + max(0, rule.from_us - moment.us)
        attention.rules.append((from_us, until_us, rule.words[:LENGTH], rule.kind if rule.kind in ("leave", "sleep") else rule.unless.strip() or "all"))


def arrive(attention: Attention, elapsed_us: int) -> None:
    """Who comes hours after saying good night has slept."""
    attention.rules = [row for row in attention.rules if row[_SCOPE] != "sleep" or elapsed_us - int(row[0]) < SLEPT_US]


def answer(attention: Attention, text: str, channel: str, elapsed_us: int) -> None:
    """She answered the owner: what she said there need not be said again."""
    attention.answers = _kept(attention.answers, elapsed_us, (elapsed_us, text[:LENGTH], channel))


def ring(attention: Attention, label: str, elapsed_us: int) -> None:
    """An appointment was announced; it counts toward nothing, and is not announced again."""
    attention.bells = _kept(attention.bells, elapsed_us, (elapsed_us, label[:LENGTH]))


def reach(attention: Attention, kind: str, text: str, ref: str, elapsed_us: int, day: str, answered: bool = False) -> None:
    """She said something first. `kind` is speak, suggest, write or murmur; `day` her date, never earlier than the last one's."""
    day = max(day, str(attention.lines[-1][_DAY])) if attention.lines else day
    attention.lines = _kept(attention.lines, elapsed_us, (elapsed_us, day, kind, text[:LENGTH], ref, answered))


def _kept(rows: Rows, elapsed_us: int, newest: tuple[int | str | bool, ...]) -> Rows:
    return [row for row in [*rows, newest][-KEPT:] if elapsed_us - int(row[0]) < KEPT_US]
