"""Take in what the owner says: once for each message id, in the order it came, and look toward where it came from."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import elapsed_us, frames, local_day, now_us
from ecs.components.body import GazeWish
from ecs.components.presence import Presence
from ecs.components.speech import Heard, Talk
from ecs.events import message, publish
from ecs.signals import Signal
from ecs.world import World

REMEMBERED_IDS = 200
LOOK_FOR = frames(12)


def hear(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        talk = world.find(signal.to, Talk) if signal.type == "user_message" else None
        if talk is None or signal.payload["message_id"] in talk.seen:
            continue
        _take_in(world, signal, talk)
        _look_up(world, signal)


def _take_in(world: World, signal: Signal, talk: Talk) -> None:
    said, turn = signal.payload, f"t-{signal.seq}"
    talk.seen = [*talk.seen, said["message_id"]][-REMEMBERED_IDS:]
    talk.queue.append(Heard(turn, said["message_id"], said["text"], said["channel"], signal.at, local_day(world.clock), now_us(world.clock)))
    world.get(signal.to, Presence).last_heard_us = elapsed_us(world.clock)
    blocks = [{"type": "text", "text": said["text"]}]
    publish(world, "message", **message(said["message_id"], "owner", said["text"], said["channel"], turn, blocks))


def _look_up(world: World, signal: Signal) -> None:
    wish = world.find(signal.to, GazeWish)
    if wish is not None:
        wish.target, wish.until, wish.serial = "screen", world.frame + LOOK_FOR, wish.serial + 1
