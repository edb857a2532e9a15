"""Cut an answer short: by the owner's word, or because the process died under it.

What the owner cut leaves nothing. What a crash cut is asked again, since the message was acknowledged.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.speech import Talk, Turn, clear
from ecs.effects import CancelAsk
from ecs.events import publish
from ecs.signals import Signal
from ecs.world import World


def interrupt(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type == "cancel" or (signal.type == "suspend_gap" and signal.payload["cause"] == "off"):
            for name, turn in world.addressed(signal.to, Turn):
                if turn.state != "idle" and signal.payload.get("turn", turn.heard[0].turn) == turn.heard[0].turn:
                    _cut(world, signal, name, turn)


def _cut(world: World, signal: Signal, name: str, turn: Turn) -> None:
    publish(world, "draft_cancel", turn=turn.heard[0].turn)
    if signal.type == "cancel" and turn.ask:
        world.emit(CancelAsk(turn.ask))
    elif signal.type != "cancel":
        world.get(name, Talk).queue.insert(0, turn.heard[0])
    clear(turn)
