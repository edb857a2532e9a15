"""ACT: quiet work on a goal of her own. A model is asked what comes of it; the answer goes to her day, to nobody's ear."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.asking import ask_for_line, line_of
from ecs.clock import SECOND_US, elapsed_us, now_us
from ecs.attention.here import due_us
from ecs.components.dials import dial
from ecs.components.initiative import Act, Initiative
from ecs.components.mind import Mind, Thought
from ecs.components.notes import Notes
from ecs.json_line import compact
from ecs.signals import Signal
from ecs.stores import goals
from ecs.stores.goals import GoalError
from ecs.ticking import jot, keep_goals
from ecs.weighing import forget_goal
from ecs.world import World

PROMPT = "(You are by yourself, at work on this: {about} Write down in one line, for your own notebook, what you make of it. Only that line.)"


def work(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought, initiative in world.each(Mind, Thought, Initiative):
        if mind.awake and thought.intention == "work":
            if thought.kind == "act" and initiative.acts:
                _done(world, name, thought, initiative.acts.pop())
            elif thought.kind == "goal":
                _begin(world, name, thought)


def _begin(world: World, name: str, thought: Thought) -> None:
    item = goals.find(world.get(name, Notes).goals, thought.ref)
    if due_us(item) > now_us(world.clock):
        _later(world, name, item.id)
        thought.acted = compact({"kind": "work", "why": "its time has not come"})
        return
    key = ask_for_line(world, name, "work", item.id, item.text, PROMPT.format(about=item.text))
    thought.acted = compact({"kind": "work", "started": key})


def _done(world: World, name: str, thought: Thought, act: Act) -> None:
    """Work is done once something came of it; without words it waits for the next cooldown."""
    text = "" if act.failed else line_of(act.text)
    thought.acted = compact({"kind": "work", "finished": act.ask, "tokens": act.tokens})
    if not text:
        _later(world, name, act.ref)
        return
    try:
        goals.set_state(world.get(name, Notes).goals, act.ref, "done")
    except GoalError:
        return
    keep_goals(world, name, f"Worked on {act.ref}")
    jot(world, name, f"Worked on “{act.about}” ({act.ref}): {text}")
    forget_goal(world, name, act.ref)


def _later(world: World, name: str, ref: str) -> None:
    world.get(name, Initiative).later[ref] = elapsed_us(world.clock) + max(60, dial(world, "mind.reconsider_cooldown_s")) * SECOND_US
