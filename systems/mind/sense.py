"""SENSE: empty the mailbox into this tick's thought. What it takes is gone from the mailbox, so nothing is felt twice."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.mind import Mind, Thought
from ecs.signals import Signal
from ecs.world import World


def sense(world: World, inbox: Sequence[Signal]) -> None:
    for _, mind, thought in world.each(Mind, Thought):
        if mind.awake:
            thought.sensed, mind.mailbox = mind.mailbox, []
            thought.state = mind.state.value
