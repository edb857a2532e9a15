"""ACT, the second half: what was asked of a model has come. Gate 2 is judged again, and only then is anything said."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.asking import line_of
from ecs.attention.here import scene_here, wish_of
from ecs.attention.judging import judge
from ecs.attention.scene import Verdict, Wish
from ecs.clock import SECOND_US, elapsed_us
from ecs.components.dials import dial
from ecs.components.initiative import Act, Initiative
from ecs.components.mind import Mind, Thought
from ecs.components.notes import Notes
from ecs.json_line import compact
from ecs.saying import say_first
from ecs.signals import Signal
from ecs.stores import goals
from ecs.stores.goals import GoalError
from ecs.stores.lines import Item
from ecs.ticking import jot, keep_goals
from ecs.weighing import forget_goal, gate_line, held_back, kind_of
from ecs.world import World

#: A model that had no words is asked once more after so long, then the thing rests for a cooldown.
AGAIN_US, TRIES = 300 * SECOND_US, 2
MURMUR = "murmur"


def finish(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought, initiative in world.each(Mind, Thought, Initiative):
        if mind.awake and thought.kind == "act" and thought.intention != "work" and initiative.acts:
            act = initiative.acts.pop()
            _finish(world, name, thought, act)


def _finish(world: World, name: str, thought: Thought, act: Act) -> None:
    item = _goal(world, name, act.ref)
    text = "" if act.failed else line_of(act.text)
    if item is None and act.intention != MURMUR:
        thought.acted = compact({"kind": "silent", "finished": act.ask, "why": "the goal has ended"})
    elif not text:
        _wordless(world, name, thought, act)
    else:
        _judge_again(world, name, thought, act, item, text)


def _goal(world: World, name: str, ref: str) -> Item | None:
    try:
        item = goals.find(world.get(name, Notes).goals, ref)
    except GoalError:
        return None
    return item if goals.is_open(item) else None


def _wordless(world: World, name: str, thought: Thought, act: Act) -> None:
    initiative, now = world.get(name, Initiative), elapsed_us(world.clock)
    tries = initiative.tries.get(act.ref, 0) + 1
    initiative.tries[act.ref] = 0 if tries >= TRIES else tries
    wait = dial(world, "mind.reconsider_cooldown_s") * SECOND_US if tries >= TRIES else AGAIN_US
    initiative.later[act.ref] = now + max(wait, AGAIN_US)
    if tries >= TRIES and initiative.told.get(act.ref) != "wordless":
        initiative.told[act.ref] = "wordless"
        jot(world, name, f"Had no words for “{act.about}” ({act.ref}); it waits.")
    thought.acted = compact({"kind": "silent", "finished": act.ask, "why": "no words came"})


def _judge_again(world: World, name: str, thought: Thought, act: Act, item: Item | None, text: str) -> None:
    scene = scene_here(world, name)
    verdict = judge(scene, wish_of(world, name, item) if item is not None else Wish(MURMUR, text))
    thought.gate2 = gate_line(verdict)
    if not verdict.imposes:
        _unsaid(world, name, thought, act, item, verdict)
        return
    kind = MURMUR if item is None else kind_of(verdict, scene)
    ident, line = say_first(world, name, text, kind, act.ref if item is not None else "")
    jot(world, name, line)
    if item is not None:
        _close(world, name, item)
    thought.acted = compact({"kind": "speak" if kind == MURMUR else kind, "finished": act.ask, "text_ref": ident, "tokens": act.tokens})


def _unsaid(world: World, name: str, thought: Thought, act: Act, item: Item | None, verdict: Verdict) -> None:
    if item is not None:
        held_back(world, name, item, verdict)
    else:
        world.get(name, Initiative).later[MURMUR] = elapsed_us(world.clock) + dial(world, "mind.reconsider_cooldown_s") * SECOND_US
    thought.acted = compact({"kind": "silent", "finished": act.ask})


def _close(world: World, name: str, item: Item) -> None:
    goals.set_state(world.get(name, Notes).goals, item.id, "done")
    keep_goals(world, name, f"Did {item.id}")
    forget_goal(world, name, item.id)
