"""Note who is there, channel by channel, and since when."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import elapsed_us
from ecs.components.presence import Presence
from ecs.signals import Signal
from ecs.stores.presence import come, go
from ecs.world import World


def notice_presence(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        for _, presence in world.addressed(signal.to, Presence):
            if signal.type == "user_present":
                come(presence, signal.payload["channel"], signal.payload["can_hear"], elapsed_us(world.clock))
            elif signal.type == "user_absent":
                go(presence, signal.payload["channel"], elapsed_us(world.clock))
            elif signal.type == "suspend_gap" and signal.payload["cause"] == "off":
                for channel in list(presence.channels):
                    go(presence, channel, elapsed_us(world.clock))
