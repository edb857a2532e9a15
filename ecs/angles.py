"""Angles and distances in integers: 1/65,536 of a turn, 1/1,024 of a metre.

The arc tangent is CORDIC in vectoring mode (Volder 1959) with the table below; floats would differ between processors.
"""

from __future__ import annotations

from math import isqrt

CIRCLE = 65_536
METRE = 1_024
_STEPS = 16
#: atan(2**-i) in 1/2**32 of a turn.
_ATAN = (
    536870912, 316933406, 167458907, 85004756, 42667331, 21354465, 10679838, 5340245,
    2670163, 1335087, 667544, 333772, 166886, 83443, 41722, 20861,
)


def heading(dx: int, dz: int) -> int:
    """The direction of (dx, dz) in [0, 65536): 0 looks along +z, a quarter turn along +x. (0, 0) gives 0."""
    if dx == 0 and dz == 0:
        return 0
    x, y, angle = (dz << 16, dx << 16, 0) if dz >= 0 else (-dz << 16, -dx << 16, 1 << 31)
    for step in range(_STEPS):
        if y > 0:
            x, y, angle = x + (y >> step), y - (x >> step), angle + _ATAN[step]
        else:
            x, y, angle = x - (y >> step), y + (x >> step), angle - _ATAN[step]
    return ((angle + (1 << 15)) >> 16) % CIRCLE


def turn_between(start: int, goal: int) -> int:
    """The shorter way from one angle to another, in [-32768, 32768)."""
    return (goal - start + CIRCLE // 2) % CIRCLE - CIRCLE // 2


def distance(dx: int, dy: int, dz: int) -> int:
    """The length of a vector, rounded down."""
    return isqrt(dx * dx + dy * dy + dz * dz)


def wave(phase: int) -> int:
    """A smooth rise and fall over one turn: 0 at phase 0, 65,535 at half a turn. A parabola pair, no sine."""
    half = phase % CIRCLE if phase % CIRCLE < CIRCLE // 2 else CIRCLE - phase % CIRCLE
    lifted = half * 2
    if lifted < CIRCLE // 2:
        return min(2 * lifted * lifted // CIRCLE, CIRCLE - 1)
    rest = CIRCLE - lifted
    return min(CIRCLE - 2 * rest * rest // CIRCLE, CIRCLE - 1)
