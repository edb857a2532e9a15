"""Let the plants live a day: each grows toward light and water, is cropped, flowers in its season, sheds seed, pays for want, and dies.

A part of them on every step, so each has its turn once a day; at midnight the crowns' shade is drawn anew. What dies feeds the
soil it stood on. A seedling takes where the soil bears grass, it is not under water, its block has room and a dice agrees.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from ecs.components.fauna import GRAZER, Fauna
from ecs.components.flora import BUSH, PLANT_DEEDS, Flora
from ecs.components.ground import BLOCK_SHIFT, BLOCK_UNITS, Ground
from ecs.components.weather import STEPS_A_DAY, Passing, Weather
from ecs.kinds import BLOOMS_FROM, BLOOMS_TO, GROWS, PLANT_DAYS, REACHES, ROOM, SEEDS, SHADES, SPREADS, WANTS_LIGHT, WANTS_WATER, rows_of
from ecs.rolls import roll_below, start_of
from ecs.signals import Signal
from ecs.world import World

I8 = np.int64
KIND_COLUMNS = rows_of(PLANT_DAYS, GROWS, WANTS_WATER, WANTS_LIGHT, SHADES, REACHES, BLOOMS_FROM, BLOOMS_TO, SEEDS, SPREADS, ROOM)
DAYS, GROWTH, WATER, LIGHT, SHADE, REACH, FROM, TO, SEED, SPREAD, SPACE = range(len(KIND_COLUMNS))
KINDS = np.stack(KIND_COLUMNS)
#: By material: what the soil holds when it is full (micrometres), as in `soak`; 0 grows nothing.
BEARS = np.array([150_000, 60_000, 0, 190_000, 180_000, 0, 0, 0], "i8")
GROWN, FLOWERED, SEEDED, EATEN, DIED = range(len(PLANT_DEEDS))
FULL, DROWNED, MOST_SEEDLINGS = 65_535, 200_000, 4_096
#: A grazer in the block crops a flower, a bush or a tender tree on one day of so many.
TENDER, TASTE = 6_000, 90


def tend_plants(world: World, inbox: Sequence[Signal]) -> None:
    for _, passing, weather, ground, flora, fauna in world.each(Passing, Weather, Ground, Flora, Fauna):
        rows, cells = flora.rows, ground.cells
        if passing.steps % STEPS_A_DAY == 1:
            _shade(rows.read("kind"), rows.read("x"), rows.read("z"), rows.read("size"), KINDS, cells.write("shade"), ground.wide, ground.long, ground.cell)
        if len(rows):
            _tend(world, passing, weather, ground, flora, fauna)


def _tend(world: World, passing: Passing, weather: Weather, ground: Ground, flora: Flora, fauna: Fauna) -> None:
    rows, cells = flora.rows, ground.cells
    across = -(-ground.wide * ground.cell // BLOCK_UNITS)
    told, seedlings = np.zeros((KINDS.shape[1], len(PLANT_DEEDS)), "i8"), np.zeros((MOST_SEEDLINGS, 3), "i8")
    full = _room(rows.read("kind"), rows.read("x"), rows.read("z"), across, len(ground.blocks), KINDS.shape[1])
    mouths = _room(fauna.rows.read("kind"), fauna.rows.read("x"), fauna.rows.read("z"), across, len(ground.blocks), GRAZER + 1)
    plant = [rows.read("ids"), rows.read("kind"), rows.read("x"), rows.read("z"), *(rows.write(field) for field in ("size", "health", "age", "bloom"))]
    soil = [cells.read("material"), cells.read("soil"), cells.read("water"), cells.read("shade"), cells.write("fertility")]
    count = _live(*plant, *soil, full, mouths, KINDS, ground.wide, ground.long, ground.cell, across, passing.steps, weather.day_of_year,
                  weather.temperature, start_of(world.seed, "plants"), told, seedlings)
    for number, deed in enumerate(PLANT_DEEDS):
        if told[:, number].any():
            flora.deeds.write(deed)[:] += told[:, number]
    if told[:, DIED].any():
        rows.remove(rows.read("ids")[rows.read("health") == 0])
    if count:
        new = seedlings[:count]
        rows.add(count, kind=new[:, 0], x=new[:, 1], z=new[:, 2], size=1_500, health=40_000)


@njit(cache=True)
def _room(kind, x, z, across, blocks, kinds):
    """How many of each of the first kinds stand in each block."""
    full = np.zeros((kinds, blocks), np.int32)
    for row in range(len(kind)):
        if kind[row] < kinds:
            full[kind[row], min(blocks - 1, (z[row] >> BLOCK_SHIFT) * across + (x[row] >> BLOCK_SHIFT))] += 1
    return full


@njit(cache=True)
def _live(ids, kind, x, z, size, health, age, bloom, material, soil, water, shade, fertility, full, mouths, kinds, wide, long, cell_units, across, step, day, warm, dice, told, seedlings):
    """The rows whose turn it is; returns the number of seedlings. A row with health 0 afterwards has died."""
    count = 0
    for row in range(len(kind)):
        if ids[row] % STEPS_A_DAY != step % STEPS_A_DAY:
            continue
        k, who = I8(kind[row]), I8(ids[row])
        cell = min(long - 1, I8(z[row]) // cell_units) * wide + min(wide - 1, I8(x[row]) // cell_units)
        age[row] += 1
        well = _fares(cell, k, I8(size[row]), material, soil, water, shade, kinds)
        grown = kinds[GROWTH, k] * well // 256 * max(0, min(warm + 300, 2_000)) // 2_000
        size[row] = min(FULL, I8(size[row]) + grown)
        told[k, GROWN] += grown > 0
        fate = I8(health[row]) + (well - 70) * 8
        if I8(age[row]) > kinds[DAYS, k] and roll_below(64, dice, who, step, 1) == 0:
            fate = 0
        health[row] = max(0, min(FULL, fate))
        if fate <= 0:
            told[k, DIED] += 1
            fertility[cell] = min(FULL, I8(fertility[cell]) + I8(size[row]) // 64)
            continue
        block = min(full.shape[1] - 1, (I8(z[row]) >> BLOCK_SHIFT) * across + (I8(x[row]) >> BLOCK_SHIFT))
        if (k <= BUSH or size[row] < TENDER) and roll_below(TASTE, dice, who, step, 5) < mouths[0, block]:
            told[k, EATEN] += 1
            size[row], bloom[row] = I8(size[row]) // 3, 0
            continue
        open_now = kinds[FROM, k] <= day <= kinds[TO, k] and I8(size[row]) > FULL // 5 and warm > 0
        told[k, FLOWERED] += open_now and bloom[row] == 0
        bloom[row] = min(255, I8(size[row]) >> 8) if open_now else 0
        if open_now and count < len(seedlings) and roll_below(65_536, dice, who, step, 2) < kinds[SEED, k]:
            told[k, SEEDED] += 1
            count += _sow(k, who, I8(x[row]), I8(z[row]), material, water, shade, full, kinds, wide, long, cell_units, across, step, dice, seedlings, count)
    return count


@njit(cache=True)
def _fares(cell, k, size, material, soil, water, shade, kinds):
    """How well it is off, 0…256: the scarcer of water and light."""
    holds = BEARS[material[cell]]
    if holds == 0 or water[cell] > DROWNED:
        return I8(0)
    drink = min(I8(256), I8(soil[cell]) * 256 // holds * 128 // kinds[WATER, k] * 2)
    own = kinds[SHADE, k] * size // FULL
    light = min(I8(256), (255 - max(0, I8(shade[cell]) - own)) * 256 // kinds[LIGHT, k])
    return min(drink, light)


@njit(cache=True)
def _sow(k, who, x, z, material, water, shade, full, kinds, wide, long, cell_units, across, step, dice, seedlings, count):
    """A seed falls within the kind's spread; 1 when it takes."""
    spread = kinds[SPREAD, k] * 1024
    x += roll_below(2 * spread, dice, who, step, 3) - spread
    z += roll_below(2 * spread, dice, who, step, 4) - spread
    if x < 0 or z < 0 or x >= wide * cell_units or z >= long * cell_units:
        return 0
    cell, block = z // cell_units * wide + x // cell_units, z // BLOCK_UNITS * across + x // BLOCK_UNITS
    if BEARS[material[cell]] == 0 or water[cell] > 20_000 or 255 - I8(shade[cell]) < kinds[LIGHT, k] // 2 or full[k, block] >= kinds[SPACE, k]:
        return 0
    full[k, block] += 1
    seedlings[count, 0], seedlings[count, 1], seedlings[count, 2] = k, x, z
    return 1


@njit(cache=True)
def _shade(kind, x, z, size, kinds, shade, wide, long, cell_units):
    """Every crown darkens the cells under it; the darkest counts."""
    shade[:] = 0
    for row in range(len(kind)):
        reach = kinds[REACH, kind[row]] * 1024 * I8(size[row]) // FULL
        dark = kinds[SHADE, kind[row]] * I8(size[row]) // FULL
        if dark == 0:
            continue
        for line in range(max(0, (I8(z[row]) - reach) // cell_units), min(long - 1, (I8(z[row]) + reach) // cell_units) + 1):
            for column in range(max(0, (I8(x[row]) - reach) // cell_units), min(wide - 1, (I8(x[row]) + reach) // cell_units) + 1):
                shade[line * wide + column] = max(I8(shade[line * wide + column]), dark)
