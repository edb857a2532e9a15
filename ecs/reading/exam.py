"""An examination: a dated talk is read line by line, then asked about, and each answer is judged.

A talk is plain data: {"id", "offset", "lines": ["2026-01-11T19:02 owner: …"], "ask": ["kind | when | question | answer"]}.
In an answer ";" parts what must all be said and "/" parts what will do; an empty one means that nothing may be said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

from ecs.clock import SECOND_US, Clock
from ecs.components.belief import Discourse
from ecs.reading.answers import ask
from ecs.reading.dates import Moment
from ecs.reading.told import take_in
from ecs.stores.belief import Source
from ecs.stores.belief_rows import ListRows, Rows
from ecs.stores.beliefs import Beliefs


@dataclass(frozen=True, slots=True)
class Verdict:
    """One question: `kind` is point, hop or trap; `right` when all of the answer was said and nothing else."""

    talk: str
    kind: str
    question: str
    wanted: str
    got: tuple[str, ...]
    right: bool


def half(id: str) -> str:
    """"A" (looked at while the reader was made) or "B" (counted only), by the hash of a talk's id."""
    return "AB"[blake2b(id.encode(), digest_size=1).digest()[0] & 1]


def judge(talk: Mapping) -> list[Verdict]:
    """The verdicts on a talk's questions, each asked of a store that has heard the lines up to then."""
    found, heard = [], {}
    for line in talk["ask"]:
        kind, at, question, wanted = (part.strip() for part in line.split("|"))
        now = instant(talk, at)
        if now not in heard:
            heard[now] = listen(talk, now)
        got = tuple(answer.say for answer in ask(heard[now], question, Moment(now, clock_of(talk))))
        found.append(Verdict(talk["id"], kind, question, wanted, got, is_right(wanted, got)))
    return found


def listen(talk: Mapping, until: int, rows: Rows | None = None) -> Beliefs:
    """The store after the lines of a talk up to an instant."""
    beliefs, discourse, clock, before = Beliefs(ListRows() if rows is None else rows), Discourse(), clock_of(talk), ""
    for line in talk["lines"]:
        at, who, words = line.split(" ", 2)
        if instant(talk, at) > until:
            break
        if who == "owner:":
            take_in(beliefs, discourse, words, Moment(instant(talk, at), clock), Source(f"t-{at}"), before)
        before = words if who == "her:" else ""
    return beliefs


def is_right(wanted: str, got: tuple[str, ...]) -> bool:
    """Each part of the answer is in something said, and everything said has a part of the answer in it."""
    parts = [[word.strip().lower() for word in part.split("/")] for part in wanted.split(";") if part.strip()]
    if not parts:
        return not got
    said = [text.lower() for text in got]
    return all(any(word in text for word in part for text in said) for part in parts) and all(any(word in text for part in parts for word in part) for text in said)


def score(talks: Iterable[Mapping]) -> dict[tuple[str, str], tuple[int, int]]:
    """{(half, kind): (right, asked)}."""
    counts: dict[tuple[str, str], tuple[int, int]] = {}
    for talk in talks:
        for verdict in judge(talk):
            right, asked = counts.get((half(talk["id"]), verdict.kind), (0, 0))
            counts[half(talk["id"]), verdict.kind] = (right + verdict.right, asked + 1)
    return counts


def clock_of(talk: Mapping) -> Clock:
    """A clock whose zone has the talk's offset."""
    hours, minutes = talk["offset"][1:].split(":")
    return Clock(transitions=((0, (int(hours) * 3600 + int(minutes) * 60) * (-1 if talk["offset"][0] == "-" else 1)),))


def instant(talk: Mapping, text: str) -> int:
    """Microseconds of a local time of the talk."""
    return int(datetime.fromisoformat(text + talk["offset"]).timestamp()) * SECOND_US
