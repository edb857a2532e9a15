"""ACT: a small nothing said into a lull. It is asked for here and said by `finish`, if the lull still holds."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.asking import ask_for_line
from ecs.attention.here import scene_here
from ecs.attention.judging import judge
from ecs.attention.scene import Wish
from ecs.clock import SECOND_US, elapsed_us
from ecs.components.dials import dial
from ecs.components.initiative import Initiative
from ecs.components.mind import Mind, Thought
from ecs.json_line import compact
from ecs.signals import Signal
from ecs.weighing import gate_line
from ecs.world import World

ABOUT = "murmur"
PROMPT = "(A lull. Your owner is near, and nobody needs an answer. Murmur one small thing about the hour, the light or the room, in a few words. Say only that.)"


def murmur(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought in world.each(Mind, Thought):
        if mind.awake and thought.kind == "impulse" and thought.intention == "murmur":
            verdict = judge(scene_here(world, name), Wish("murmur", ""))
            thought.gate2 = gate_line(verdict)
            world.get(name, Initiative).later[ABOUT] = elapsed_us(world.clock) + dial(world, "mind.reconsider_cooldown_s") * SECOND_US
            thought.acted = compact({"kind": "speak", "started": ask_for_line(world, name, "murmur", ABOUT, ABOUT, PROMPT)})
