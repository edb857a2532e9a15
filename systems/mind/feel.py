"""Let what the owner says and does move her mood, and let time pass over it."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import SECOND_US, elapsed_us
from ecs.components.mood import Mood
from ecs.components.presence import Presence
from ecs.components.speech import Talk
from ecs.selfhood.mood import fade, kind_of, move
from ecs.signals import Signal
from ecs.world import World

#: An absence of so long is felt when it ends.
DAYS_US = 2 * 86_400 * SECOND_US
UNFELT_US = 600 * SECOND_US


def feel(world: World, inbox: Sequence[Signal]) -> None:
    """Stands before `hear` in TURN: what was said colours already the answer to it."""
    for signal in inbox:
        mood = world.find(signal.to, Mood) if signal.type in ("user_message", "user_present") and signal.origin.trust == "owner" else None
        if mood is None:
            continue
        fade(world, mood)
        if signal.type == "user_message" and signal.payload["message_id"] not in world.get(signal.to, Talk).seen:
            mood.told_us = world.get(signal.to, Presence).last_heard_us
            move(mood, kind_of(signal.payload["text"]))
        elif signal.type == "user_present":
            _came(world, signal.to, mood)


def _came(world: World, name: str, mood: Mood) -> None:
    """Somebody came: a small gladness, and after days a quieter one. Coming and going every minute moves nothing."""
    presence = world.get(name, Presence)
    gone = elapsed_us(world.clock) - max(presence.last_heard_us, presence.away_since_us, presence.here_since_us)
    if presence.channels and gone > UNFELT_US:
        if gone >= DAYS_US:
            move(mood, "away for days")
        move(mood, "came")
