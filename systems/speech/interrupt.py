"""Cut an answer short: by the owner's word, or because the process died under it.

What the owner cut leaves nothing. What a crash cut is asked again, since the message was acknowledged.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.speech import Turn
from ecs.effects import CancelAsk
from ecs.events import publish
from ecs.signals import Signal
from ecs.world import World


def interrupt(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        turn = world.find(signal.to, Turn)
        if turn is None or turn.state == "idle":
            continue
        if signal.type == "cancel" and signal.payload.get("turn", turn.heard[0].turn) == turn.heard[0].turn:
            world.emit(CancelAsk(turn.ask))
            _void(world, turn)
            turn.state, turn.heard, turn.ask = "idle", [], ""
        elif signal.type == "suspend_gap" and signal.payload["cause"] == "off":
            _void(world, turn)
            turn.state, turn.attempt = "again", 0


def _void(world: World, turn: Turn) -> None:
    publish(world, "draft_cancel", turn=turn.heard[0].turn)
    turn.text = turn.reasoning = ""
