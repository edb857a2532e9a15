"""One frame: few and rich things one by one, many and alike things as columns, both beside raw esper without an order.

The peer of a frame of rich entities runs the very same FRAME systems over a world that is esper alone: no names, no sorted
visits, no barrier. The peer of a table steps as many esper entities by the rule of the table's kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import esper
import numpy as np
from numba import njit

from ecs.clock import FRAME_US
from ecs.columns import Table
from ecs.components.body import Body, Breath, Eyelids, Gaze, GazeWish
from ecs.step import Orders, advance
from ecs.world import World
from systems.order import FRAME
from yurios.benches.row import Row, Tell, cost
from yurios.benches.stopwatch import least

FRAME_MS = FRAME_US / 1000
WALL = 10_240


def rows(tell: Tell, entities: tuple[int, ...] = (10, 100, 1_000, 10_000), columns: tuple[int, ...] = (1_000, 10_000, 100_000)) -> list[Row]:
    found = []
    for count in entities:
        tell(f"{count:,} rich entities")
        found += _rich(count)
    for count in columns:
        tell(f"a table of {count:,} rows")
        found.append(_columns(count))
    return found


def _every_frame(world: World, inbox: object) -> None:
    """Unmarked, so that no frame is jumped over."""


def _rich(count: int) -> list[Row]:
    world, raw = World("bench", 7), Raw(count)
    for number in range(count):
        world.spawn(f"e{number}", *_parts(number))
    world.barrier()
    orders, times = Orders(frame=(*FRAME, _every_frame)), max(1, 2_000 // count)
    first = world.frame
    ours = least(lambda: advance(world, orders, world.frame + 1), times)
    frames = world.frame - first
    breathing = sum(breath.level > 0 for _, breath in world.each(Breath))
    theirs = least(raw.step, times)
    visit = least(lambda: [None for _, body, breath, lids, gaze in world.each(Body, Breath, Eyelids, Gaze)], times)
    raw_visit = least(lambda: [None for _, body, breath, lids, gaze in raw.each(Body, Breath, Eyelids, Gaze)], times)
    changed = least(lambda: _after_a_change(world), 1, 5)
    raw_changed = least(raw.after_a_change, 1, 5)
    world.close()
    raw.close()
    goal = FRAME_MS if count <= 1_000 else None  # more than a thousand alike belong in columns
    return [
        cost(f"frame of {count} rich entities", ours * 1000, "ms", frames * breathing, goal, theirs * 1000),
        cost(f"visit of {count} rich entities", visit * 1000, "ms", count, None, raw_visit * 1000),
        cost(f"visit of {count} rich entities after one came", changed * 1000, "ms", count, None, raw_changed * 1000),
    ]


def _parts(number: int) -> tuple:
    return Body(number, 0, number), Breath(level=1), Eyelids(), Gaze(), GazeWish()


def _after_a_change(world: World) -> None:
    """Any coming or going makes the sorted visit anew."""
    world.put("e0", Breath(level=1))
    world.barrier()
    assert world.each(Body, Breath, Eyelids, Gaze)


class Raw:
    """esper alone, with as much of World's face as the FRAME systems look at."""

    seed = 7

    def __init__(self, count: int) -> None:
        self.frame = 0
        self._before = esper.current_world
        esper.switch_world("bench raw")
        self._entities = [esper.create_entity(*_parts(number)) for number in range(count)]
        self.close()

    def each(self, *kinds: type) -> Iterator[tuple]:
        esper.switch_world("bench raw")
        return ((entity, *parts) for entity, parts in esper.get_components(*kinds))

    def find(self, name: object, kind: type) -> object:
        return esper.try_component(name, kind)

    get = find

    def step(self) -> None:
        self.frame += 1
        for system in FRAME:
            system(self, ())

    def after_a_change(self) -> None:
        esper.switch_world("bench raw")
        esper.add_component(self._entities[0], Breath(level=1))
        assert esper.get_components(Body, Breath, Eyelids, Gaze)

    def close(self) -> None:
        esper.switch_world(self._before)


@njit
def _drift(x: np.ndarray, vx: np.ndarray, wall: int) -> None:
    """Go on by the speed, and turn round at the walls. Integers only."""
    for row in range(len(x)):
        x[row] += vx[row]
        if x[row] < 0 or x[row] >= wall:
            vx[row] = -vx[row]
            x[row] += 2 * vx[row]


@dataclass(slots=True)
class Point:
    """The same thing as one row, for the peer."""

    x: int
    vx: int


def _columns(count: int) -> Row:
    table = Table({"x": "i4", "vx": "i4"})
    places, speeds = np.arange(count, dtype="i4") * 7 % WALL, np.arange(count, dtype="i4") % 31 - 15
    table.add(count, x=places, vx=speeds)
    before, first, peer = np.array(table.read("x")), [Point(int(x), int(vx)) for x, vx in zip(places, speeds)], "bench points"
    _drift(table.write("x")[:1].copy(), table.write("vx")[:1].copy(), WALL)  # compiles; no row of the table is touched
    ours = least(lambda: _drift(table.write("x"), table.write("vx"), WALL), 20)
    home = esper.current_world
    esper.switch_world(peer)
    for point in first:
        esper.create_entity(point)
    theirs = least(_drift_points, 1, 5)
    esper.switch_world(home)
    esper.delete_world(peer)
    moved = int(np.count_nonzero(table.read("x") != before))
    return cost(f"frame of a table of {count} rows", ours * 1000, "ms", moved, FRAME_MS, theirs * 1000)


def _drift_points() -> None:
    for _, (point,) in esper.get_components(Point):
        point.x += point.vx
        if point.x < 0 or point.x >= WALL:
            point.vx = -point.vx
            point.x += 2 * point.vx
