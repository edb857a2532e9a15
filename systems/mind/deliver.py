"""Put what minds can feel into their mailboxes, and wake them for it at the next beat."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.dials import dial
from ecs.components.mind import Felt, Mind
from ecs.signals import SIGNALS, Signal
from ecs.world import World


def deliver(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if _is_felt(signal) and dial(world, "mind.enabled"):
            for _, mind in world.addressed(signal.to, Mind):
                mind.mailbox.append(Felt(signal.seq, signal.type, signal.origin.trust))
                mind.next_tick = min(mind.next_tick, world.frame + 1)


def _is_felt(signal: Signal) -> bool:
    """A stall is the machine's own hiccup: feeling it would wake minds on a machine that is too slow already."""
    if signal.type == "suspend_gap" and signal.payload["cause"] == "stall":
        return False
    return SIGNALS.get(signal.type, ("mind",))[0] == "mind"
