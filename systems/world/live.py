"""Let the animals live ten minutes: needs grow, what they were at has its effect, and each chooses what to do next.

The same for a place that is watched and one that is not, so births, deaths and hunger do not hang on who looks. Unwatched, an animal
is at its goal when the step is over; watched, `roam` has walked it there frame by frame. A hunt's end is a dice here and a
chase there. Rows are taken in the order of their ids, and one that was caught earlier in the step has no turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from ecs import kinds
from ecs.components.fauna import ANIMALS, BREED, DEEDS, DIE, DRINK, FLEE, FLOCK, GRAZE, HUNT, REST, SLEEP, WANDER, Fauna
from ecs.components.ground import BLOCK_UNITS, WALL, Ground
from ecs.components.weather import STEPS_A_DAY, Passing, Watchers, Weather
from ecs.herd import CLIFF, Buckets, Herd, Land, buckets_of, cell_under, herd_of, land_of
from ecs.rolls import roll_below, start_of
from ecs.signals import Signal
from ecs.world import World

I8 = np.int64
METRE = 1024
KIND_COLUMNS = kinds.rows_of(
    kinds.LIFE, kinds.GROWN, kinds.BEARS, kinds.LITTER, kinds.BREEDS, kinds.CROWD, kinds.APPETITE, kinds.THIRST, kinds.MEAL, kinds.BITE,
    kinds.REACH, kinds.SIGHT, kinds.LUCK, kinds.PREY, kinds.FOES, kinds.SOCIAL, kinds.NIGHTLY, kinds.MOVES, kinds.EATS, kinds.HUNGRY,
)
LIFE, GROWN, BEARS, LITTER, BREEDS, CROWD, APPETITE, THIRST, MEAL, BITE, REACH, SIGHT, LUCK, PREY, FOES, SOCIAL, NIGHTLY, MOVES, EATS, HUNGRY = range(len(KIND_COLUMNS))
KINDS = np.stack(KIND_COLUMNS)
BORN, OF_AGE, OF_HUNGER, OF_THIRST, EATEN = (DEEDS.index(deed) for deed in ("born", "of_age", "of_hunger", "of_thirst", "eaten"))
TOUCHED = ("doing", "x", "z", "gx", "gz", "health", "hunger", "thirst", "tired", "fear", "lonely", "bearing", "age", "with_id")
FULL, STARVING, WADE, SWIM, AT_HAND = 65_535, 60_000, 350_000, 300_000, 8 * METRE
LOOKS, MOST_YOUNG = 4, 65_536
LAND, AIR, WATER = kinds.LAND, kinds.AIR, kinds.WATER
NECTAR, MEAT, WEED = kinds.NECTAR, kinds.MEAT, kinds.WEED


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


def live(world: World, inbox: Sequence[Signal]) -> None:
    for _, passing, weather, watchers, ground, fauna in world.each(Passing, Weather, Watchers, Ground, Fauna):
        if len(fauna.rows):
            herd, land = herd_of(fauna.rows, TOUCHED), land_of(ground, grazed=True)
            moment = Moment(passing.steps, int(weather.sun_height < 0), int(bool(watchers.who)), start_of(world.seed, "animals"))
            _step(fauna, herd, land, ground, moment)


def _step(fauna: Fauna, herd: Herd, land: Land, ground: Ground, moment: Moment) -> None:
    told, young = np.zeros((len(ANIMALS), len(DEEDS)), "i8"), np.zeros((MOST_YOUNG, 3), "i4")
    if not moment.watched:
        herd.x[:], herd.z[:] = herd.gx, herd.gz
    buckets = buckets_of(herd, land, BLOCK_UNITS)
    crowd, males = _crowds(herd, buckets, len(ANIMALS))
    about = About(ground.blocks.read("water"), ground.blocks.read("bloom"), crowd, males, buckets)
    count = _live(herd, land, about, KINDS, moment, told, young)
    for number, deed in enumerate(DEEDS):
        if told[:, number].any():
            fauna.deeds.write(deed)[:] += told[:, number]
    if told[:, DIE].any():
        fauna.rows.remove(herd.ids[herd.health == 0])
    if count:
        new = young[:count]
        sexes = (fauna.rows.next_id + np.arange(count)) % 2
        fauna.rows.add(count, kind=new[:, 0], x=new[:, 1], z=new[:, 2], gx=new[:, 1], gz=new[:, 2], female=sexes, health=50_000, with_id=-1)


@njit(cache=True)
def _crowds(herd, buckets, kinds):
    """(how many of each kind, how many grown males) in each block and the eight round it."""
    own = np.zeros((2, kinds, buckets.across * buckets.down), np.int32)
    for row in range(len(herd.kind)):
        block = min(buckets.down - 1, herd.z[row] // buckets.side) * buckets.across + min(buckets.across - 1, herd.x[row] // buckets.side)
        own[0, herd.kind[row], block] += 1
        own[1, herd.kind[row], block] += herd.female[row] == 0
    total = np.zeros_like(own)
    for block in range(buckets.across * buckets.down):
        x, z = block % buckets.across, block // buckets.across
        for nz in range(max(0, z - 1), min(buckets.down, z + 2)):
            for nx in range(max(0, x - 1), min(buckets.across, x + 2)):
                total[:, :, block] += own[:, :, nz * buckets.across + nx]
    return total[0], total[1]


@njit(cache=True)
def _live(h, land, about, kinds, moment, told, young):
    """One step of every animal; returns how many young came. A row with health 0 afterwards has died."""
    born = 0
    for row in range(len(h.kind)):
        if h.health[row] == 0:
            continue
        k, block = I8(h.kind[row]), _block(h, row, about.buckets)
        _need(h, row, k, block, about, kinds)
        _do(h, row, k, land, block, about, kinds, moment, told)
        if _ends(h, row, k, land, kinds, moment, told):
            continue
        born += _bear(h, row, k, kinds, told, young, born)
        _choose(h, row, k, land, block, about, kinds, moment)
        told[k, h.doing[row]] += 1
    return born


@njit(cache=True)
def _block(h, row, buckets):
    """The block an animal stands in."""
    return min(buckets.down - 1, I8(h.z[row]) // buckets.side) * buckets.across + min(buckets.across - 1, I8(h.x[row]) // buckets.side)


@njit(cache=True)
def _need(h, row, k, block, about, kinds):
    """Ten minutes of hunger, thirst, tiredness, fear, company and age."""
    asleep = h.doing[row] == SLEEP
    h.hunger[row] = min(FULL, I8(h.hunger[row]) + (kinds[APPETITE, k] // 2 if asleep else kinds[APPETITE, k]))
    h.thirst[row] = min(FULL, I8(h.thirst[row]) + (kinds[THIRST, k] // 2 if asleep else kinds[THIRST, k]))
    h.tired[row] = max(0, I8(h.tired[row]) - 700) if asleep else min(FULL, I8(h.tired[row]) + 360)
    h.fear[row] = I8(h.fear[row]) * 3 // 4
    alone = about.crowd[k, block] < kinds[SOCIAL, k]
    h.lonely[row] = min(FULL, I8(h.lonely[row]) + 700) if alone else max(0, I8(h.lonely[row]) - 400)
    h.age[row] += 1


@njit(cache=True)
def _do(h, row, k, land, block, about, kinds, moment, told):
    """What it was at has its effect, when it got where it wanted to be."""
    if abs(I8(h.x[row]) - I8(h.gx[row])) + abs(I8(h.z[row]) - I8(h.gz[row])) > AT_HAND and h.doing[row] != HUNT:
        return
    if h.doing[row] == DRINK:
        h.thirst[row] = 0
    elif h.doing[row] == GRAZE:
        _eat(h, row, k, land, block, about, kinds)
    elif h.doing[row] == HUNT:
        _catch(h, row, k, land, kinds, moment, told)
    elif h.doing[row] == BREED and h.bearing[row] == 0:
        h.bearing[row] = kinds[BEARS, k] * STEPS_A_DAY


@njit(cache=True)
def _eat(h, row, k, land, block, about, kinds):
    """Grass, seed or weed of the cell it stands on; nectar of the block, and what swarms find without it."""
    gain = kinds[MEAL, k]
    if kinds[EATS, k] == NECTAR:
        gain = gain if about.bloom[block] > 0 else gain // 2
    else:
        cell = cell_under(land, h.x[row], h.z[row])
        bite = min(kinds[BITE, k], max(0, I8(land.grass[cell]) - 400))
        land.grass[cell] = I8(land.grass[cell]) - bite
        gain = gain * bite // kinds[BITE, k]
    h.hunger[row] = max(0, I8(h.hunger[row]) - gain)


@njit(cache=True)
def _catch(h, row, k, land, kinds, moment, told):
    """The chase ends: the dice say how, unless the prey is gone or far."""
    prey = np.searchsorted(h.ids, h.with_id[row])
    if prey >= len(h.ids) or h.ids[prey] != h.with_id[row] or h.health[prey] == 0:
        return
    away = abs(I8(h.x[row]) - I8(h.x[prey])) + abs(I8(h.z[row]) - I8(h.z[prey]))
    if away < 3 * kinds[REACH, k] * METRE and roll_below(65_536, moment.dice, h.ids[row], moment.step, 1) < kinds[LUCK, k]:
        h.hunger[row] = max(0, I8(h.hunger[row]) - kinds[MEAL, k])
        h.health[prey] = 0
        told[h.kind[prey], EATEN] += 1
        told[h.kind[prey], DIE] += 1


@njit(cache=True)
def _ends(h, row, k, land, kinds, moment, told):
    """Health follows the needs; True when this was its end. Past its span, each day may be the last."""
    lost = 900 * (h.hunger[row] >= STARVING) + 1_800 * (h.thirst[row] >= STARVING)
    dry = kinds[MOVES, k] == WATER and land.water[cell_under(land, h.x[row], h.z[row])] < 60_000
    health = I8(h.health[row]) - lost - 3_000 * dry + (150 if lost == 0 else 0)
    old = I8(h.age[row]) > kinds[LIFE, k] * STEPS_A_DAY and roll_below(kinds[LIFE, k] * STEPS_A_DAY // 8, moment.dice, h.ids[row], moment.step, 2) == 0
    if health > 0 and not old:
        h.health[row] = min(FULL, health)
        return False
    h.health[row] = 0
    told[k, DIE] += 1
    told[k, OF_AGE if old else OF_THIRST if dry or h.thirst[row] >= STARVING else OF_HUNGER] += 1
    return True


@njit(cache=True)
def _bear(h, row, k, kinds, told, young, born):
    """Count down to the young; they come where the mother is. Returns how many."""
    if h.bearing[row] == 0:
        return 0
    h.bearing[row] -= 1
    if h.bearing[row] > 0:
        return 0
    litter = min(kinds[LITTER, k], len(young) - born)
    for one in range(litter):
        young[born + one, 0], young[born + one, 1], young[born + one, 2] = k, h.x[row], h.z[row]
    told[k, BORN] += litter
    return litter


@njit(cache=True)
def _choose(h, row, k, land, block, about, kinds, moment):
    """What it is at next, the most pressing first; and where."""
    hungry, thirsty, tired, doing = I8(h.hunger[row]), I8(h.thirst[row]), I8(h.tired[row]), h.doing[row]
    foe = _seen(h, row, about.buckets, kinds[FOES, k], kinds[SIGHT, k] * METRE, HUNT)
    off_hours = moment.dark != kinds[NIGHTLY, k]
    if foe >= 0:
        _flee(h, row, k, foe, land, kinds, moment)
    elif doing == SLEEP and tired > 3_000 and max(hungry, thirsty) < 45_000:
        _stay(h, row, SLEEP)
    elif thirsty > 26_000 and kinds[THIRST, k] > 0 and about.drink[block] >= 0:
        h.doing[row], cell = DRINK, I8(about.drink[block])
        h.gx[row], h.gz[row] = cell % land.wide * land.cell + land.cell // 2, cell // land.wide * land.cell + land.cell // 2
    elif tired > 50_000 or (off_hours and tired > 12_000 and max(hungry, thirsty) < 45_000):
        _stay(h, row, SLEEP)
    elif hungry > kinds[HUNGRY, k]:
        _feed(h, row, k, land, about, kinds, moment)
    elif _fertile(h, row, k, block, about, kinds, moment):
        _stay(h, row, BREED)
    elif kinds[SOCIAL, k] > 1 and (h.lonely[row] > 12_000 or roll_below(8, moment.dice, h.ids[row], moment.step, 3) == 0):
        _join(h, row, k, land, about, kinds, moment)
    elif roll_below(3, moment.dice, h.ids[row], moment.step, 4) == 0:
        _stay(h, row, REST)
    elif kinds[EATS, k] != MEAT and hungry > 8_000:
        _feed(h, row, k, land, about, kinds, moment)
    else:
        h.doing[row] = WANDER
        _look_round(h, row, k, land, kinds, moment, False)


@njit(cache=True)
def _stay(h, row, doing):
    """Do it here."""
    h.doing[row], h.gx[row], h.gz[row] = doing, h.x[row], h.z[row]


@njit(cache=True)
def _fertile(h, row, k, block, about, kinds, moment):
    """A grown, fed female with a male about, where there is room for young and a dice agrees."""
    if h.female[row] == 0 or h.bearing[row] > 0 or I8(h.age[row]) < kinds[GROWN, k] * STEPS_A_DAY or about.males[k, block] == 0:
        return False
    room = max(0, kinds[CROWD, k] - I8(about.crowd[k, block]))
    return roll_below(65_536, moment.dice, h.ids[row], moment.step, 5) < kinds[BREEDS, k] * room // kinds[CROWD, k]


@njit(cache=True)
def _seen(h, row, buckets, wanted, sight, doing):
    """The nearest one of the wanted kinds (bits) within sight that is at `doing` (-1: whatever); -1 for none. Far crowds are cut at 24."""
    found, nearest = -1, sight
    if wanted == 0:
        return found
    x, z, seen = I8(h.x[row]), I8(h.z[row]), 0
    for line in range(max(0, (z - sight) // buckets.side), min(buckets.down - 1, (z + sight) // buckets.side) + 1):
        for column in range(max(0, (x - sight) // buckets.side), min(buckets.across - 1, (x + sight) // buckets.side) + 1):
            bucket = line * buckets.across + column
            for place in range(buckets.first[bucket], buckets.first[bucket + 1]):
                other = buckets.rows[place]
                if (wanted >> I8(h.kind[other])) & 1 == 0 or h.health[other] == 0 or (doing >= 0 and h.doing[other] != doing):
                    continue
                away, seen = max(abs(I8(h.x[other]) - x), abs(I8(h.z[other]) - z)), seen + 1
                if away < nearest and seen < 64:
                    found, nearest = other, away
    return found


@njit(cache=True)
def _flee(h, row, k, foe, land, kinds, moment):
    """Away from it, as far as it sees, where its feet or wings allow."""
    h.doing[row], h.fear[row], h.with_id[row] = FLEE, FULL, h.ids[foe]
    reach = kinds[SIGHT, k] * METRE
    dx, dz = I8(h.x[row]) - I8(h.x[foe]), I8(h.z[row]) - I8(h.z[foe])
    length = max(1, max(abs(dx), abs(dz)) + min(abs(dx), abs(dz)) * 3 // 8)
    gx, gz = I8(h.x[row]) + dx * reach // length, I8(h.z[row]) + dz * reach // length
    if _can_go(h, row, land, gx, gz, kinds[MOVES, k]):
        h.gx[row], h.gz[row] = gx, gz
    else:
        _look_round(h, row, k, land, kinds, moment, False)


@njit(cache=True)
def _feed(h, row, k, land, about, kinds, moment):
    """Hunt what it eats, or look for the best of a few spots to graze."""
    if kinds[EATS, k] != MEAT:
        h.doing[row] = GRAZE
        _look_round(h, row, k, land, kinds, moment, True)
        return
    prey = _seen(h, row, about.buckets, kinds[PREY, k], kinds[REACH, k] * METRE, -1)
    h.doing[row] = WANDER if prey < 0 else HUNT
    if prey >= 0 and _can_go(h, row, land, I8(h.x[prey]), I8(h.z[prey]), kinds[MOVES, k]):
        h.with_id[row], h.gx[row], h.gz[row] = h.ids[prey], h.x[prey], h.z[prey]
    else:
        h.doing[row] = WANDER
        _look_round(h, row, k, land, kinds, moment, False)


@njit(cache=True)
def _join(h, row, k, land, about, kinds, moment):
    """Toward one of its own kind within the blocks around, chosen by dice."""
    own = _seen_by_dice(h, row, k, about.buckets, moment)
    h.doing[row] = FLOCK
    if own < 0 or not _can_go(h, row, land, I8(h.x[own]), I8(h.z[own]), kinds[MOVES, k]):
        _look_round(h, row, k, land, kinds, moment, False)
        return
    h.gx[row], h.gz[row] = (I8(h.x[row]) + 3 * I8(h.x[own])) // 4, (I8(h.z[row]) + 3 * I8(h.z[own])) // 4


@njit(cache=True)
def _seen_by_dice(h, row, k, buckets, moment):
    """One of its own kind from a block near by; -1 when the dice find none."""
    for look in range(LOOKS):
        line = min(buckets.down - 1, max(0, I8(h.z[row]) // buckets.side + roll_below(3, moment.dice, h.ids[row], moment.step, 20 + look) - 1))
        column = min(buckets.across - 1, max(0, I8(h.x[row]) // buckets.side + roll_below(3, moment.dice, h.ids[row], moment.step, 30 + look) - 1))
        bucket = line * buckets.across + column
        first, count = I8(buckets.first[bucket]), I8(buckets.first[bucket + 1]) - I8(buckets.first[bucket])
        for place in range(count):
            other = buckets.rows[first + (place + h.ids[row]) % count]
            if h.kind[other] == k and other != row and h.health[other] > 0:
                return other
    return -1


@njit(cache=True)
def _look_round(h, row, k, land, kinds, moment, grazing):
    """A few spots within reach by dice; the best for grazing, or the first it can go to. Where none is, it stays."""
    reach, best = kinds[REACH, k] * METRE, I8(-1)
    bx, bz = I8(h.x[row]), I8(h.z[row])
    for look in range(LOOKS):
        gx = I8(h.x[row]) + roll_below(2 * reach, moment.dice, h.ids[row], moment.step, 6 + 2 * look) - reach
        gz = I8(h.z[row]) + roll_below(2 * reach, moment.dice, h.ids[row], moment.step, 7 + 2 * look) - reach
        if not _can_go(h, row, land, gx, gz, kinds[MOVES, k]):
            continue
        value = I8(land.grass[cell_under(land, gx, gz)]) if grazing else I8(0)
        if value > best:
            best, bx, bz = value, gx, gz
        if not grazing:
            break
    h.gx[row], h.gz[row] = bx, bz


@njit(cache=True)
def _can_go(h, row, land, gx, gz, moves):
    """Inside the place; for walkers a straight way without wall, cliff or deep water, for fish one that stays in the water."""
    if gx < 0 or gz < 0 or gx >= land.wide * land.cell or gz >= land.long * land.cell:
        return False
    if moves == AIR:
        return land.material[cell_under(land, gx, gz)] != WALL
    x, z = I8(h.x[row]), I8(h.z[row])
    steps = max(abs(gx - x), abs(gz - z)) // land.cell + 1
    last = I8(land.height[cell_under(land, x, z)])
    for step in range(1, steps + 1):
        cell = cell_under(land, x + (gx - x) * step // steps, z + (gz - z) * step // steps)
        if moves == WATER and land.water[cell] < SWIM:
            return False
        if moves == LAND and (land.material[cell] == WALL or land.water[cell] > WADE or abs(I8(land.height[cell]) - last) > CLIFF * land.cell // METRE):
            return False
        last = I8(land.height[cell])
    return True
