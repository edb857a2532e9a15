"""Take account of what the owner says about being spoken to, and of what it answers."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import elapsed_us, now_us
from ecs.components.attention import Attention
from ecs.components.speech import Talk
from ecs.reading.dates import Moment
from ecs.signals import Signal
from ecs.stores.attention import arrive, hear
from ecs.world import World


def attend(world: World, inbox: Sequence[Signal]) -> None:
    """Stands before `hear` in TURN, so that it sees which messages are new."""
    for signal in inbox:
        if signal.type == "user_present":
            for _, attention in world.addressed(signal.to, Attention):
                arrive(attention, elapsed_us(world.clock))
        attention = world.find(signal.to, Attention) if signal.type == "user_message" else None
        if attention is None or signal.origin.trust != "owner":
            continue
        talk, said = world.find(signal.to, Talk), signal.payload
        if talk is not None and said["message_id"] not in talk.seen:
            hear(attention, said["text"], said["channel"], elapsed_us(world.clock), Moment(now_us(world.clock), world.clock))
