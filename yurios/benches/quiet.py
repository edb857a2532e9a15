"""A quiet life: nobody speaks, she ticks and rests, every tick leaves its line, every hour a digest."""

from __future__ import annotations

import time

from ecs.clock import FRAMES_PER_SECOND
from yurios.benches.living import Living
from yurios.benches.row import Row, Tell, cost, rate
from yurios.tapes import read_digests

DAY = 86_400 * FRAMES_PER_SECOND
YEAR_GOAL_S = 5.0


def rows(tell: Tell, days: int = 365, sample: int = 60) -> list[Row]:
    """`sample` days one by one for the quickest of them, then `days` in one piece."""
    with Living() as life:
        tell(f"{sample} quiet days, one by one")
        single = [_live(life, 1) for _ in range(sample)]
        tell(f"{days} quiet days in one piece")
        lines, notes = life.lines, len(read_digests(life.tape.path))
        wall, processor = _live(life, days)
        life.tape.flush()
        ticks, digests = life.lines - lines, len(read_digests(life.tape.path)) - notes
        assert life.written() == life.lines and life.repository.head() is not None
        name = "quiet year" if days == 365 else f"{days} quiet days"
        goal = YEAR_GOAL_S * days / 365
        return [
            rate("quiet days per second", 1 / min(wall for wall, _ in single), "days/s", ticks, round(365 / YEAR_GOAL_S, 1)),
            rate("quiet days per second, processor time", 1 / min(used for _, used in single), "days/s", ticks, round(365 / YEAR_GOAL_S, 1)),
            cost(name, wall, "s", ticks, goal),
            cost(f"{name}, processor time", processor, "s", ticks, goal),
            rate(f"{name}, trace lines written", ticks, "lines", ticks),
            rate(f"{name}, digests noted", digests, "digests", digests),
        ]


def _live(life: Living, days: int) -> tuple[float, float]:
    """(seconds by the clock, seconds of the processor)."""
    wall, processor = time.perf_counter(), time.process_time()
    life.loop.step_to(life.world.frame + days * DAY)
    return time.perf_counter() - wall, time.process_time() - processor
