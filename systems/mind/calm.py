"""Let time pass over her mood, tick by tick."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.mind import Mind
from ecs.components.mood import Mood
from ecs.selfhood.mood import fade
from ecs.signals import Signal
from ecs.world import World


def calm(world: World, inbox: Sequence[Signal]) -> None:
    for _, mind, mood in world.each(Mind, Mood):
        if mind.awake:
            fade(world, mood)
