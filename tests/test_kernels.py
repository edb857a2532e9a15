"""Kernels: a small movement over a table, the same bits compiled and not compiled, on one thread or row by row."""

from __future__ import annotations

import json

import numpy as np
from numba import njit

from ecs.columns import Table
from ecs.dice import dice_rows
from ecs.snapshot import digest, load, save
from ecs.step import Orders, advance
from ecs.world import World
from ground_parts import Herd, in_new_process

EDGE = 1 << 20


@njit(cache=False)
def walk(x, rest, speed, edge):
    """Move by speed in 1/65,536 of a unit, keep the remainder, turn round at the edge. int64 inside, shifts arithmetic."""
    for row in range(x.shape[0]):
        whole = np.int64(rest[row]) + np.int64(speed[row])
        x[row] += whole >> 16
        rest[row] = whole & 0xFFFF
        if x[row] < -edge or x[row] > edge:
            speed[row] = -speed[row]


def wander(world, inbox):
    """The system: dice as columns, the kernel over them."""
    for _, herd in world.each(Herd):
        table = herd.rows
        rolls = dice_rows(world.seed, "wander", table.read("ids"), world.frame)
        table.write("speed")[:] += (rolls % np.uint64(8192)).astype("i4") - 4096
        walk(table.write("x"), table.write("rest"), table.write("speed"), EDGE)


def walked(frames: int = 120, rows: int = 5000) -> list[str]:
    world, table = World("walk", 11), Table({"x": "i4", "rest": "i4", "speed": "i4"})
    table.add(rows, x=np.arange(rows) * 100 - 250_000, speed=np.arange(rows) * 37 - 90_000)
    world.spawn("herd", Herd(table))
    world.barrier()
    seen = []
    for frame in range(1, frames + 1):
        advance(world, Orders(frame=(wander,)), frame)
        if frame % 40 == 0:
            seen.append(digest(world))
            world = load(*save(world))
    return [*seen, str(int(world.get("herd", Herd).rows.read("x").sum()))]


def test_compiled_and_not_compiled_give_the_same_bits():
    code = "import json, test_kernels; from numba.core.config import DISABLE_JIT; print(json.dumps([DISABLE_JIT, test_kernels.walked()]))"
    plain, compiled = in_new_process(code, NUMBA_DISABLE_JIT="1"), in_new_process(code)
    assert (plain[0], compiled[0]) == (1, 0)
    assert plain[1] == compiled[1] == json.loads(json.dumps(walked())) and len(set(plain[1])) == 4


def test_a_remainder_is_kept_and_nothing_drifts():
    x, rest, speed = np.zeros(2, "i4"), np.zeros(2, "i4"), np.array([1, -1], "i4")
    for _ in range(65_536):
        walk(x, rest, speed, EDGE)
    assert x.tolist() == [1, -1] and rest.tolist() == [0, 0]
