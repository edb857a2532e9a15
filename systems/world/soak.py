"""Let each cell drink and breathe: rain and snow come down, snow melts, water sinks in, the sun takes some back, grass grows.

A sixth of the rows on every step, so each cell has its turn once an hour, with the rain, snow and sun of that hour. What
sinks below the roots goes to the ground water. All amounts go through the ledger, so not a micrometre is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from ecs.components.ground import Ground
from ecs.components.weather import Passing, Weather
from ecs.signals import Signal
from ecs.world import World

I8 = np.int64
HOURLY = 6
#: By material: what the soil can hold, what it keeps against gravity, what sinks in within an hour (micrometres), how well grass does (0…256).
HOLDS = np.array([150_000, 60_000, 6_000, 190_000, 180_000, 50_000, 0, 0], "i8")
KEEPS = np.array([90_000, 20_000, 2_000, 185_000, 110_000, 30_000, 0, 0], "i8")
SINKS = np.array([12_000, 30_000, 1_000, 200, 20_000, 4_000, 0, 0], "i8")
GRASSY = np.array([256, 60, 8, 200, 140, 20, 0, 0], "i8")
DEEP_WATER, WEED_WATER = 4_000_000, 60_000


def soak(world: World, inbox: Sequence[Signal]) -> None:
    for _, passing, weather, ground in world.each(Passing, Weather, Ground):
        first = passing.steps % HOURLY
        cells, told = ground.cells, np.zeros(3, "i8")
        columns = [cells.write(field) for field in ("water", "soil", "snow", "fertility", "grass")]
        _soak(*columns, cells.read("material"), cells.read("shade"), ground.wide, ground.long, first,
              sum(weather.rains), sum(weather.snows), sum(weather.suns) // HOURLY, weather.temperature, weather.wind, told)
        ground.rained += int(told[0])
        ground.evaporated += int(told[1])
        ground.deep += int(told[2])


@njit(cache=True)
def _soak(water, soil, snow, fertility, grass, material, shade, wide, long, first, rain, fall, sun, warm, wind, told):
    """Rows first, first + 6, …; `told` gains (rained, evaporated, sunk below)."""
    thirst = max(0, warm + 600) * (sun + 4000) // 65_536 * (1500 + wind // 4) // 7_000
    melt = max(0, warm) * 3 // 2
    for z in range(first, long, HOURLY):
        for cell in range(z * wide, (z + 1) * wide):
            kind = I8(material[cell])
            wet, held, white = I8(water[cell]) + rain, I8(soil[cell]), I8(snow[cell]) + fall
            told[0] += rain + fall
            melted = min(white, melt)
            white, wet = white - melted, wet + melted
            sunk = min(wet, HOLDS[kind] - held, SINKS[kind])
            wet, held = wet - sunk, held + sunk
            up = min(wet, thirst)
            wet -= up
            if white == 0 and HOLDS[kind] > 0:
                drawn = min(held, (thirst - up) * held // HOLDS[kind] * (20_000 + I8(grass[cell])) // 65_536)
                held, up = held - drawn, up + drawn
            told[1] += up
            if held > KEEPS[kind]:
                below = (held - KEEPS[kind]) >> 6
                held, told[2] = held - below, told[2] + below
            water[cell], soil[cell], snow[cell] = wet, held, white
            _grow(cell, kind, wet, held, white, sun * (255 - I8(shade[cell])) // 255, warm, fertility, grass)


@njit(cache=True)
def _grow(cell, kind, wet, held, white, light, warm, fertility, grass):
    """Grass, or weed under water: toward what light, warmth, water and soil allow; it withers in drought and frost, and feeds the soil."""
    have, rich = I8(grass[cell]), I8(fertility[cell])
    drink = 256 if WEED_WATER < wet < DEEP_WATER else min(256, held * 320 // max(1, HOLDS[kind])) if wet <= WEED_WATER else 0
    pace = max(0, min(warm, 2200)) * light // 65_536 * drink // 256 * GRASSY[kind] // 256 * (rich + 8_000) // 65_536
    gain = (I8(65_535) - have) * pace // 320_000 + (2 if pace > 0 else 0)
    loss = have // 900 * (256 - drink) // 256 + have // (6_000 if warm < 200 or white > 0 else 24_000)
    grass[cell] = min(65_535, max(200 if GRASSY[kind] > 30 else 0, have + gain - loss))
    fertility[cell] = min(65_535, max(0, rich + loss // 8 - gain // 64 + (1 if rich < 30_000 else 0)))
