"""DECIDE: one intention or rest. Signals of the talk are answered by the turn, so by themselves they move her to rest."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.mind import Mind, Thought
from ecs.signals import Signal
from ecs.world import World


def decide(world: World, inbox: Sequence[Signal]) -> None:
    for _, mind, thought in world.each(Mind, Thought):
        if mind.awake:
            thought.intention, thought.ref = "rest", ""
            thought.score = max((scored.score for scored in thought.appraised), default=0.0)
