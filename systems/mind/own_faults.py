"""Own up to parts of her that fail: once for each fault, to the owner and in her day. And see that a tick which failed comes to its end."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.mind import Mind, Thought, clear
from ecs.components.speech import Owed
from ecs.diary import journal
from ecs.events import publish
from ecs.faults import FIRST, Fault, faults_of
from ecs.signals import Signal
from ecs.step import due
from ecs.world import World


def untold(world: World) -> int | None:
    """At once after a fault; None in a sound world."""
    kept = faults_of(world)
    return world.frame if kept and (not all(fault.told for fault in kept.values()) or any(mind.awake for _, mind in world.each(Mind))) else None


@due(untold)
def own_faults(world: World, inbox: Sequence[Signal]) -> None:
    kept = faults_of(world)
    for fault in [fault for fault in kept.values() if not fault.told]:
        fault.told = True
        _tell(world, fault)
    if kept:
        _end_ticks(world)


def _tell(world: World, fault: Fault) -> None:
    again = f" It was the {fault.count}. time." if fault.count > 1 else ""
    publish(world, "notice", level="error", text=f"A part of her failed: {fault.system} ({fault.text}). It is left out for a while and tried again; talk goes on.{again} Please report it.")
    for name, _ in world.each(Owed):
        journal(world, name, f"A part of me failed: {fault.system} ({fault.text}). It rests a while; the rest of me goes on.")


def _end_ticks(world: World) -> None:
    """A tick whose last stage failed is over all the same: what it had sensed is not felt again."""
    for name, mind in world.each(Mind):
        if mind.awake:
            mind.awake, mind.next_tick = False, world.frame + FIRST
            thought = world.find(name, Thought)
            if thought is not None:
                clear(thought)
