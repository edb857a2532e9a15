"""Take in the model's answer piece by piece: words are shown as they come, reasoning is kept apart and never shown."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.speech import Turn
from ecs.events import publish
from ecs.signals import Signal
from ecs.world import World


def listen(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        turn = world.find(signal.to, Turn) if signal.type == "model_delta" else None
        if turn is None or not turn.ask or turn.ask != signal.payload["ask"]:
            continue
        turn.state = "streaming"
        if signal.payload["kind"] == "reasoning":
            turn.reasoning += signal.payload["text"]
        else:
            turn.text += signal.payload["text"]
            publish(world, "draft", turn=turn.heard[0].turn, text=signal.payload["text"])
