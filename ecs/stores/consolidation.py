"""Going through a finished day: which exchanges are next, what they come to, and what a model may add. Pure planning, in slices.

Any system may take a slice at a time (`next_slice`, then `distil`); where it stopped is in the `Backlog`, so a night that ends early
goes on the next one. Never today, never what is not yet in her folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ecs.components.distilled import Backlog, Exchanged, OpenDay
from ecs.effects import Line, Section
from ecs.reading.lasting import lasting
from ecs.stores.block import one_line
from ecs.stores.distilled import stems

#: So many exchanges of one day are gone through; a longer day's rest stands in its day file and in the index like any other.
MOST_A_DAY = 1000
#: Exchanges a slice, and characters of them that are shown to a model.
SLICE, SHOWN = 12, 500
#: A model's fact stands on the owner's words when so many of its words of weight are theirs.
GROUNDED, FACT_LENGTH = 0.7, 160
MINUTE_US = 60_000_000
FIRST_WAIT_US, LONGEST_WAIT_US, TRIES = 15 * MINUTE_US, 24 * 60 * MINUTE_US, 6
_ALONE = re.compile(r"^(he|she|they|it|his|her|its)\b(?=['’]?\w* )", re.IGNORECASE)

SCHEMA = json.dumps({
    "type": "object", "required": ["facts"], "additionalProperties": False,
    "properties": {"facts": {"type": "array", "maxItems": 12, "items": {
        "type": "object", "required": ["turn", "fact"], "additionalProperties": False,
        "properties": {"turn": {"type": "string", "maxLength": 24}, "fact": {"type": "string", "maxLength": FACT_LENGTH}}}}},
}, separators=(",", ":"))
_ASKED = (
    "From the talk below, list what the OWNER said about their own life that will still be true in a year: people and pets with their names, work, health, "
    "home, habits, likes and dislikes, dates, history. Leave out moods, plans for today, jokes, questions, guesses, and everything YURI says. "
    'One short sentence each, with the turn it was said in. Answer as JSON: {"facts": [{"turn": "t-1", "fact": "…"}]}. Nothing lasting: {"facts": []}.'
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact as it came out of an exchange."""

    text: str
    turn: str
    minute: int


def open_day(backlog: Backlog, day: str) -> OpenDay:
    """The day in the backlog, begun when it is not there. A date seen again after the clock was set back is the same day."""
    found = next((one for one in backlog.days if one.day == day), None)
    if found is None:
        found = OpenDay(day)
        backlog.days = sorted([*backlog.days, found], key=lambda one: one.day)
    return found


def next_slice(backlog: Backlog, today: str, unsaved: Collection[str], most: int = SLICE) -> tuple[OpenDay, list[Exchanged]] | None:
    """The next exchanges of the oldest finished day that plain reading has not gone through; None when there are none, or they are not saved yet."""
    for day in backlog.days:
        if day.day < today and day.next < len(day.exchanges):
            slice = day.exchanges[day.next : day.next + most]
            return None if any(one.turn in unsaved for one in slice) else (day, slice)
    return None


def next_for_model(backlog: Backlog, today: str, most: int = SLICE) -> tuple[OpenDay, list[Exchanged]] | None:
    """The next exchanges to ask a model of: of days that plain reading is through with."""
    for day in backlog.days:
        if day.day < today and day.next >= len(day.exchanges) > day.asked:
            return day, day.exchanges[day.asked : day.asked + most]
    return None


def close_days(backlog: Backlog, today: str, asking: bool) -> list[str]:
    """Take days out that are done: gone through, and asked of the model where one is asked. Returns them."""
    done = [one for one in backlog.days if one.day < today and one.next >= len(one.exchanges) and (not asking or one.asked >= len(one.exchanges))]
    backlog.days = [one for one in backlog.days if one not in done]
    return [one.day for one in done]


def distil(exchanges: Sequence[Exchanged]) -> list[Candidate]:
    """What the owner said in these that lasts, in their words. Nothing she said, nothing that was recalled or read for her."""
    return [Candidate(f"owner: {_whom(sentence, one.about)}", one.turn, one.minute) for one in exchanges for sentence in lasting(one.owner)]


def _whom(sentence: str, about: Sequence[str]) -> str:
    """ "She needs a pill" alone says nothing a year later: whom it was said of stands before it, when that was one."""
    found = _ALONE.match(sentence)
    if found is None or len(about) != 1 or about[0].lower() in sentence.lower():
        return sentence
    return f"{about[0]}: {sentence}"


def question(exchanges: Sequence[Exchanged]) -> tuple[tuple[Section, ...], tuple[Line, ...]]:
    """(head, talk) of the ask for a model's reading of these."""
    shown = "\n".join(f"[{one.turn}] OWNER: {one_line(one.owner)[:SHOWN]}\n[{one.turn}] YURI: {one_line(one.her)[:SHOWN]}" for one in exchanges)
    return (Section("task", _ASKED),), (Line("user", shown),)


def answered(text: str, exchanges: Sequence[Exchanged]) -> list[Candidate] | None:
    """The model's facts that stand on the owner's own words; None for an answer that is none (it is dropped, and the day stays)."""
    try:
        told = json.loads(text)["facts"]
        found = [(one["turn"], one_line(one["fact"])) for one in told]
        if not all(isinstance(turn, str) for turn, _ in found):
            return None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    said = {one.turn: one for one in exchanges}
    return [Candidate(fact, turn, said[turn].minute) for turn, fact in found if turn in said and 0 < len(fact) <= FACT_LENGTH and _stands_on(fact, said[turn])]


def _stands_on(fact: str, one: Exchanged) -> bool:
    """A model's sentence counts only when the owner's message holds its words, and plain reading finds that message to say something lasting."""
    own, mine = stems(one.owner), stems(fact)
    return bool(mine) and bool(lasting(one.owner)) and sum(stem in own for stem in mine) >= GROUNDED * len(mine)


def let_go(backlog: Backlog, turns: Collection[str]) -> None:
    """Take exchanges out. The answer under way may hold what went, so it is not waited for."""
    for day in backlog.days:
        lost = [number for number, one in enumerate(day.exchanges) if one.turn in turns]
        day.exchanges = [one for one in day.exchanges if one.turn not in turns]
        day.next -= sum(number < day.next for number in lost)
        day.asked -= sum(number < day.asked for number in lost)
        backlog.ask, backlog.answer = ("", "") if lost else (backlog.ask, backlog.answer)


def put_off(backlog: Backlog, elapsed_us: int) -> bool:
    """After an answer that was none: wait, longer each time. True when it was tried often enough, and what plain reading found must do."""
    backlog.tries += 1
    backlog.wait_until_us = elapsed_us + min(LONGEST_WAIT_US, FIRST_WAIT_US * 2 ** (backlog.tries - 1))
    return backlog.tries >= TRIES
