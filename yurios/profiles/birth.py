"""A world as a header describes it: the same header gives the same world, so a replay needs nothing but the tape."""

from __future__ import annotations

from ecs.clock import Clock
from ecs.components.attention import Attention
from ecs.components.belief import Believed, Discourse, Expectations, Unthought
from ecs.components.body import Body, Breath, Eyelids, Gaze, GazeWish
from ecs.components.dials import Dials
from ecs.components.edits import Edits
from ecs.components.distilled import Backlog, Distilled
from ecs.components.initiative import Initiative, Timers
from ecs.components.mind import Budget, Mind, MindState, Thought
from ecs.components.mood import Face, Mood
from ecs.components.notes import Notes
from ecs.components.pages import Pages
from ecs.components.partner import Partner, Quarantine
from ecs.components.presence import Presence, UnderWay
from ecs.components.promised import Unscanned
from ecs.components.rendered import Rendered
from ecs.components.room import Room, Thing
from ecs.components.selfview import Marks, SelfView
from ecs.components.shelf import Shelf
from ecs.components.spending import Spending
from ecs.components.soul import Soul, Voice
from ecs.components.speech import Owed, Talk, Turn
from ecs.components.summary import Summary
from ecs.step import Orders
from ecs.stores.lines import Listing
from ecs.tape import Header
from ecs.world import World
from yurios.profiles.place import settle
from systems.order import COMPANION, WORLD

ORDERS: dict[str, Orders] = {"companion": COMPANION, "world": WORLD, "npc": COMPANION}


def born(header: Header) -> World:
    """The world at frame 0 of a header without a snapshot."""
    clock = Clock(0, header.epoch_us, 0, 0, header.zone, header.transitions)
    world = World(header.world, header.seed, clock)
    world.spawn("dials", Dials(dict(header.options["dials"])))
    place = header.options.get("place")
    if place:
        _furnish(world, place)
        settle(world, place)
    for name in header.options.get("residents", []):
        _resident(world, name, place)
    world.barrier()
    return world


def orders_of(header: Header) -> Orders:
    """The orders a header's profile runs by."""
    return ORDERS[header.profile]


def _furnish(world: World, place: dict) -> None:
    if "room" not in place:
        return
    room = place["room"]
    world.spawn("room", Room(room["title"], _units(room["width"]), _units(room["depth"]), _units(room["height"])))
    for thing in place.get("thing", []):
        x, y, z = (_units(length) for length in thing["at"])
        world.spawn(thing["name"], Thing(thing["kind"], "room", thing.get("state", "")), Body(x, y, z))


def _resident(world: World, name: str, place: dict | None) -> None:
    world.spawn(
        name, Soul(name, {}), Voice("full", "", "", [], []), Talk([], [], []), Turn(), Owed({}), Presence({}),
        Mind(MindState.IDLE, [], []), Thought([], []), Budget(), Notes(Listing([], [], []), Listing([], [], []), [], {}, []), Shelf({}),
        Believed(), Discourse(), Unthought(), Unscanned(), Expectations(), UnderWay({}), Attention(), Initiative(), Timers(), Rendered({}),
        Edits(), Spending(), Mood(), SelfView(), Marks(),
        Partner(), Quarantine(), Pages(), Distilled(), Backlog(), Summary(),
    )
    if place and "resident" in place:
        stand = place["resident"]
        x, y, z = (_units(length) for length in stand["at"])
        height, facing = _units(stand.get("height", 1600)), stand.get("facing", 0) * 65_536 // 360
        world.put(name, Body(x, y, z, facing, height), Breath(), Eyelids(), Gaze(), GazeWish(), Face())


def _units(millimetres: int) -> int:
    """Millimetres as 1/1024 m."""
    return millimetres * 1024 // 1000
