"""Take stock of the blocks, once an hour: where the nearest water to drink lies, how much grass and how many blossoms there are.

Animals read it, so that none has to look at every cell. It is kept and saved, since an hour's stock is used for an hour.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from ecs.components.flora import Flora
from ecs.components.ground import BLOCK_UNITS, Ground
from ecs.components.weather import Passing
from ecs.signals import Signal
from ecs.world import World

I8 = np.int64
HOURLY = 6
#: What can be drunk from: more than a film, and shallow enough to stand in.
SHALLOW, WADE = 2_500, 350_000


def survey(world: World, inbox: Sequence[Signal]) -> None:
    for _, passing, ground, flora in world.each(Passing, Ground, Flora):
        if passing.steps % HOURLY == 1:
            across, down = (-(-count * ground.cell // BLOCK_UNITS) for count in (ground.wide, ground.long))
            block = [ground.blocks.write(field) for field in ("water", "grass", "bloom")]
            _survey(ground.cells.read("water"), ground.cells.read("grass"), *block, ground.wide, ground.long, ground.cell, across, down)
            _blossoms(flora.rows.read("x"), flora.rows.read("z"), flora.rows.read("bloom"), block[2], across)


@njit(cache=True)
def _survey(water, grass, drink, food, bloom, wide, long, cell_units, across, down):
    """The first shallow cell of each block, spread to blocks that have none, nearest first; the mean grass."""
    drink[:], food[:], bloom[:] = -1, 0, 0
    side = max(1, BLOCK_UNITS // cell_units)
    for z in range(long):
        for x in range(wide):
            block, cell = min(down - 1, z // side) * across + min(across - 1, x // side), z * wide + x
            food[block] += I8(grass[cell]) >> 4
            if drink[block] < 0 and SHALLOW < water[cell] < WADE:
                drink[block] = cell
    for _ in range(across + down):
        changed = 0
        before = drink.copy()
        for block in range(across * down):
            if before[block] < 0:
                changed += _take_over(block, before, drink, across, down)
        if changed == 0:
            break


@njit(cache=True)
def _take_over(block, before, drink, across, down):
    """A neighbour's water, for a block without any."""
    x, z = block % across, block // across
    for side in range(4):
        nx, nz = x + (side == 0) - (side == 1), z + (side == 2) - (side == 3)
        if 0 <= nx < across and 0 <= nz < down and before[nz * across + nx] >= 0:
            drink[block] = before[nz * across + nx]
            return 1
    return 0


@njit(cache=True)
def _blossoms(x, z, bloom, blocks, across):
    """Blossoms by block."""
    for row in range(len(x)):
        blocks[min(len(blocks) - 1, z[row] // BLOCK_UNITS * across + x[row] // BLOCK_UNITS)] += bloom[row]
