"""Note who looks at the place: being watched is a signal, and drawing has no say in it."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.weather import Watchers
from ecs.signals import Signal
from ecs.world import World


def notice_watchers(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type == "command" and signal.payload["name"] == "watch" and signal.origin.trust in ("host", "owner"):
            values = signal.payload.get("values", {})
            for _, watchers in world.each(Watchers):
                watchers.who.pop(str(values.get("who", "")), None)
                if values.get("on"):
                    watchers.who[str(values.get("who", ""))] = True
