"""Fold jumps of the machine's clock into the clock. Frames are never touched, so nothing here goes backwards."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.signals import Signal
from ecs.world import World


def keep_time(world: World, inbox: Sequence[Signal]) -> None:
    clock = world.clock
    for signal in inbox:
        if signal.type == "suspend_gap":
            clock.slept_us += signal.payload["us"]
        elif signal.type == "clock_changed":
            clock.stepped_us += signal.payload["us"]
        elif signal.type == "zone_changed":
            clock.zone = signal.payload["zone"]
            clock.transitions = tuple(tuple(pair) for pair in signal.payload["transitions"])
