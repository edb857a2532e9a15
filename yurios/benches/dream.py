"""Dreaming: how many of the facts planted in thirty days of ordinary talk are found in `facts.md`, how many decoys, and what a slice costs.

The talk lies with the tests, in two halves. Half A was tuned on, of half B only these counts were looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from ecs.clock import SECOND_US, Clock
from ecs.components.distilled import Backlog, Distilled, DistilledIndex, Exchanged
from ecs.stores.consolidation import close_days, distil, next_slice, open_day
from ecs.stores.distilled import FactLine, Facts
from yurios.benches.row import NoWork, Row, Tell, absent, cost
from yurios.benches.stopwatch import least

TALK = Path(__file__).parents[2] / "tests" / "dream"
FIRST_DAY, CLOCK = date(2026, 3, 2), Clock(epoch_us=1_772_434_800 * SECOND_US)
SIZES = (100, 10_000, 50_000)


@dataclass
class Half:
    """One half of the talk: exchanges by day, the facts as (turns that tell it, words a line must hold), and the turns and words of decoys."""

    days: dict[str, list[Exchanged]] = field(default_factory=dict)
    facts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    decoys: set[str] = field(default_factory=set)
    hers: list[str] = field(default_factory=list)


def rows(tell: Tell, sizes: tuple[int, ...] = SIZES) -> list[Row]:
    """Counts of each half by plain reading, then the cost of a slice at growing numbers of facts."""
    if not TALK.is_dir():
        return [absent("facts found", "facts", "the talk is not installed; run it from the project's folder", 90)]
    tell("thirty days of talk")
    found = {half: judged(read_half(TALK / f"half_{half}.txt", at * 15)) for at, half in enumerate("ab")}
    table = [Row(f"{what} half {half.upper()}", value, unit) for half in "ab" for what, value, unit in found[half]]
    table += [_total(found, number, what, unit, goal) for number, (what, unit, goal) in enumerate((("facts found", "facts", 90), ("decoys kept", "decoys", 0), ("facts kept twice", "facts", 0)))]
    first: dict[str, float] = {}
    for size in sizes:
        tell(f"{size:,} facts")
        table.append(_slice_cost(size, first))
    return table


def _total(found: dict, number: int, what: str, unit: str, goal: int) -> Row:
    value = sum(counts[number][1] for counts in found.values())
    return Row(f"{what} of 100 planted" if number == 0 else what, value, unit, goal, value >= goal if number == 0 else value <= goal)


def read_half(path: Path, skip: int = 0) -> Half:
    """The talk of a file; day 1 is so many days after the first of March. Raises NoWork for a file without facts."""
    half, day, number = Half(), "", skip * 1000
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("=="):
            day = (FIRST_DAY + timedelta(skip + int(line[2:]) - 1)).isoformat()
        elif line[:1] in "+-= " and line.strip():
            number += 1
            _told(half, day, f"t-{number}", line[0], line[1:].strip())
        elif line[:1] in ">!":
            half.days[day][-1].her += line[1:].strip()
            half.hers += [line[1:].strip()] if line[0] == "!" else []
    if not half.facts or not half.decoys:
        raise NoWork(f"{path} plants nothing")
    return half


def _told(half: Half, day: str, turn: str, sign: str, line: str) -> None:
    text, _, words = line.partition("|")
    half.days.setdefault(day, []).append(Exchanged(turn, 0, 540 + len(half.days[day]) if day in half.days else 540, text.strip(), ""))
    if sign == "+":
        half.facts[turn] = tuple(words.split())
    elif sign == "-":
        half.decoys.add(turn)


def judged(half: Half) -> list[tuple[str, int, str]]:
    """(what, how many, of what): facts found, decoys kept, facts kept twice, lines in all."""
    facts = distilled(half)
    lines = [fact.text.lower() for fact in facts]
    holders = [sum(all(re.search(rf"\b{re.escape(word.lower())}", line) for word in words) for line in lines) for words in half.facts.values()]
    kept = sum(bool(half.decoys & set(fact.turns)) for fact in facts) + sum(any(said.lower().rstrip(".") in line for line in lines) for said in half.hers)
    return [("facts found", sum(count > 0 for count in holders), "facts"), ("decoys kept", kept, "decoys"), ("facts kept twice", sum(count > 1 for count in holders), "facts"), ("lines in facts.md", len(lines), "lines")]


def distilled(half: Half) -> list[FactLine]:
    """The facts that stand after every day was gone through, slice by slice, as `systems/memory/consolidate.py` does it."""
    backlog, facts = Backlog(), Facts(Distilled(), DistilledIndex())
    for day, exchanges in half.days.items():
        open_day(backlog, day).exchanges = exchanges
    while (found := next_slice(backlog, "2026-12-31", ())) is not None:
        day, exchanges = found
        day.next += len(exchanges)
        for one in distil(exchanges):
            facts.merge(one.text, (one.turn,), day.day, one.minute)
    if close_days(backlog, "2026-12-31", asking=False) != list(half.days):
        raise NoWork("not every day was gone through")
    return facts.standing()


def _slice_cost(size: int, first: dict[str, float]) -> Row:
    facts = Facts(Distilled(), DistilledIndex())
    for number in range(size):
        facts.merge(f"owner: My friend Person{number} lives in Town{number % 997} and keeps {number % 31} hens.", (f"t-{number}",), "2026-03-02", 540)
    calls = iter(range(10**9))
    slice = [Exchanged(f"t-{size + n}", 0, 540, f"My neighbour Visitor{n} moved to Village{n} in 2019 and keeps bees there.", "Oh?") for n in range(12)]

    def go() -> None:
        serial = next(calls)
        for one in distil(slice):
            facts.merge(one.text.replace("Visitor", f"Visitor{serial}x"), (one.turn,), "2026-03-03", 540)

    took = 1000 * least(go, 5, 3)
    return cost(f"a slice of 12 exchanges at {size} facts", took, "ms", len(facts.standing()), None, first.setdefault("slice", took))
