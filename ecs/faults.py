"""Systems that failed: what failed, how often, and until when it rests. A frame, beat or tick goes on without it.

A system that fails is left out for a minute, then two, then four, up to an hour; one run without a fault clears it. What
it had begun stays begun: its signals are not given to it again. TURN is not guarded: a signal on which it fails is set
aside at the next waking (`yurios.lives`).
"""

from __future__ import annotations

from dataclasses import field

from ecs.clock import FRAMES_PER_SECOND
from ecs.component import component, part
from ecs.world import CLOCK, World

FIRST, LONGEST = 60 * FRAMES_PER_SECOND, 3600 * FRAMES_PER_SECOND


@part
class Fault:
    """One system's failures in a row: `until` is the frame up to which it rests, `told` is true once the owner knows."""

    system: str
    text: str
    count: int
    until: int
    told: bool = False


@component()
class Faults:
    """By system, in the order of their first failure."""

    kept: dict[str, Fault] = field(default_factory=dict)


def faults_of(world: World) -> dict[str, Fault]:
    """What fails now; empty in a sound world."""
    found = world.each(Faults)
    return found[0][1].kept if found else {}


def rests(world: World, system: str) -> bool:
    """True while a system that failed is left out."""
    kept = faults_of(world)
    return system in kept and world.frame < kept[system].until


def note(world: World, system: str, error: Exception) -> None:
    """A system failed on this frame: it rests, twice as long each time."""
    kept = _component(world).kept
    before = kept.get(system)
    count = before.count + 1 if before else 1
    text = f"{type(error).__name__}: {error}"[:300]
    told = before is not None and before.told and before.text == text
    kept[system] = Fault(system, text, count, world.frame + min(LONGEST, FIRST << min(count - 1, 10)), told)


def sound(world: World, system: str) -> None:
    """A system ran without a fault after it had failed."""
    faults_of(world).pop(system, None)


def _component(world: World) -> Faults:
    """Made at the first fault, so that a sound world carries none."""
    if world.find(CLOCK, Faults) is None:
        world.put(CLOCK, Faults())
        world.barrier()
    return world.get(CLOCK, Faults)
