"""ACT: an appointment, at its time, to whoever can hear it. Several at once are one digest. Nothing is scored, no model is asked."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.announcing import Appointment, ran_out, words_for
from ecs.attention.here import appointed, due_us, open_goals
from ecs.clock import elapsed_us, now_us
from ecs.components.initiative import Timers
from ecs.components.mind import Mind, Thought
from ecs.components.notes import Notes
from ecs.json_line import compact
from ecs.saying import say_first
from ecs.signals import Signal
from ecs.stores import goals
from ecs.ticking import jot, keep_goals
from ecs.timing import done_with
from ecs.weighing import forget_goal
from ecs.world import World


def announce(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought in world.each(Mind, Thought):
        if mind.awake and thought.intention == "announce" and thought.kind == "appointment":
            _announce(world, name, thought)


def _announce(world: World, name: str, thought: Thought) -> None:
    due = _due(world, name)
    refs = [one.ref for one in due]
    text = words_for(due, world.clock, elapsed_us(world.clock), now_us(world.clock))
    ident, line = say_first(world, name, text, "announce", ", ".join(refs))
    jot(world, name, line)
    _close(world, name, due)
    thought.acted = compact({"kind": "announce", "text_ref": ident, "refs": refs, "tokens": 0})


def _due(world: World, name: str) -> list[Appointment]:
    timers, elapsed, now = world.find(name, Timers), elapsed_us(world.clock), now_us(world.clock)
    found = [Appointment(timer.id, "timer", timer.label, timer.due_us) for timer in ran_out(timers, elapsed)] if timers else []
    for item in open_goals(world, name):
        if 0 <= due_us(item) <= now and appointed(world, name, item):
            found.append(Appointment(item.id, "reminder", item.text, elapsed - (now - due_us(item))))
    return sorted(found, key=lambda one: (one.due_us, one.ref))


def _close(world: World, name: str, due: list[Appointment]) -> None:
    done_with(world, name, [one.ref for one in due if one.kind == "timer"])
    closed = [one.ref for one in due if one.kind == "reminder"]
    for ref in closed:
        goals.set_state(world.get(name, Notes).goals, ref, "done")
        forget_goal(world, name, ref)
    if closed:
        keep_goals(world, name, f"Reminded: {', '.join(closed)}")
