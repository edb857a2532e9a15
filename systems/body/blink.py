"""Blinking: one blink somewhere in every four seconds, its moment rolled for that stretch, so any frame knows its lids."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.body import Eyelids
from ecs.dice import below
from ecs.signals import Signal
from ecs.step import derived
from ecs.world import World

STRETCH = 256
BLINK = 10


@derived
def blink(world: World, inbox: Sequence[Signal]) -> None:
    stretch, into = divmod(world.frame, STRETCH)
    for name, lids in world.each(Eyelids):
        start = below(STRETCH - BLINK, world.seed, "blink", name, stretch)
        step = into - start
        lids.closed = 0 if not 0 <= step < BLINK else 65_535 * min(step + 1, BLINK - step) // (BLINK // 2)
