"""What each kind of plant and animal is like: the numbers of the place, in the order of `PLANTS` and `ANIMALS`.

Kept as tuples here and as arrays where a kernel needs them. Time in days unless it says steps of ten minutes.
"""

from __future__ import annotations

import numpy as np

STEPS_A_DAY = 144

# ---- plants:   flower bush  oak     birch  pine   willow apple
PLANT_DAYS = (200, 3_000, 40_000, 20_000, 30_000, 15_000, 12_000)  # how old it grows
GROWS = (1_400, 130, 18, 30, 24, 36, 40)  # of 65,535 a day, when all is well
WANTS_WATER = (70, 70, 70, 60, 40, 110, 80)  # of 256 of what its soil can hold
WANTS_LIGHT = (110, 60, 60, 130, 70, 110, 120)  # of 255; the rest may be shade
SHADES = (0, 60, 190, 110, 170, 130, 120)  # of 255, grown
REACHES = (0, 1, 4, 3, 3, 4, 3)  # metres of its crown
BLOOMS_FROM = (70, 110, 110, 95, 120, 70, 110)  # day of the year since the winter solstice
BLOOMS_TO = (310, 170, 150, 130, 170, 120, 150)
SEEDS = (2_600, 90, 30, 30, 30, 40, 40)  # chance of 65,536 a day while in bloom or fruit
SPREADS = (12, 16, 24, 40, 32, 30, 20)  # metres
ROOM = (30, 6, 6, 6, 6, 6, 3)  # in a block of 32 m; a fuller one takes no seedlings

# ---- animals:  grazer hunter bird fish swarm cat
LIFE = (150, 90, 110, 110, 40, 90)  # days; then each day may be the last
GROWN = (25, 18, 18, 22, 6, 18)  # days until it breeds
BEARS = (20, 20, 14, 14, 4, 20)  # days until the young come
LITTER = (3, 2, 2, 2, 1, 2)
BREEDS = (700, 620, 620, 620, 1_400, 620)  # chance of 65,536 a step, at no crowding
CROWD = (46, 14, 40, 90, 24, 14)  # of its own kind within its block and the eight round it: no more young
APPETITE = (150, 20, 190, 110, 120, 20)  # hunger a step
THIRST = (190, 170, 210, 0, 60, 170)
MEAL = (4_000, 40_000, 5_000, 4_000, 6_000, 40_000)  # hunger stilled by a bite or a catch
BITE = (160, 0, 24, 60, 0, 0)  # grass or weed it takes for that
SPEED = (4_096, 5_120, 7_168, 1_536, 2_048, 4_608)  # 1/1024 m a second, at its usual pace
HUNGRY = (16_000, 40_000, 16_000, 16_000, 16_000, 40_000)  # from then on food comes first
REACH = (24, 60, 90, 16, 40, 50)  # metres it looks round for food
SIGHT = (30, 60, 24, 8, 0, 40)  # metres at which it notices an enemy
LUCK = (0, 15_000, 0, 0, 0, 12_000)  # chance of 65,536 that a hunt ends with a catch
PREY = (0, 1 << 0, 0, 0, 0, 1 << 2)  # kinds it hunts, as bits; hunters take grazers, cats take birds
FOES = (1 << 1, 0, 1 << 5, 0, 0, 0)  # kinds it flees, as bits
SOCIAL = (4, 1, 5, 5, 2, 1)  # so many of its own about, and it is not lonely
NIGHTLY = (0, 1, 0, 0, 0, 1)  # awake in the dark
LAND, AIR, WATER = 0, 1, 2
MOVES = (LAND, LAND, AIR, WATER, AIR, LAND)
GRASS, SEED, WEED, NECTAR, MEAT = range(5)
EATS = (GRASS, MEAT, SEED, WEED, NECTAR, MEAT)


def rows_of(*lists: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Each list as int64, for kernels."""
    return tuple(np.array(one, "i8") for one in lists)
