"""Let water run: from cell to lower neighbours, out of the springs, and away over the edge of the place.

Gravity on the surface of ground and water, a few sweeps a step, each in its own direction so that none is favoured. A film
stays where it is. Water is moved and never made, so what leaves one cell arrives in another or in the ledger.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from ecs.components.ground import Ground
from ecs.signals import Signal
from ecs.world import World

I8 = np.int64
SWEEPS = 2
FILM = 1_500
#: The share of the ground water that the springs give in one step, as a shift: half of it in ten days.
SPRING_SHIFT = 11


def flow(world: World, inbox: Sequence[Signal]) -> None:
    for _, ground in world.each(Ground):
        water = ground.cells.write("water")
        _well_up(ground, water)
        ground.ran_out += int(_flow(ground.cells.read("height"), water, ground.wide, ground.long))


def _well_up(ground: Ground, water: np.ndarray) -> None:
    """Springs share what the ground water gives."""
    if ground.springs:
        each = (ground.deep >> SPRING_SHIFT) // len(ground.springs)
        each = min(each, 400_000)
        water[list(ground.springs)] += each
        ground.deep -= each * len(ground.springs)


@njit(cache=True)
def _flow(height, water, wide, long):
    """Sweeps over all cells; returns what left the place."""
    out = I8(0)
    for sweep in range(SWEEPS):
        for turn in range(wide * long):
            cell = turn if sweep % 2 == 0 else wide * long - 1 - turn
            if water[cell] > FILM:
                out += _spill(cell, height, water, wide, long)
    return out


@njit(cache=True)
def _spill(cell, height, water, wide, long):
    """Give to the lower of four neighbours in turn, half the difference each; beyond the edge the land lies a metre lower."""
    x, z, out = cell % wide, cell // wide, I8(0)
    ground = I8(height[cell]) * 15_625 // 16
    for side in range(4):
        free = I8(water[cell]) - FILM
        if free <= 0:
            break
        nx, nz = x + (side == 0) - (side == 1), z + (side == 2) - (side == 3)
        if nx < 0 or nz < 0 or nx >= wide or nz >= long:
            water[cell] -= free // 2
            out += free // 2
            continue
        other = nz * wide + nx
        drop = ground + I8(water[cell]) - I8(height[other]) * 15_625 // 16 - I8(water[other])
        if drop > 1:
            given = min(free, drop >> 1)
            water[cell] -= given
            water[other] += given
    return out
