"""Beliefs: how many questions over ordinary talk are answered rightly, and what a query costs as the log grows."""

from __future__ import annotations

import statistics
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from ecs.clock import SECOND_US, Clock
from ecs.component import to_plain
from ecs.components.belief import BeliefIndex, Believed, Discourse
from ecs.reading.answers import ask
from ecs.reading.dates import Moment
from ecs.reading.exam import score
from ecs.reading.told import take_in
from ecs.stores.belief import Fact, Pattern, Source
from ecs.stores.belief_rows import ColumnRows
from ecs.stores.beliefs import Beliefs

TALKS = Path(__file__).parents[2] / "tests" / "beliefs" / "talks"
SIZES = (100, 10_000, 100_000)
GOALS = {"point": 1.0, "hop": 0.9, "trap": 1.0}
NAMES = {"point": "point-in-time", "hop": "two-hop", "trap": "unanswerable"}
DAY_US, BORN_US = 86_400 * SECOND_US, 1_600_000_000 * SECOND_US
TIMED = 200
#: A call at 100,000 beliefs may cost so many times what it costs at 100.
FLAT = 4.0


def rows(sizes: tuple[int, ...] = SIZES) -> list[dict]:
    """Rows {"what","value","unit","goal","ok","peer","ratio"}."""
    return [*accuracy_rows(), *cost_rows(sizes)]


def accuracy_rows() -> list[dict]:
    """Accuracy per half and kind. The goal holds for half B, which nobody tuned on."""
    talks = [talk for path in sorted(TALKS.glob("*.toml")) for talk in tomllib.loads(path.read_text("utf-8"))["talk"]]
    found = []
    for (half, kind), (right, asked) in sorted(score(talks).items()):
        goal = GOALS[kind] if half == "B" else None
        found.append(_row(f"answered rightly half {half} {NAMES[kind]} of {asked}", round(right / asked, 4), "share", goal, goal is None or right / asked >= goal))
    return found


def cost_rows(sizes: tuple[int, ...]) -> list[dict]:
    """Milliseconds a call at each size, beside the same call at the smallest."""
    found, first = [], {}
    for size in sizes:
        beliefs, believed = grown(size)
        for what, call in _calls(beliefs, size).items():
            took = _median_ms(call)
            first.setdefault(what, took)
            ratio = round(took / first[what], 2)
            found.append(_row(f"{what} at {size} beliefs", round(took, 4), "ms", None, ratio <= FLAT, first[what], ratio))
        found.append(_row(f"digest after one new belief at {size} beliefs", round(_digest_ms(beliefs, believed), 4), "ms", None, True))
    return found


def grown(size: int) -> tuple[Beliefs, Believed]:
    """A store of so many beliefs: people who live, move, work and recommend; an owner who likes and has many things."""
    believed = Believed()
    beliefs, source = Beliefs(ColumnRows(believed, BeliefIndex())), Source("t-1")
    person = 0
    while len(believed.rows) < size:
        at, who = BORN_US + person * 600 * SECOND_US, f"Person{person}"
        beliefs.observe(Fact("owner", "friend", who, said="friend"), at, source)
        event = beliefs.observe(Fact(who, "move to", f"Town{person % 997}", first=at, last=at + DAY_US, state=False), at, source)
        beliefs.observe(Fact(who, "live", f"Town{person % 997}", first=at), at, source)
        beliefs.observe(Fact(who, "recommend", f"dish{person}", first=at, state=False, event=-1), at, source)
        beliefs.observe(Fact("owner", "feel", f"dish{person}", sign=1 if person % 3 else -1, said="love" if person % 3 else "hate"), at, source)
        assert event >= 0
        person += 1
    beliefs.take_changes()
    return beliefs, believed


def _calls(beliefs: Beliefs, size: int) -> dict[str, Callable[[int], int]]:
    people = max(1, size // 5 - 1)
    moment = Moment(BORN_US + 4000 * DAY_US, Clock(transitions=((0, 0),)))
    discourse = Discourse()

    def say(number: int) -> int:
        return len(take_in(beliefs, discourse, f"Person{number * 7919 % people} told me to try the soup at Town{number}. I love it.", moment, Source(f"t-{number}")))

    return {
        "pattern query": lambda number: len(beliefs.query(Pattern(f"Person{number * 7919 % people}", "live"), at=moment.us)),
        "point-in-time question": lambda number: len(ask(beliefs, f"What do I think of dish{number * 7919 % people}?", moment)),
        "two-hop question": lambda number: len(ask(beliefs, f"Where does the person who recommended dish{number * 7919 % people} live?", moment)),
        "taking in two sentences": say,
    }


def _median_ms(call: Callable[[int], int]) -> float:
    times = []
    for number in range(TIMED):
        start = time.perf_counter()
        done = call(number)
        times.append((time.perf_counter() - start) * 1000)
        assert done > 0, f"call {number} found nothing"
    return statistics.median(times)


def _digest_ms(beliefs: Beliefs, believed: Believed) -> float:
    to_plain(believed)
    times = []
    for number in range(20):
        beliefs.observe(Fact("owner", "say", f"word {number}", first=BORN_US + number, state=False), BORN_US + 5000 * DAY_US, Source("t-2"))
        start = time.perf_counter()
        to_plain(believed)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def _row(what: str, value: float, unit: str, goal: float | None, ok: bool, peer: float | None = None, ratio: float | None = None) -> dict:
    return {"what": what, "value": value, "unit": unit, "goal": goal, "ok": ok, "peer": None if peer is None else round(peer, 4), "ratio": ratio}
