"""What kernels over animals see: the columns of the animals, the ground under them, and who stands in which bucket."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from ecs.columns import Table
from ecs.components.fauna import ANIMAL_COLUMNS
from ecs.components.ground import Ground

#: A rise of more than this between neighbouring cells, per unit of their distance in 1/1024, stops a walker.
CLIFF = 1_300


class Herd(NamedTuple):
    """The columns of `Fauna.rows`, each (rows,), and the ids."""

    ids: np.ndarray
    kind: np.ndarray
    doing: np.ndarray
    female: np.ndarray
    x: np.ndarray
    z: np.ndarray
    gx: np.ndarray
    gz: np.ndarray
    vx: np.ndarray
    vz: np.ndarray
    rx: np.ndarray
    rz: np.ndarray
    health: np.ndarray
    hunger: np.ndarray
    thirst: np.ndarray
    tired: np.ndarray
    fear: np.ndarray
    lonely: np.ndarray
    bearing: np.ndarray
    age: np.ndarray
    with_id: np.ndarray


class Land(NamedTuple):
    """The columns of `Ground.cells` that animals meet, and its measures. A cell's side is a power of two, `1 << shift`:
    kernels find a cell by a shift, which costs a twentieth of a division.
    """

    height: np.ndarray
    material: np.ndarray
    water: np.ndarray
    grass: np.ndarray
    wide: int
    long: int
    cell: int
    shift: int


class Buckets(NamedTuple):
    """Rows by square of the ground: bucket b holds `rows[first[b] : first[b + 1]]`, in ascending order."""

    first: np.ndarray
    rows: np.ndarray
    across: int
    down: int
    shift: int


def herd_of(rows: Table, touched: tuple[str, ...]) -> Herd:
    """The animals' columns; those in `touched` may be written and count as changed."""
    return Herd(rows.read("ids"), *(rows.write(field) if field in touched else rows.read(field) for field in ANIMAL_COLUMNS))


def land_of(ground: Ground, grazed: bool = False) -> Land:
    """The ground's columns; grass may be written when it is `grazed`."""
    grass = ground.cells.write("grass") if grazed else ground.cells.read("grass")
    return Land(ground.cells.read("height"), ground.cells.read("material"), ground.cells.read("water"), grass, ground.wide, ground.long, ground.cell, ground.cell.bit_length() - 1)


class Moment(NamedTuple):
    """What is the same for all in one step."""

    step: int
    dark: int
    watched: int
    dice: np.uint64


class About(NamedTuple):
    """What an animal can know of its block: water to drink (a cell or -1), blossoms, how many of each kind and how many males."""

    drink: np.ndarray
    bloom: np.ndarray
    crowd: np.ndarray
    males: np.ndarray
    buckets: Buckets


def buckets_of(x: np.ndarray, z: np.ndarray, land: Land, shift: int) -> Buckets:
    """Who stands where, by squares whose side is `1 << shift` (1/1024 m)."""
    across, down = (-(-(count * land.cell) >> shift) for count in (land.wide, land.long))
    first, rows = np.zeros(across * down + 1, "i4"), np.empty(len(x), "i4")
    _sort(x, z, first, rows, across, down, shift)
    return Buckets(first, rows, across, down, shift)


@njit(cache=True)
def _sort(x, z, first, rows, across, down, shift):
    """Counting sort, stable."""
    place = np.empty(len(x), np.int32)
    for row in range(len(x)):
        place[row] = min(down - 1, z[row] >> shift) * across + min(across - 1, x[row] >> shift)
        first[place[row] + 1] += 1
    for bucket in range(across * down):
        first[bucket + 1] += first[bucket]
    free = first[:-1].copy()
    for row in range(len(x)):
        rows[free[place[row]]] = row
        free[place[row]] += 1


@njit(cache=True)
def cell_under(land: Land, x: int, z: int) -> int:
    """The row of the cell under a point; points beyond the edge belong to the edge."""
    return min(land.long - 1, max(0, np.int64(z) >> land.shift)) * land.wide + min(land.wide - 1, max(0, np.int64(x) >> land.shift))
