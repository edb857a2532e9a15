"""Heed the host's own commands: the owner's dials, and how the model at hand wants to be asked."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.dials import Dials
from ecs.components.soul import Pair, Voice
from ecs.signals import Signal
from ecs.world import World


def heed(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type != "command" or signal.origin.trust not in ("host", "owner"):
            continue
        values = signal.payload.get("values", {})
        if signal.payload["name"] == "dials":
            world.get("dials", Dials).values.update(values)
        elif signal.payload["name"] == "voice":
            for _, voice in world.addressed(signal.to, Voice):
                _speak_so(voice, values)


def _speak_so(voice: Voice, values: dict) -> None:
    voice.size, voice.law, voice.limits = values["size"], values["law"], values["limits"]
    voice.examples = [Pair(owner, her) for owner, her in values["examples"]]
    voice.again, voice.stop = list(values["again"]), tuple(values["stop"])
    voice.max_tokens, voice.temperature = values["max_tokens"], values["temperature"]
