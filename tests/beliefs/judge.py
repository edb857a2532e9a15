"""How an answer is judged: everything that must be said is said, and nothing else is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ecs.clock import SECOND_US, Clock
from ecs.components.belief import Discourse
from ecs.reading.answers import ask
from ecs.reading.dates import Moment
from ecs.reading.told import take_in
from ecs.stores.belief import Source
from ecs.stores.belief_rows import ListRows
from ecs.stores.beliefs import Beliefs


@dataclass(frozen=True, slots=True)
class Verdict:
    talk: str
    kind: str
    words: str
    wanted: str
    got: tuple[str, ...]
    right: bool


def clock_of(talk: dict) -> Clock:
    hours, minutes = talk["offset"][1:].split(":")
    seconds = (int(hours) * 3600 + int(minutes) * 60) * (-1 if talk["offset"][0] == "-" else 1)
    return Clock(transitions=((0, seconds),))


def instant(text: str, talk: dict) -> int:
    return int(datetime.fromisoformat(text + talk["offset"]).timestamp()) * SECOND_US


def listen(talk: dict, until: int, rows=None) -> Beliefs:
    """The store after the lines of a talk up to an instant."""
    beliefs, discourse, clock, before = Beliefs(rows if rows is not None else ListRows()), Discourse(), clock_of(talk), ""
    for line in talk["lines"]:
        at, who, words = line.split(" ", 2)
        if instant(at, talk) > until:
            break
        if who == "owner:":
            take_in(beliefs, discourse, words, Moment(instant(at, talk), clock), Source(f"t-{at}"), before)
        before = words if who == "her:" else ""
    return beliefs


def judge(talk: dict) -> list[Verdict]:
    found = []
    for line in talk["ask"]:
        kind, at, words, wanted = (part.strip() for part in line.split("|"))
        now = instant(at, talk)
        got = tuple(answer.say for answer in ask(listen(talk, now), words, Moment(now, clock_of(talk))))
        found.append(Verdict(talk["id"], kind, words, wanted, got, is_right(wanted, got)))
    return found


def is_right(wanted: str, got: tuple[str, ...]) -> bool:
    """Each part of the answer is in something said, and everything said has a part of the answer in it."""
    parts = [[word.strip().lower() for word in part.split("/")] for part in wanted.split(";") if part.strip()]
    if not parts:
        return not got
    said = [text.lower() for text in got]
    return all(any(word in text for word in part for text in said) for part in parts) and all(any(word in text for part in parts for word in part) for text in said)
