"""Walk, fly and swim: while the place is watched, every animal moves on every frame toward what `live` chose.

A sixteenth of them looks about on each frame: toward the goal, beside its own kind (together, apart, the same way), and away
from a hunter that is after something. All of them move: on the ground not through walls, up cliffs or into deep water, under water
not out of it. Speeds are in 1/65536 of a unit a frame and keep their remainder.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from ecs import kinds
from ecs.clock import FRAMES_PER_SECOND
from ecs.components.fauna import BREED, DRINK, FLEE, HUNT, REST, SLEEP, Fauna
from ecs.components.ground import WALL, Ground
from ecs.components.weather import Watchers
from ecs.herd import CLIFF, buckets_of, cell_under, herd_of, land_of
from ecs.rolls import roll_below, start_of
from ecs.signals import Signal
from ecs.step import due
from ecs.world import World

I8 = np.int64
METRE = 1024
KIND_COLUMNS = kinds.rows_of(kinds.SPEED, kinds.FOES, kinds.SIGHT, kinds.SOCIAL, kinds.MOVES)
SPEED, FOES, SIGHT, SOCIAL, MOVES = range(len(KIND_COLUMNS))
KINDS = np.stack(KIND_COLUMNS)
TOUCHED = ("x", "z", "vx", "vz", "rx", "rz", "fear")
TURNS, SHIFT, NEAR, CLOSE, ENOUGH = 16, 12, 2 * METRE, METRE, 12
WADE, SWIM = 350_000, 300_000
LAND, AIR, WATER = kinds.LAND, kinds.AIR, kinds.WATER


def next_move(world: World) -> int | None:
    """Every frame while somebody looks; never when nobody does."""
    return world.frame + 1 if any(watchers.who for _, watchers in world.each(Watchers)) else None


@due(next_move)
def roam(world: World, inbox: Sequence[Signal]) -> None:
    for _, watchers, ground, fauna in world.each(Watchers, Ground, Fauna):
        if watchers.who and len(fauna.rows):
            herd, land = herd_of(fauna.rows, TOUCHED), land_of(ground)
            _steer(herd, buckets_of(herd.x, herd.z, land, SHIFT), KINDS, world.frame, start_of(world.seed, "roam"))
            _move(herd, land, KINDS)


@njit(cache=True)
def _steer(h, buckets, kinds, frame, dice):
    """New speeds for the rows whose turn it is."""
    for row in range(frame % TURNS, len(h.kind), TURNS):
        k = I8(h.kind[row])
        foe_x, foe_z, side_x, side_z, foes = _around(h, row, k, buckets, kinds)
        pace = kinds[SPEED, k] * 1024 // FRAMES_PER_SECOND * 64  # 1/65536 of a unit a frame
        if foes > 0:
            h.fear[row] = 65_535
            h.vx[row], h.vz[row] = _toward(foe_x, foe_z, pace * 2)
            continue
        dx, dz = I8(h.gx[row]) - I8(h.x[row]), I8(h.gz[row]) - I8(h.z[row])
        there = abs(dx) + abs(dz) < NEAR
        if there and (h.doing[row] == SLEEP or h.doing[row] == REST or h.doing[row] == BREED or h.doing[row] == DRINK):
            h.vx[row], h.vz[row] = 0, 0
            continue
        if there:
            dx, dz, pace = roll_below(2049, dice, h.ids[row], frame, 0) - 1024, roll_below(2049, dice, h.ids[row], frame, 1) - 1024, pace // 4
        if h.doing[row] == HUNT or h.doing[row] == FLEE:
            pace = pace * 2
        ax, az = _toward(dx, dz, pace)
        bx, bz = _toward(side_x, side_z, pace // 2)
        h.vx[row], h.vz[row] = ax + bx, az + bz


@njit(cache=True)
def _around(h, row, k, buckets, kinds):
    """(away from hunters x, z; what its own kind around pulls it to x, z; hunters seen), of at most `ENOUGH` in each square."""
    x, z, sight = I8(h.x[row]), I8(h.z[row]), kinds[SIGHT, k] * METRE // 4
    foe_x, foe_z, side_x, side_z, foes = I8(0), I8(0), I8(0), I8(0), 0
    column, line = min(buckets.across - 1, x >> SHIFT), min(buckets.down - 1, z >> SHIFT)
    for nz in range(max(0, line - 1), min(buckets.down, line + 2)):
        for nx in range(max(0, column - 1), min(buckets.across, column + 2)):
            bucket = nz * buckets.across + nx
            for place in range(buckets.first[bucket], min(buckets.first[bucket + 1], buckets.first[bucket] + ENOUGH)):
                other = buckets.rows[place]
                dx, dz = I8(h.x[other]) - x, I8(h.z[other]) - z
                away = abs(dx) + abs(dz)
                if h.kind[other] == k and other != row and kinds[SOCIAL, k] > 1:
                    pull = 1 if away > CLOSE else -6
                    side_x += dx * pull + I8(h.vx[other]) // 512
                    side_z += dz * pull + I8(h.vz[other]) // 512
                elif (kinds[FOES, k] >> I8(h.kind[other])) & 1 and h.doing[other] == HUNT and away < sight:
                    foe_x, foe_z, foes = foe_x - dx, foe_z - dz, foes + 1
    return foe_x, foe_z, side_x, side_z, foes


@njit(cache=True)
def _toward(dx, dz, pace):
    """A speed in the direction of (dx, dz), not above the way there in a sixteenth of a second; length by the octagon."""
    wide, tall = abs(dx), abs(dz)
    length = max(wide, tall) + min(wide, tall) * 3 // 8
    if length == 0:
        return I8(0), I8(0)
    return dx * pace // length, dz * pace // length


@njit(cache=True)
def _move(h, land, kinds):
    """One frame's way for everyone. Who is stopped turns a quarter and tries again on its next look."""
    for row in range(len(h.kind)):
        if h.vx[row] == 0 and h.vz[row] == 0:
            continue
        way_x, way_z = I8(h.rx[row]) + I8(h.vx[row]), I8(h.rz[row]) + I8(h.vz[row])
        x, z = I8(h.x[row]) + (way_x >> 16), I8(h.z[row]) + (way_z >> 16)
        if _may_stand(land, I8(h.x[row]), I8(h.z[row]), x, z, kinds[MOVES, h.kind[row]]):
            h.x[row], h.z[row], h.rx[row], h.rz[row] = x, z, way_x & 0xFFFF, way_z & 0xFFFF
        else:
            h.vx[row], h.vz[row] = -h.vz[row], h.vx[row]


@njit(cache=True)
def _may_stand(land, x, z, nx, nz, moves):
    """As `live` sees a way, for one step: inside, no wall, no cliff, no deep water; who stands in it already may leave."""
    if nx < 0 or nz < 0 or nx >= land.wide * land.cell or nz >= land.long * land.cell:
        return False
    if moves == AIR:
        return True
    here, there = cell_under(land, x, z), cell_under(land, nx, nz)
    if here == there:
        return True
    if moves == WATER:
        return land.water[there] >= SWIM or land.water[here] < SWIM
    stuck = land.material[here] == WALL or land.water[here] > WADE
    rise = abs(I8(land.height[there]) - I8(land.height[here]))
    return stuck or (land.material[there] != WALL and land.water[there] <= WADE and rise <= (CLIFF * land.cell >> 10))
