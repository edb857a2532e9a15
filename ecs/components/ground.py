"""The ground of a place: a grid of square cells with height, material, water and what grows as a layer on it.

Heights are 1/1024 m; water, soil water and snow are micrometres over the cell; fertility, grass and shade are 0…65,535 or
0…255. Row z × wide + x is the cell whose corner lies x cells east and z cells south of the north-west corner.
"""

from __future__ import annotations

from ecs.columns import Table
from ecs.component import component

CELL_COLUMNS = {
    "height": "i4", "material": "u1", "water": "i4", "soil": "i4", "snow": "i4", "fertility": "u2", "grass": "u2", "shade": "u1",
}
#: Blocks of 32 m: where water can be drunk nearest to here, how much grass and how many blossoms it has.
BLOCK_COLUMNS = {"water": "i4", "grass": "i4", "bloom": "i4"}
BLOCK_SHIFT = 15
BLOCK_UNITS = 1 << BLOCK_SHIFT
MATERIALS = ("meadow", "sand", "rock", "mud", "forest", "path", "floor", "wall")
MEADOW, SAND, ROCK, MUD, FOREST, PATH, FLOOR, WALL = range(8)


@component()
class Ground:
    """`cell` is the side of a cell in 1/1024 m, a power of two. The last fields are the ledger of water, in cell-micrometres, each only growing
    (`deep` is a store: ground water, which feeds the springs).

    Always: stored now + evaporated + ran_out == began + rained.
    """

    wide: int
    long: int
    cell: int
    cells: Table
    blocks: Table
    springs: tuple[int, ...] = ()
    deep: int = 0
    began: int = 0
    rained: int = 0
    evaporated: int = 0
    ran_out: int = 0


def stored(ground: Ground) -> int:
    """All the water there is now: on the ground, in it, as snow and below."""
    return ground.deep + sum(int(ground.cells.read(column).sum(dtype="i8")) for column in ("water", "soil", "snow"))


def missing(ground: Ground) -> int:
    """What the ledger cannot explain: 0, or water was made or lost."""
    return ground.began + ground.rained - ground.evaporated - ground.ran_out - stored(ground)


def cell_at(ground: Ground, x: int, z: int) -> int:
    """The row of the cell under a point, in 1/1024 m; points beyond the edge belong to the edge."""
    column = min(max(x // ground.cell, 0), ground.wide - 1)
    return min(max(z // ground.cell, 0), ground.long - 1) * ground.wide + column
