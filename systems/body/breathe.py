"""Breathing: a smooth rise and fall, a closed form of the frame."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.angles import CIRCLE, wave
from ecs.components.body import Breath
from ecs.signals import Signal
from ecs.step import derived
from ecs.world import World


@derived
def breathe(world: World, inbox: Sequence[Signal]) -> None:
    for _, breath in world.each(Breath):
        breath.level = wave(world.frame % breath.period * CIRCLE // breath.period)
