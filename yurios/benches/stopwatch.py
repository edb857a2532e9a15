"""Timing on a machine that others use too: the least of several repeats for a cost, a share of many for lateness."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence


def least(work: Callable[[], object], times: int = 1, repeats: int = 7) -> float:
    """Seconds of one call of `work`: `times` calls are timed together, the quickest of `repeats` such groups counts."""
    return min(_group(work, times) for _ in range(max(1, repeats)))


def _group(work: Callable[[], object], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def share(values: Sequence[float], part: float) -> float:
    """The value below which that part of them lies: 0.5 is the median, 0.99 the p99."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]
