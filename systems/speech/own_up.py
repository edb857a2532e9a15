"""Own up to a signal on which she failed: a waking sets it aside, and what was said with it is marked unanswered."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import local_day, now_us
from ecs.components.speech import Heard, Talk
from ecs.diary import write_down
from ecs.events import publish
from ecs.signals import Signal
from ecs.world import World


def own_up(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type != "command" or signal.payload["name"] != "set_aside" or signal.origin.trust != "host":
            continue
        aside = signal.payload["values"]
        publish(world, "notice", level="error", text=f"She could not live through {_called(aside)} ({aside['fault']}). It was set aside and stays on her tape; please report it.")
        talk = world.find(signal.to, Talk) if aside["type"] == "user_message" else None
        if talk is not None and aside["payload"]["message_id"] not in talk.seen:
            _mark(world, signal, talk, aside)


def _called(aside: dict) -> str:
    return "a message of yours" if aside["type"] == "user_message" else f"signal {aside['seq']} ({aside['type']})"


def _mark(world: World, signal: Signal, talk: Talk, aside: dict) -> None:
    said = aside["payload"]
    talk.seen.append(said["message_id"])
    heard = Heard(f"t-{aside['seq']}", said["message_id"], said["text"], said["channel"], aside["at"], local_day(world.clock), now_us(world.clock))
    write_down(world, signal.to, heard, "", note="unanswered: a fault in her, and not in you")
