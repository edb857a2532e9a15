"""Beliefs: how many questions over ordinary talk are answered rightly, and what a call costs as the log grows.

The talks lie with the tests. Half A was tuned on, half B only counted; the fresh ones are by another hand, who had not seen the reader. The peer of a cost is the same call at the smallest size.
"""

from __future__ import annotations

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
from yurios.benches.row import NoWork, Row, Tell, absent, cost
from yurios.benches.stopwatch import least

TALKS = Path(__file__).parents[2] / "tests" / "beliefs" / "talks"
#: Talks by somebody who had not seen the reader.
FRESH = TALKS.parent / "fresh"
SIZES = (100, 10_000, 100_000)
GOALS = {"point": 1.0, "hop": 0.9, "trap": 1.0}
NAMES = {"point": "point-in-time", "hop": "two-hop", "trap": "unanswerable"}
DAY_US, BORN_US = 86_400 * SECOND_US, 1_600_000_000 * SECOND_US
CALLS = 20


def rows(tell: Tell, sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """Accuracy of each half and kind, then the cost of each call at each size."""
    tell("an examination over ordinary talk")
    found, first = accuracy(), {}
    for size in sizes:
        tell(f"{size:,} beliefs")
        found += costs(size, first)
    return found


def accuracy() -> list[Row]:
    """One row for each half and kind; the goal holds for half B."""
    if not TALKS.is_dir():
        return [absent(f"answered rightly half {half} {name}", "share", "the talks are not installed; run it from the project's folder") for half in "AB" for name in NAMES.values()]
    return [_right(half, kind, right, asked) for (half, kind), (right, asked) in sorted(score(_talks(TALKS)).items())] + _fresh()


def _talks(folder: Path) -> list[dict]:
    return [talk for path in sorted(folder.glob("*.toml")) for talk in tomllib.loads(path.read_text("utf-8"))["talk"]]


def _fresh() -> list[Row]:
    """Both halves of the fresh talks together: nothing was tuned on either."""
    found = score(_talks(FRESH))
    counts = {kind: [sum(found.get((half, kind), (0, 0))[place] for half in "AB") for place in (0, 1)] for kind in NAMES}
    return [Row(f"answered rightly fresh {NAMES[kind]}", round(right / asked, 4), "share") for kind, (right, asked) in counts.items() if asked]


def _right(half: str, kind: str, right: int, asked: int) -> Row:
    if not asked:
        raise NoWork(f"half {half} asks nothing of kind {kind}")
    goal = GOALS[kind] if half == "B" else None
    return Row(f"answered rightly half {half} {NAMES[kind]}", round(right / asked, 4), "share", goal, None if goal is None else right / asked >= goal)


def costs(size: int, first: dict[str, float]) -> list[Row]:
    """Milliseconds of each call; `first` keeps those of the smallest size."""
    beliefs, believed = grown(size)
    found = []
    for what, call in _calls(beliefs, believed, size).items():
        done: list[int] = []
        numbers = iter(range(10**9))
        took = 1000 * least(lambda: done.append(call(next(numbers))), CALLS, 5)
        if min(done) <= 0:
            raise NoWork(f"{what} at {size} beliefs found nothing")
        found.append(cost(f"{what} at {size} beliefs", took, "ms", sum(done), None, first.setdefault(what, took)))
    return found


def grown(size: int) -> tuple[Beliefs, Believed]:
    """A store of so many beliefs: people who live, move and recommend; an owner who likes and dislikes many things."""
    believed = Believed()
    beliefs, source = Beliefs(ColumnRows(believed, BeliefIndex())), Source("t-1")
    person = 0
    while len(believed.rows) < size:
        at, who = BORN_US + person * 600 * SECOND_US, f"Person{person}"
        beliefs.observe(Fact("owner", "friend", who, said="friend"), at, source)
        beliefs.observe(Fact(who, "move to", f"Town{person % 997}", first=at, last=at + DAY_US, state=False), at, source)
        beliefs.observe(Fact(who, "live", f"Town{person % 997}", first=at), at, source)
        beliefs.observe(Fact(who, "recommend", f"dish{person}", first=at, state=False), at, source)
        beliefs.observe(Fact("owner", "feel", f"dish{person}", sign=1 if person % 3 else -1, said="love" if person % 3 else "hate"), at, source)
        person += 1
    beliefs.take_changes()
    return beliefs, believed


def _calls(beliefs: Beliefs, believed: Believed, size: int) -> dict[str, Callable[[int], int]]:
    people = max(1, size // 5 - 1)
    moment, discourse = Moment(BORN_US + 4000 * DAY_US, Clock(transitions=((0, 0),))), Discourse()

    def say(number: int) -> int:
        return len(take_in(beliefs, discourse, f"Person{number * 7919 % people} told me to try the soup at Town{number}. I love it.", moment, Source(f"t-{number}")))

    def digest(number: int) -> int:
        beliefs.observe(Fact("owner", "say", f"word {number}", first=BORN_US + number, state=False), moment.us, Source("t-2"))
        return len(to_plain(believed))

    return {
        "pattern query": lambda number: len(beliefs.query(Pattern(f"Person{number * 7919 % people}", "live"), at=moment.us)),
        "point-in-time question": lambda number: len(ask(beliefs, f"What do I think of dish{number * 7919 % people}?", moment)),
        "two-hop question": lambda number: len(ask(beliefs, f"Where does the person who recommended dish{number * 7919 % people} live?", moment)),
        "taking in two sentences": say,
        "digest after one new belief": digest,
    }
