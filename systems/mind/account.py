"""Keep the accounts: every ask is estimated as it leaves, whoever makes it, and settled when it is answered.

Stands last in an order, where the asks of this pass can be seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.mind import Mind, MindState
from ecs.components.spending import Spending
from ecs.effects import Ask
from ecs.selfhood.spending import DREAM, TALK, THOUGHT, reserve, settle_spending
from ecs.signals import Signal
from ecs.step import due
from ecs.world import World


def when_asked(world: World) -> int | None:
    """At once when something was asked on this frame; of itself never."""
    return world.frame if any(isinstance(effect, Ask) for effect in world.effects) else None


@due(when_asked)
def account(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type == "model_done" and world.find(signal.to, Spending) is not None:
            spent = signal.payload.get("tokens_in", 0) - signal.payload.get("cached", 0) + signal.payload.get("tokens_out", 0)
            settle_spending(world, signal.to, signal.payload["ask"], max(0, spent))
    for effect in world.effects:
        if isinstance(effect, Ask) and world.find(effect.to, Spending) is not None:
            reserve(world, effect.to, effect, _purpose(world, effect))


def _purpose(world: World, ask: Ask) -> str:
    if ask.role == "chat" and ask.turn.startswith("t-"):
        return TALK
    mind = world.find(ask.to, Mind)
    return DREAM if mind is not None and mind.state is MindState.DREAM else THOUGHT
