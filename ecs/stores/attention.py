"""Keeping account of attention: what the owner said of being spoken to, and what she said first and whether it was answered."""

from __future__ import annotations

from ecs.components.attention import Attention, Hush, OwnerLine, Rang, Reached
from ecs.reading.dates import Moment
from ecs.reading.leave_be import rules

MINUTE_US, DAY_US = 60_000_000, 86_400_000_000
#: A reaction within half an hour is an answer.
ANSWER_US = 30 * MINUTE_US
SLEPT_US = 4 * 3600 * 1_000_000
KEPT_US, KEPT = 21 * DAY_US, 200


def hear(attention: Attention, text: str, channel: str, elapsed_us: int, moment: Moment) -> None:
    """The owner said something: it answers what she said last, and may ask for quiet or end it."""
    if attention.reached and elapsed_us - attention.reached[-1].us <= ANSWER_US:
        attention.reached[-1].answered = True
    attention.said = [one for one in [*attention.said, OwnerLine(elapsed_us, text, channel)][-KEPT:] if elapsed_us - one.us < KEPT_US]
    attention.hushes = [hush for hush in attention.hushes if hush.scope != "sleep" and (hush.until_us < 0 or hush.until_us > elapsed_us)]
    for rule in rules(text, moment):
        if rule.kind == "lift":
            attention.hushes = [hush for hush in attention.hushes if hush.scope == "leave"]
            continue
        until_us = -1 if rule.until_us < 0 else elapsed_us + rule.until_us - moment.us
        from_us = elapsed_us + max(0, rule.from_us - moment.us)
        attention.hushes.append(Hush(from_us, until_us, rule.words, rule.kind if rule.kind in ("leave", "sleep") else rule.unless.strip() or "all"))


def reach(attention: Attention, kind: str, text: str, ref: str, elapsed_us: int, day: str, answered: bool = False) -> None:
    """She said something first. `kind` is speak, suggest, write or murmur; `day` her date, never earlier than the last one's."""
    day = max(day, attention.reached[-1].day) if attention.reached else day
    kept = [one for one in attention.reached if elapsed_us - one.us < KEPT_US][-KEPT + 1 :]
    attention.reached = [*kept, Reached(elapsed_us, day, kind, text, ref, answered)]


def arrive(attention: Attention, elapsed_us: int) -> None:
    """Who comes hours after saying good night has slept."""
    attention.hushes = [hush for hush in attention.hushes if hush.scope != "sleep" or elapsed_us - hush.from_us < SLEPT_US]


def answer(attention: Attention, text: str, channel: str, elapsed_us: int) -> None:
    """She answered the owner: what she said there need not be said again."""
    attention.replies = [one for one in [*attention.replies, OwnerLine(elapsed_us, text, channel)][-KEPT:] if elapsed_us - one.us < KEPT_US]


def ring(attention: Attention, label: str, elapsed_us: int) -> None:
    """An appointment was announced; it counts toward nothing, and is not announced again."""
    attention.rang = [one for one in [*attention.rang, Rang(elapsed_us, label)][-KEPT:] if elapsed_us - one.us < KEPT_US]
