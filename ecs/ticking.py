"""What a tick writes: the stages add to it, and it leaves as one commit at the tick's end (`systems/mind/keep.py`)."""

from __future__ import annotations

from ecs.clock import civil, local_day
from ecs.components.mind import Change, Thought
from ecs.components.notes import Notes
from ecs.components.speech import Owed
from ecs.diary import day_path, own_line
from ecs.stores.lines import render
from ecs.world import World

GOALS = "goals.md"


def write_later(world: World, name: str, change: Change, cause: str) -> None:
    """Add a change to what this tick writes; `cause` becomes a part of the commit's message."""
    thought = world.get(name, Thought)
    thought.changes.append(change)
    thought.causes.append(cause)


def jot(world: World, name: str, text: str) -> None:
    """A line of her own in her day, written with this tick."""
    day, owed = local_day(world.clock), world.get(name, Owed)
    title = f"# {day}\n" if owed.diary_day != day else ""
    owed.diary_day = day
    write_later(world, name, Change(day_path(day), "append", title + own_line(civil(world.clock), text)), text[:72])


def keep_goals(world: World, name: str, cause: str) -> None:
    """Her goals as they stand now go to `goals.md` with this tick."""
    notes = world.get(name, Notes)
    notes.texts[GOALS] = render(notes.goals)
    write_later(world, name, Change(GOALS, "replace", notes.texts[GOALS]), cause)
