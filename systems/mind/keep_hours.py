"""Before a tick runs: a resting mind begins to dream in its window when there is something to dream of, and stops at the window's end."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import elapsed_us
from ecs.components.dials import dial
from ecs.components.mind import Mind, MindState
from ecs.events import publish
from ecs.hours import left_us
from ecs.signals import Signal
from ecs.stores.dreaming import dream_backlog
from ecs.world import World


def keep_hours(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind in world.each(Mind):
        if mind.awake and mind.state in (MindState.DORMANT, MindState.DREAM):
            night = dream_backlog(world, name) and left_us(str(dial(world, "mind.dream_window")), world.clock)
            wanted = MindState.DREAM if night else MindState.DORMANT
            if wanted is not mind.state:
                before, mind.state, mind.state_since_us = mind.state, wanted, elapsed_us(world.clock)
                publish(world, "mind", state=wanted.value, before=before.value, next_tick_s=dial(world, f"mind.{wanted.value.lower()}_cadence_s"))
