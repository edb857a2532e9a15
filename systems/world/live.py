"""Let the animals live ten minutes: needs grow, what they were at has its effect, and each chooses what to do next.

The same for a place that is watched and one that is not, so births, deaths and hunger do not hang on who looks. Unwatched, an animal
is at its goal when the step is over; watched, `roam` has walked it there frame by frame. A hunt's end is a dice here and a
chase there. Rows are taken in the order of their ids, and one that was caught earlier in the step has no turn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from ecs import kinds
from ecs.components.fauna import ANIMALS, BREED, DEEDS, DIE, DRINK, FLEE, FLOCK, GRAZE, HUNT, REST, SLEEP, WANDER, Fauna
from ecs.components.ground import BLOCK_SHIFT, WALL, Ground
from ecs.components.weather import STEPS_A_DAY, Passing, Watchers, Weather
from ecs.herd import CLIFF, About, Buckets, Land, Moment, buckets_of, cell_under, land_of
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
#: What a step needs of an animal, one row of whole numbers each: a kernel that calls many small ones hands over one array, not twenty.
FIELDS = ("ids", "kind", "doing", "female", "x", "z", "gx", "gz", "health", "hunger", "thirst", "tired", "fear", "lonely", "bearing", "age", "with_id")
ID, KIND, DOING, FEMALE, X, Z, GX, GZ, HEALTH, HUNGER, THIRSTY, TIRED, FEAR, LONELY, BEARING, AGE, WITH = range(len(FIELDS))
TOUCHED = ("doing", "x", "z", "gx", "gz", "health", "hunger", "thirst", "tired", "fear", "lonely", "bearing", "age", "with_id")
FULL, STARVING, WADE, SWIM, AT_HAND = 65_535, 60_000, 350_000, 300_000, 8 * METRE
LOOKS = 3
LAND, AIR, WATER = kinds.LAND, kinds.AIR, kinds.WATER
NECTAR, MEAT, WEED = kinds.NECTAR, kinds.MEAT, kinds.WEED


def live(world: World, inbox: Sequence[Signal]) -> None:
    for _, passing, weather, watchers, ground, fauna in world.each(Passing, Weather, Watchers, Ground, Fauna):
        if len(fauna.rows):
            moment = Moment(passing.steps, int(weather.sun_height < 0), int(bool(watchers.who)), start_of(world.seed, "animals"))
            _step(fauna, land_of(ground, grazed=True), ground, moment)


def _step(fauna: Fauna, land: Land, ground: Ground, moment: Moment) -> None:
    told, young = np.zeros((len(ANIMALS), len(DEEDS)), "i8"), np.empty((4 * len(fauna.rows), 3), "i4")
    herd = np.stack([fauna.rows.read(field) for field in FIELDS], axis=1, dtype="i8")
    if not moment.watched:
        herd[:, X : Z + 1] = herd[:, GX : GZ + 1]
    buckets = buckets_of(herd[:, X], herd[:, Z], land, BLOCK_SHIFT)
    crowd, males = _crowds(herd, buckets, len(ANIMALS))
    about = About(ground.blocks.read("water"), ground.blocks.read("bloom"), crowd, males, buckets)
    count = _live(herd, land, about, KINDS, moment, told, young)
    for number, field in enumerate(FIELDS):
        if field in TOUCHED:
            fauna.rows.write(field)[:] = herd[:, number]
    for number, deed in enumerate(DEEDS):
        if told[:, number].any():
            fauna.deeds.write(deed)[:] += told[:, number]
    if told[:, DIE].any():
        fauna.rows.remove(herd[herd[:, HEALTH] == 0, ID])
    if count:
        new = young[:count]
        sexes = (fauna.rows.next_id + np.arange(count)) % 2
        fauna.rows.add(count, kind=new[:, 0], x=new[:, 1], z=new[:, 2], gx=new[:, 1], gz=new[:, 2], female=sexes, health=50_000, with_id=-1)


@njit(cache=True)
def _crowds(h, buckets, kinds):
    """(how many of each kind, how many grown males) in each block and the eight round it."""
    own = np.zeros((2, kinds, buckets.across * buckets.down), np.int32)
    for row in range(len(h)):
        block = min(buckets.down - 1, h[row, Z] >> buckets.shift) * buckets.across + min(buckets.across - 1, h[row, X] >> buckets.shift)
        own[0, h[row, KIND], block] += 1
        own[1, h[row, KIND], block] += h[row, FEMALE] == 0
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
    for row in range(len(h)):
        if h[row, HEALTH] == 0:
            continue
        k, block = h[row, KIND], _block(h, row, about.buckets)
        _need(h, row, k, block, about, kinds)
        _do(h, row, k, land, block, about, kinds, moment, told)
        if _ends(h, row, k, land, kinds, moment, told):
            continue
        born += _bear(h, row, k, kinds, told, young, born)
        _choose(h, row, k, land, block, about, kinds, moment)
        told[k, h[row, DOING]] += 1
    return born


@njit(cache=True)
def _block(h, row, buckets):
    """The block an animal stands in."""
    return min(buckets.down - 1, h[row, Z] >> buckets.shift) * buckets.across + min(buckets.across - 1, h[row, X] >> buckets.shift)


@njit(cache=True)
def _need(h, row, k, block, about, kinds):
    """Ten minutes of hunger, thirst, tiredness, fear, company and age."""
    asleep = h[row, DOING] == SLEEP
    h[row, HUNGER] = min(FULL, h[row, HUNGER] + (kinds[APPETITE, k] // 2 if asleep else kinds[APPETITE, k]))
    h[row, THIRSTY] = min(FULL, h[row, THIRSTY] + (kinds[THIRST, k] // 2 if asleep else kinds[THIRST, k]))
    h[row, TIRED] = max(0, h[row, TIRED] - 700) if asleep else min(FULL, h[row, TIRED] + 360)
    h[row, FEAR] = h[row, FEAR] * 3 // 4
    alone = about.crowd[k, block] < kinds[SOCIAL, k]
    h[row, LONELY] = min(FULL, h[row, LONELY] + 700) if alone else max(0, h[row, LONELY] - 400)
    h[row, AGE] += 1


@njit(cache=True)
def _do(h, row, k, land, block, about, kinds, moment, told):
    """What it was at has its effect, when it got where it wanted to be."""
    if abs(h[row, X] - h[row, GX]) + abs(h[row, Z] - h[row, GZ]) > AT_HAND and h[row, DOING] != HUNT:
        return
    if h[row, DOING] == DRINK:
        h[row, THIRSTY] = 0
    elif h[row, DOING] == GRAZE:
        _eat(h, row, k, land, block, about, kinds)
    elif h[row, DOING] == HUNT:
        _catch(h, row, k, land, kinds, moment, told)
    elif h[row, DOING] == BREED and h[row, BEARING] == 0:
        h[row, BEARING] = kinds[BEARS, k] * STEPS_A_DAY


@njit(cache=True)
def _eat(h, row, k, land, block, about, kinds):
    """Grass, seed or weed of the cell it stands on; nectar of the block, and what swarms find without it."""
    gain = kinds[MEAL, k]
    if kinds[EATS, k] == NECTAR:
        gain = gain if about.bloom[block] > 0 else gain // 2
    else:
        cell = cell_under(land, h[row, X], h[row, Z])
        bite = min(kinds[BITE, k], max(0, I8(land.grass[cell]) - 400))
        land.grass[cell] = I8(land.grass[cell]) - bite
        gain = gain * bite // kinds[BITE, k]
    h[row, HUNGER] = max(0, h[row, HUNGER] - gain)


@njit(cache=True)
def _catch(h, row, k, land, kinds, moment, told):
    """The chase ends: the dice say how, unless the prey is gone or far."""
    prey = np.searchsorted(h[:, ID], h[row, WITH])
    if prey >= len(h) or h[prey, ID] != h[row, WITH] or h[prey, HEALTH] == 0:
        return
    away = abs(h[row, X] - h[prey, X]) + abs(h[row, Z] - h[prey, Z])
    if away < 3 * kinds[REACH, k] * METRE and roll_below(65_536, moment.dice, h[row, ID], moment.step, 1) < kinds[LUCK, k]:
        h[row, HUNGER] = max(0, h[row, HUNGER] - kinds[MEAL, k])
        h[prey, HEALTH] = 0
        told[h[prey, KIND], EATEN] += 1
        told[h[prey, KIND], DIE] += 1


@njit(cache=True)
def _ends(h, row, k, land, kinds, moment, told):
    """Health follows the needs; True when this was its end. Past its span, each day may be the last."""
    lost = 900 * (h[row, HUNGER] >= STARVING) + 1_800 * (h[row, THIRSTY] >= STARVING)
    dry = kinds[MOVES, k] == WATER and land.water[cell_under(land, h[row, X], h[row, Z])] < 60_000
    health = h[row, HEALTH] - lost - 3_000 * dry + (150 if lost == 0 else 0)
    old = h[row, AGE] > kinds[LIFE, k] * STEPS_A_DAY and roll_below(kinds[LIFE, k] * STEPS_A_DAY // 8, moment.dice, h[row, ID], moment.step, 2) == 0
    if health > 0 and not old:
        h[row, HEALTH] = min(FULL, health)
        return False
    h[row, HEALTH] = 0
    told[k, DIE] += 1
    told[k, OF_AGE if old else OF_THIRST if dry or h[row, THIRSTY] >= STARVING else OF_HUNGER] += 1
    return True


@njit(cache=True)
def _bear(h, row, k, kinds, told, young, born):
    """Count down to the young; they come where the mother is. Returns how many."""
    if h[row, BEARING] == 0:
        return 0
    h[row, BEARING] -= 1
    if h[row, BEARING] > 0:
        return 0
    litter = min(kinds[LITTER, k], len(young) - born)
    for one in range(litter):
        young[born + one, 0], young[born + one, 1], young[born + one, 2] = k, h[row, X], h[row, Z]
    told[k, BORN] += litter
    return litter


@njit(cache=True)
def _choose(h, row, k, land, block, about, kinds, moment):
    """What it is at next, the most pressing first; and where."""
    hungry, thirsty, tired, doing = h[row, HUNGER], h[row, THIRSTY], h[row, TIRED], h[row, DOING]
    foe = _seen(h, row, about.buckets, kinds[FOES, k], kinds[SIGHT, k] * METRE, HUNT)
    off_hours = moment.dark != kinds[NIGHTLY, k]
    if foe >= 0:
        _flee(h, row, k, foe, land, kinds, moment)
    elif doing == SLEEP and tired > 3_000 and max(hungry, thirsty) < 45_000:
        _stay(h, row, SLEEP)
    elif thirsty > 26_000 and kinds[THIRST, k] > 0 and about.drink[block] >= 0:
        h[row, DOING], cell = DRINK, I8(about.drink[block])
        h[row, GX], h[row, GZ] = cell % land.wide * land.cell + land.cell // 2, cell // land.wide * land.cell + land.cell // 2
    elif tired > 50_000 or (off_hours and tired > 12_000 and max(hungry, thirsty) < 45_000):
        _stay(h, row, SLEEP)
    elif hungry > kinds[HUNGRY, k]:
        _feed(h, row, k, land, about, kinds, moment)
    elif _fertile(h, row, k, block, about, kinds, moment):
        _stay(h, row, BREED)
    elif kinds[SOCIAL, k] > 1 and (h[row, LONELY] > 12_000 or roll_below(8, moment.dice, h[row, ID], moment.step, 3) == 0):
        _join(h, row, k, land, about, kinds, moment)
    elif roll_below(3, moment.dice, h[row, ID], moment.step, 4) == 0:
        _stay(h, row, REST)
    elif kinds[EATS, k] != MEAT and hungry > 8_000:
        _feed(h, row, k, land, about, kinds, moment)
    else:
        h[row, DOING] = WANDER
        _look_round(h, row, k, land, kinds, moment, False)


@njit(cache=True)
def _stay(h, row, doing):
    """Do it here."""
    h[row, DOING], h[row, GX], h[row, GZ] = doing, h[row, X], h[row, Z]


@njit(cache=True)
def _fertile(h, row, k, block, about, kinds, moment):
    """A grown, fed female with a male about, where there is room for young and a dice agrees."""
    if h[row, FEMALE] == 0 or h[row, BEARING] > 0 or h[row, AGE] < kinds[GROWN, k] * STEPS_A_DAY or about.males[k, block] == 0:
        return False
    room = max(0, kinds[CROWD, k] - I8(about.crowd[k, block]))
    return roll_below(65_536, moment.dice, h[row, ID], moment.step, 5) < kinds[BREEDS, k] * room // kinds[CROWD, k]


@njit(cache=True)
def _seen(h, row, buckets, wanted, sight, doing):
    """The nearest one of the wanted kinds (bits) within sight that is at `doing` (-1: whatever); -1 for none. Far crowds are cut at 24."""
    found, nearest = -1, sight
    if wanted == 0:
        return found
    x, z, seen = h[row, X], h[row, Z], 0
    for line in range(max(0, (z - sight) >> buckets.shift), min(buckets.down - 1, (z + sight) >> buckets.shift) + 1):
        for column in range(max(0, (x - sight) >> buckets.shift), min(buckets.across - 1, (x + sight) >> buckets.shift) + 1):
            bucket = line * buckets.across + column
            for place in range(buckets.first[bucket], buckets.first[bucket + 1]):
                other = buckets.rows[place]
                if (wanted >> h[other, KIND]) & 1 == 0 or h[other, HEALTH] == 0 or (doing >= 0 and h[other, DOING] != doing):
                    continue
                away, seen = max(abs(h[other, X] - x), abs(h[other, Z] - z)), seen + 1
                if away < nearest and seen < 64:
                    found, nearest = other, away
    return found


@njit(cache=True)
def _flee(h, row, k, foe, land, kinds, moment):
    """Away from it, as far as it sees, where its feet or wings allow."""
    h[row, DOING], h[row, FEAR], h[row, WITH] = FLEE, FULL, h[foe, ID]
    reach = kinds[SIGHT, k] * METRE
    dx, dz = h[row, X] - h[foe, X], h[row, Z] - h[foe, Z]
    length = max(1, max(abs(dx), abs(dz)) + min(abs(dx), abs(dz)) * 3 // 8)
    gx, gz = h[row, X] + dx * reach // length, h[row, Z] + dz * reach // length
    if _can_go(h, row, land, gx, gz, kinds[MOVES, k]):
        h[row, GX], h[row, GZ] = gx, gz
    else:
        _look_round(h, row, k, land, kinds, moment, False)


@njit(cache=True)
def _feed(h, row, k, land, about, kinds, moment):
    """Hunt what it eats, or look for the best of a few spots to graze."""
    if kinds[EATS, k] != MEAT:
        h[row, DOING] = GRAZE
        _look_round(h, row, k, land, kinds, moment, True)
        return
    prey = _seen(h, row, about.buckets, kinds[PREY, k], kinds[REACH, k] * METRE, -1)
    h[row, DOING] = WANDER if prey < 0 else HUNT
    if prey >= 0 and _can_go(h, row, land, h[prey, X], h[prey, Z], kinds[MOVES, k]):
        h[row, WITH], h[row, GX], h[row, GZ] = h[prey, ID], h[prey, X], h[prey, Z]
    else:
        h[row, DOING] = WANDER
        _look_round(h, row, k, land, kinds, moment, False)


@njit(cache=True)
def _join(h, row, k, land, about, kinds, moment):
    """Toward one of its own kind within the blocks around, chosen by dice."""
    own = _seen_by_dice(h, row, k, about.buckets, moment)
    h[row, DOING] = FLOCK
    if own < 0 or not _can_go(h, row, land, h[own, X], h[own, Z], kinds[MOVES, k]):
        _look_round(h, row, k, land, kinds, moment, False)
        return
    h[row, GX], h[row, GZ] = (h[row, X] + 3 * h[own, X]) // 4, (h[row, Z] + 3 * h[own, Z]) // 4


@njit(cache=True)
def _seen_by_dice(h, row, k, buckets, moment):
    """One of its own kind from a block near by; -1 when the dice find none."""
    for look in range(LOOKS):
        line = min(buckets.down - 1, max(0, h[row, Z] >> buckets.shift + roll_below(3, moment.dice, h[row, ID], moment.step, 20 + look) - 1))
        column = min(buckets.across - 1, max(0, h[row, X] >> buckets.shift + roll_below(3, moment.dice, h[row, ID], moment.step, 30 + look) - 1))
        bucket = line * buckets.across + column
        first, count = I8(buckets.first[bucket]), I8(buckets.first[bucket + 1]) - I8(buckets.first[bucket])
        for place in range(count):
            other = buckets.rows[first + (place + h[row, ID]) % count]
            if h[other, KIND] == k and other != row and h[other, HEALTH] > 0:
                return other
    return -1


@njit(cache=True)
def _look_round(h, row, k, land, kinds, moment, grazing):
    """A few spots within reach by dice; the best for grazing, or the first it can go to. Where none is, it stays."""
    reach, best = kinds[REACH, k] * METRE, I8(-1)
    bx, bz = h[row, X], h[row, Z]
    for look in range(LOOKS):
        gx = h[row, X] + roll_below(2 * reach, moment.dice, h[row, ID], moment.step, 6 + 2 * look) - reach
        gz = h[row, Z] + roll_below(2 * reach, moment.dice, h[row, ID], moment.step, 7 + 2 * look) - reach
        if not _can_go(h, row, land, gx, gz, kinds[MOVES, k]):
            continue
        value = I8(land.grass[cell_under(land, gx, gz)]) if grazing else I8(0)
        if value > best:
            best, bx, bz = value, gx, gz
        if not grazing:
            break
    h[row, GX], h[row, GZ] = bx, bz


@njit(cache=True)
def _can_go(h, row, land, gx, gz, moves):
    """Inside the place; for walkers a straight way without wall, cliff or deep water, for fish one that stays in the water."""
    if gx < 0 or gz < 0 or gx >= land.wide * land.cell or gz >= land.long * land.cell:
        return False
    if moves == AIR:
        return land.material[cell_under(land, gx, gz)] != WALL
    steps = (max(abs(gx - h[row, X]), abs(gz - h[row, Z])) >> land.shift) + 1
    x, z = h[row, X] << 8, h[row, Z] << 8
    dx, dz = ((gx << 8) - x) // steps, ((gz << 8) - z) // steps
    last, rise = I8(land.height[cell_under(land, x >> 8, z >> 8)]), CLIFF * land.cell >> 10
    for _ in range(steps):
        x, z = x + dx, z + dz
        cell = cell_under(land, x >> 8, z >> 8)
        if moves == WATER and land.water[cell] < SWIM:
            return False
        if moves == LAND and (land.water[cell] > WADE or land.material[cell] == WALL or abs(I8(land.height[cell]) - last) > rise):
            return False
        last = I8(land.height[cell])
    return True
