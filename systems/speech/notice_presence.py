"""Note who is there, channel by channel."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.presence import Presence
from ecs.signals import Signal
from ecs.world import World


def notice_presence(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        for _, presence in world.addressed(signal.to, Presence):
            if signal.type == "user_present":
                presence.channels[signal.payload["channel"]] = signal.payload["can_hear"]
            elif signal.type == "user_absent":
                presence.channels.pop(signal.payload["channel"], None)
            elif signal.type == "suspend_gap" and signal.payload["cause"] == "off":
                presence.channels.clear()
