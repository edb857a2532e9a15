"""Who lives in a new place, and where: plants and animals set down by dice on cells that suit them, of every age."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ecs.components.fauna import FISH
from ecs.components.flora import FLOWER, WILLOW
from ecs.components.ground import FOREST, MEADOW, MUD, SAND, Ground
from ecs.dice import dice_rows
from ecs.kinds import BEARS, EATS, GROWN, LIFE, MEAT, PLANT_DAYS, STEPS_A_DAY

SWIMS_IN = 400_000
WADES_IN = 150_000


def plants_of(ground: Ground, counts: Sequence[int], seed: int) -> dict[str, np.ndarray]:
    """Columns of the first plants: trees in woods, willows by the water, flowers and apples in the open."""
    material, water = ground.cells.read("material"), ground.cells.read("water")
    dry = water < 20_000
    homes = [dry & (material == MEADOW), dry & ((material == MEADOW) | (material == FOREST))] + [dry & (material == FOREST)] * 3
    homes += [dry & (material == SAND) | _near(ground, material == MUD) & dry & (material == MEADOW), dry & (material == MEADOW)]
    kind, x, z = _set_down(ground, homes, [dry & (material == MEADOW)] * 7, counts, seed, "first plants")
    ids = np.arange(len(kind))
    age = _below(np.array(PLANT_DAYS, "i8")[kind] * 3 // 4, seed, "plant age", ids)
    grown = np.minimum(65_535, 8_000 + age * 65_535 // np.maximum(1, np.array(PLANT_DAYS, "i8")[kind] // 6))
    return {"kind": kind, "x": x, "z": z, "age": age, "size": np.where(kind == FLOWER, 30_000, grown), "health": np.full(len(kind), 50_000)}


def animals_of(ground: Ground, counts: Sequence[int], seed: int) -> dict[str, np.ndarray]:
    """Columns of the first animals: fish in deep water, the others on open ground."""
    material, water = ground.cells.read("material"), ground.cells.read("water")
    land = (water < WADES_IN) & ((material == MEADOW) | (material == FOREST))
    deep = water > SWIMS_IN
    homes = [deep if number == FISH else land for number in range(len(counts))]
    kind, x, z = _set_down(ground, homes, [np.zeros_like(land)] * len(counts), counts, seed, "first animals")
    ids = np.arange(len(kind))
    needs = {need: _below(np.full(len(kind), 16_000), seed, need, ids) for need in ("hunger", "thirst", "tired", "lonely")}
    age = _below(np.array(LIFE, "i8")[kind] * STEPS_A_DAY, seed, "animal age", ids)
    grown = (ids % 2 == 1) & (age > np.array(GROWN, "i8")[kind] * STEPS_A_DAY)
    bearing = np.where(grown, _below(np.array(BEARS, "i8")[kind] * STEPS_A_DAY, seed, "bearing", ids), 0)
    meat = np.array(EATS)[kind] == MEAT
    needs["hunger"] = np.where(meat, _below(np.full(len(kind), 44_000), seed, "meat", ids), needs["hunger"])
    return {"kind": kind, "bearing": bearing, "x": x, "z": z, "gx": x, "gz": z, "age": age, "female": ids % 2, "health": np.full(len(kind), 60_000), "with_id": np.full(len(kind), -1), **needs}


def _set_down(ground: Ground, homes: Sequence[np.ndarray], others: Sequence[np.ndarray], counts: Sequence[int], seed: int, stream: str) -> tuple[np.ndarray, ...]:
    """(kind, x, z) of every one: a dice-chosen cell of its homes, of the others where it has none, nowhere when there is neither."""
    kinds, cells = [np.zeros(0, "i8")], [np.zeros(0, "i8")]
    for kind, (home, other, count) in enumerate(zip(homes, others, counts)):
        fitting = np.flatnonzero(home) if home.any() else np.flatnonzero(other)
        if len(fitting):
            rolls = dice_rows(seed, f"{stream} {kind}", np.arange(count), 0) >> np.uint64(33)
            kinds.append(np.full(count, kind, "i8"))
            cells.append(fitting[(rolls * np.uint64(len(fitting)) >> np.uint64(31)).astype("i8")])
    kind, cell = np.concatenate(kinds), np.concatenate(cells)
    ids = np.arange(len(kind))
    x, z = (cell % ground.wide * ground.cell, cell // ground.wide * ground.cell)
    spread = np.full(len(kind), ground.cell)
    return kind, x + _below(spread, seed, f"{stream} x", ids), z + _below(spread, seed, f"{stream} z", ids)


def _near(ground: Ground, wanted: np.ndarray) -> np.ndarray:
    """Cells within eight cells of a wanted one."""
    grid = wanted.reshape(ground.long, ground.wide)
    for axis in (0, 1):
        padded = np.cumsum(np.pad(grid.astype("i8"), [(9, 8) if axis == side else (0, 0) for side in (0, 1)]), axis=axis)
        ends = np.take(padded, range(17, padded.shape[axis]), axis=axis)
        grid = ends - np.take(padded, range(ends.shape[axis]), axis=axis) > 0
    return grid.ravel()


def _below(limits: np.ndarray, seed: int, stream: str, ids: np.ndarray) -> np.ndarray:
    """For each row a roll in [0, limit)."""
    rolls = (dice_rows(seed, stream, ids, 0) >> np.uint64(40)).astype("i8")
    return rolls * limits >> 24
