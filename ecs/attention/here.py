"""The scene a mind is in, and its open goals as wishes: the policy's input, taken from the world."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from ecs.attention.judging import is_appointment
from ecs.attention.scene import Scene, Wish
from ecs.clock import elapsed_us, now_us
from ecs.components.attention import Attention
from ecs.components.dials import Dials
from ecs.components.initiative import Initiative
from ecs.components.notes import Notes
from ecs.components.presence import Presence
from ecs.components.speech import Talk, Turn
from ecs.stores import goals
from ecs.stores.lines import Item
from ecs.world import World

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
#: Goals that are said to the owner; the rest are done in quiet.
TO_SAY = ("reach_out", "follow_up")


def scene_here(world: World, name: str) -> Scene:
    """What is so for this mind now."""
    presence, talk, turn = world.get(name, Presence), world.find(name, Talk), world.find(name, Turn)
    busy = bool(talk and talk.queue) or bool(turn and turn.state != "idle")
    return Scene(
        world.clock, elapsed_us(world.clock), now_us(world.clock), world.get("dials", Dials).values,
        world.get(name, Attention), presence.channels, presence.here_since_us, busy,
    )


def due_us(item: Item) -> int:
    """When a goal becomes fitting, microseconds since the Unix epoch; -1 when it has no time."""
    due = goals.due(item)
    return -1 if due is None else (due - _EPOCH) // timedelta(microseconds=1)


def wish_of(world: World, name: str, item: Item) -> Wish:
    """A goal as something that might be said."""
    initiative, clock = world.get(name, Initiative), world.clock
    met = initiative.met.get(item.id, elapsed_us(clock))
    origin = goals.value(item, "from").partition(":")[0]
    policy = item.keys.get("policy", "")
    return Wish(
        goals.value(item, "kind"), item.text, origin, goals.priority(item), due_us(item), now_us(clock) - (elapsed_us(clock) - met),
        policy if policy in goals.POLICIES else "", origin == "owner", ref=item.id,
    )


def open_goals(world: World, name: str) -> list[Item]:
    """Goals that are neither done nor dropped, in the file's order."""
    notes = world.find(name, Notes)
    return [item for item in notes.goals.items if goals.is_open(item)] if notes is not None else []


def is_hers(item: Item) -> bool:
    """Something she acts on; a task of the owner's is the owner's."""
    return goals.value(item, "kind") != "task" or goals.value(item, "from") == "self"


def appointed(world: World, name: str, item: Item) -> bool:
    """The owner asked for this at a stated time."""
    return goals.value(item, "kind") in TO_SAY and is_appointment(wish_of(world, name, item))


def channel_here(world: World, name: str) -> str:
    """Where a line of hers goes: a channel that is there, one with a voice first, else where they were last heard."""
    presence, said = world.get(name, Presence), world.get(name, Attention).said
    last = said[-1].channel if said else ""
    if last in presence.channels or not presence.channels:
        return last or "terminal"
    return min(presence.channels, key=lambda channel: (not presence.channels[channel], channel))
