"""What is so right now, in words for a model: the hour, the room, who is there. And the truth about her body."""

from __future__ import annotations

from ecs.clock import civil
from ecs.components.presence import Presence
from ecs.components.room import Room, Thing
from ecs.world import World

#: Verbatim in every prompt: what she may never deny.
EMBODIMENT = (
    "You are an AI, and you say so when asked. You live on your owner's own machine, with a body, eyes and a room there, "
    "shown live; never claim to have none, and never claim to be a human being."
)

#: Not `%A`: a library may set the locale, and a prompt must not change by it.
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HOURS = ((5, "night"), (9, "early morning"), (12, "morning"), (14, "midday"), (18, "afternoon"), (22, "evening"), (24, "night"))


def part_of_day(hour: int) -> str:
    """A word for an hour."""
    return next(word for before, word in _HOURS if hour < before)


def situation(world: World, name: str) -> str:
    """One short paragraph. It names the part of the day and not the minute, so that it stays the same for hours."""
    now = civil(world.clock)
    room = next((room.title for _, room in world.each(Room)), "nowhere in particular")
    lit = any(thing.kind == "lamp" and thing.state == "on" for _, thing in world.each(Thing))
    there = sorted(world.get(name, Presence).channels)
    who = f"Your owner is with you ({', '.join(there)})." if there else "Nobody else is here."
    return f"It is {_DAYS[now.weekday()]} {part_of_day(now.hour)}. You are in {room}; the lamp is {'on' if lit else 'off'}. {who}"
