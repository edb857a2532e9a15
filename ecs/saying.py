"""What becomes of a line that nobody asked for: the event, the raw window, the account of attention, the words for her day."""

from __future__ import annotations

from ecs.attention.here import channel_here
from ecs.clock import elapsed_us, local_day, stamp
from ecs.components.attention import Attention
from ecs.components.dials import dial
from ecs.components.initiative import Initiative
from ecs.components.presence import Presence
from ecs.components.speech import Exchange, Talk
from ecs.events import message, publish
from ecs.stores.attention import reach, ring
from ecs.world import World

_VERBS = {"speak": "Said", "suggest": "Left a line", "write": "Wrote, since nobody was there", "murmur": "Murmured", "announce": "Announced"}


def say_first(world: World, name: str, text: str, kind: str, ref: str) -> tuple[str, str]:
    """Say, leave or write a line. `kind` is speak, suggest, write, murmur or announce (an appointment, which counts for nothing).

    Returns the message's id, and what her day is to say of it.
    """
    initiative, channel = world.get(name, Initiative), channel_here(world, name)
    initiative.serial += 1
    ident, turn, appointment = f"m-p{initiative.serial}", f"p-{initiative.serial}", kind == "announce"
    heard = world.get(name, Presence).channels.get(channel, False)
    spoken = heard and kind in ("speak", "murmur", "announce")
    publish(world, "message", **message(ident, "her", text, channel, turn, [{"type": "text", "text": text}], proactive=True, appointment=appointment, spoken=spoken))
    _keep_in_window(world, name, turn, text, channel)
    if appointment:
        ring(world.get(name, Attention), text, elapsed_us(world.clock))
    else:
        reach(world.get(name, Attention), kind, text, ref, elapsed_us(world.clock), local_day(world.clock))
    about = f" ({ref})" if ref else ""
    return ident, f"{_VERBS[kind]}{about}: {text}"


def _keep_in_window(world: World, name: str, turn: str, text: str, channel: str) -> None:
    talk = world.get(name, Talk)
    one = Exchange(turn, "", text, stamp(world.clock, "milliseconds"), channel)
    talk.window = [*talk.window, one][-dial(world, "prompt.raw_window_turns") :]
