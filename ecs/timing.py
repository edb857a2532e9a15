"""Timers that run: what is done with them once they were announced, and what stands under way meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.initiative import Timers
from ecs.components.presence import UnderWay
from ecs.world import World


def done_with(world: World, name: str, idents: Sequence[str]) -> None:
    """Forget timers that were announced."""
    timers = world.find(name, Timers)
    if timers is not None and idents:
        timers.open = [timer for timer in timers.open if timer.id not in idents]
        note_under_way(world, name, timers)


def note_under_way(world: World, name: str, timers: Timers) -> None:
    """What runs stands among the things in progress."""
    under_way = world.find(name, UnderWay)
    if under_way is not None:
        others = {key: what for key, what in under_way.items.items() if not key.startswith("timer:")}
        under_way.items = others | {f"timer:{timer.id}": f"a timer for {timer.label}" if timer.label else "a timer" for timer in timers.open}
