"""A small living place for tests: 96 m of ground with a stream, a pond, a cliff and a wood, and a few of every kind."""

from __future__ import annotations

from ecs.signals import HOST, Signal
from ecs.step import advance, turn
from ecs.tape import Header
from ecs.world import World
from yurios.profiles.birth import born, orders_of

START = 1_775_023_200_000_000  # 2026-04-01T06:00:00Z
DAY, STEP = 86_400 * 64, 600 * 64
PLAN = {
    "title": "a glade",
    "ground": {
        "size": 96, "cell": 2, "base": 10, "hills": 6, "hill_length": 60, "springs": [[20, 6], [22, 6]],
        "cliff": [{"area": [[80, -4], [100, -4], [100, 40], [84, 40]], "rise": 9}], "wood": [{"at": [24, 74], "radius": 18}],
        "stream": [{"points": [[20, 6], [30, 30], [46, 44]], "from_height": 10, "to_height": 6}, {"points": [[50, 56], [60, 100]], "from_height": 6, "to_height": 4}],
        "pond": [{"at": [48, 48], "radius": 12, "depth": 2, "level": 6}],
    },
    "plant": [{"kind": kind, "count": count} for kind, count in (("flower", 80), ("bush", 20), ("oak", 8), ("birch", 8), ("pine", 8), ("willow", 4), ("apple", 4))],
    "animal": [{"kind": kind, "count": count} for kind, count in (("grazer", 24), ("hunter", 5), ("bird", 20), ("fish", 16), ("swarm", 12), ("cat", 5))],
}


def glade_header(seed: int = 7, **parts: object) -> Header:
    """The header of a glade; `parts` replace parts of its plan."""
    return Header(seed, "world", "glade", START, "UTC", (), {}, {"residents": [], "dials": {}, "place": {**PLAN, **parts}})


def glade(seed: int = 7, **parts: object) -> World:
    """The glade at frame 0."""
    return born(glade_header(seed, **parts))


def let_live(world: World, frames: int, jump: bool = True) -> World:
    """The world, so many frames on."""
    orders, end = orders_of(glade_header()), world.frame + frames
    while world.frame < end:
        advance(world, orders, end, jump)
    return world


def watch(world: World, on: bool = True, trust: str = "host") -> None:
    """Somebody looks, or looks away."""
    origin = HOST if trust == "host" else HOST.__class__("x", "x", trust)
    signal = Signal(1, world.frame, "", "command", "", {"name": "watch", "values": {"who": "test", "on": on}}, origin)
    turn(world, orders_of(glade_header()), (signal,))
