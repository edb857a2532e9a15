"""Ten minutes have passed: the place takes its next step.

Steps count elapsed time, so a machine that slept owes them all at once; a beat lives a few of them (`ecs.step`) until none is owed.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import FRAME_US, elapsed_us
from ecs.components.weather import STEP_US, Passing
from ecs.signals import Signal
from ecs.step import due
from ecs.world import World


def next_step(world: World) -> int | None:
    """The frame by which the next step's ten minutes are over."""
    waits = [(passing.steps + 1) * STEP_US - elapsed_us(world.clock) for _, passing in world.each(Passing)]
    return world.frame + max(0, -(-min(waits) // FRAME_US)) if waits else None


@due(next_step)
def pass_time(world: World, inbox: Sequence[Signal]) -> None:
    for _, passing in world.each(Passing):
        passing.steps += 1
