"""A place as letters, for a terminal: ground, water, woods, walls, and the animals on top."""

from __future__ import annotations

import numpy as np

from ecs.components.fauna import Fauna
from ecs.components.flora import BUSH, FLOWER, Flora
from ecs.components.ground import Ground
from ecs.world import World

PLACE = "place"
#: By material: meadow sand rock mud forest path floor wall.
_GROUND = ".:^,:-_#"
_ANIMALS = "rFbf*C"
KEY = "r grazer  F hunter  b bird  f fish  * swarm  C cat   T tree  o bush  ' flower   = deep water  - water  ^ rock  # wall  \" high grass"
DEEP, WET = 400_000, 20_000


def picture(world: World, columns: int = 96) -> list[str]:
    """Rows of letters, north above; a row stands for twice as much ground as a column, as letters are tall."""
    ground = world.get(PLACE, Ground)
    columns = min(columns, ground.wide)
    step = ground.wide / columns
    rows = max(1, round(ground.long / step / 2))
    z, x = (np.minimum(((np.arange(count) + 0.5) * size / count).astype(int), size - 1) for count, size in ((rows, ground.long), (columns, ground.wide)))
    pick = z[:, None] * ground.wide + x[None, :]
    letters = np.array(list(_GROUND))[ground.cells.read("material")[pick]]
    letters[(letters == ".") & (ground.cells.read("grass")[pick] > 30_000)] = '"'
    letters[ground.cells.read("snow")[pick] > 4_000] = " "
    letters[ground.cells.read("water")[pick] > WET] = "-"
    letters[ground.cells.read("water")[pick] > DEEP] = "="
    _plants(world.get(PLACE, Flora), ground, letters)
    _animals(world.get(PLACE, Fauna), ground, letters)
    return ["".join(row) for row in letters]


def _spots(rows: object, ground: Ground, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Row and column in the picture of each plant or animal."""
    z = rows.read("z").astype(int) * shape[0] // (ground.long * ground.cell)
    x = rows.read("x").astype(int) * shape[1] // (ground.wide * ground.cell)
    return np.clip(z, 0, shape[0] - 1), np.clip(x, 0, shape[1] - 1)


def _plants(flora: Flora, ground: Ground, letters: np.ndarray) -> None:
    kind, (z, x) = flora.rows.read("kind"), _spots(flora.rows, ground, letters.shape)
    open_flowers = (kind == FLOWER) & (flora.rows.read("bloom") > 0)
    for chosen, letter in ((open_flowers, "'"), (kind == BUSH, "o"), ((kind > BUSH) & (flora.rows.read("size") > 12_000), "T")):
        letters[z[chosen], x[chosen]] = letter


def _animals(fauna: Fauna, ground: Ground, letters: np.ndarray) -> None:
    kind, (z, x) = fauna.rows.read("kind"), _spots(fauna.rows, ground, letters.shape)
    for number, letter in enumerate(_ANIMALS):
        letters[z[kind == number], x[kind == number]] = letter
