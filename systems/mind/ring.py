"""While her mind is switched off, timers still ring: plainly, on a beat, to whoever can hear them. Nothing else is said."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.announcing import Appointment, ran_out, somebody_here, words_for
from ecs.clock import FRAME_US, elapsed_us, now_us
from ecs.components.dials import dial
from ecs.components.initiative import Timers
from ecs.diary import journal
from ecs.saying import say_first
from ecs.signals import Signal
from ecs.step import due
from ecs.timing import done_with
from ecs.world import World


def next_ring(world: World) -> int | None:
    """The frame of the first timer that somebody could hear; None while her mind is on, since then it announces them itself."""
    if not world.each(Timers) or dial(world, "mind.enabled"):
        return None
    slept = world.clock.slept_us
    return min((-(-(timers.open[0].due_us - slept) // FRAME_US) for name, timers in world.each(Timers) if timers.open and somebody_here(world, name)), default=None)


@due(next_ring)
def ring(world: World, inbox: Sequence[Signal]) -> None:
    for name, timers in world.each(Timers):
        out = ran_out(timers, elapsed_us(world.clock))
        if out and somebody_here(world, name):
            found = [Appointment(timer.id, "timer", timer.label, timer.due_us) for timer in out]
            text = words_for(found, world.clock, elapsed_us(world.clock), now_us(world.clock))
            done_with(world, name, [one.ref for one in found])
            journal(world, name, say_first(world, name, text, "announce", ", ".join(one.ref for one in found))[1])
