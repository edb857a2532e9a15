"""ACT: a goal that is said to the owner. Gate 2 weighs it; past the gate a line is asked for, and nobody waits for it."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.asking import ask_for_line
from ecs.attention.here import scene_here, wish_of
from ecs.attention.judging import judge
from ecs.components.mind import Mind, Thought
from ecs.components.notes import Notes
from ecs.json_line import compact
from ecs.signals import Signal
from ecs.stores import goals
from ecs.stores.lines import Item
from ecs.weighing import gate_line, held_back, kind_of
from ecs.world import World

PROMPT = "(Nobody has spoken. You speak first, to your owner, in one short line of your own, about this: {about} Say only that line.)"


def reach_out(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought in world.each(Mind, Thought):
        if mind.awake and thought.kind == "goal" and thought.intention in ("reach_out", "follow_up"):
            _weigh(world, name, thought, goals.find(world.get(name, Notes).goals, thought.ref))


def _weigh(world: World, name: str, thought: Thought, item: Item) -> None:
    scene = scene_here(world, name)
    verdict = judge(scene, wish_of(world, name, item))
    thought.gate2 = gate_line(verdict)
    if not verdict.imposes:
        held_back(world, name, item, verdict)
        thought.acted = compact({"kind": "silent"})
        return
    about = item.text if item.text.endswith((".", "!", "?")) else f"{item.text}."
    key = ask_for_line(world, name, thought.intention, item.id, item.text, PROMPT.format(about=about))
    thought.acted = compact({"kind": kind_of(verdict, scene), "started": key})
