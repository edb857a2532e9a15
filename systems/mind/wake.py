"""Begin the tick of every mind whose time has come."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.dials import dial
from ecs.components.mind import Mind
from ecs.signals import Signal
from ecs.step import due
from ecs.world import World


def next_tick(world: World) -> int | None:
    """The earliest frame on which a mind wants to tick; None while the owner has switched minds off."""
    if not world.each(Mind) or not dial(world, "mind.enabled"):
        return None
    return min((mind.next_tick for _, mind in world.each(Mind) if mind.next_tick >= 0), default=None)


@due(next_tick)
def wake(world: World, inbox: Sequence[Signal]) -> None:
    for _, mind in world.each(Mind):
        mind.awake = 0 <= mind.next_tick <= world.frame
        mind.tick += mind.awake
