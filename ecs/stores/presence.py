"""Who is here, since when, how long they were away: arithmetic on elapsed time, and the words for it."""

from __future__ import annotations

from ecs.clock import SECOND_US
from ecs.components.presence import Presence

MINUTE_US, HOUR_US, DAY_US = 60 * SECOND_US, 3600 * SECOND_US, 86_400 * SECOND_US


def come(presence: Presence, channel: str, can_hear: bool, elapsed_us: int) -> None:
    """Somebody is there on a channel."""
    if not presence.channels:
        presence.here_since_us = elapsed_us
    presence.channels[channel] = can_hear


def go(presence: Presence, channel: str, elapsed_us: int) -> None:
    """A channel went away; when it was the last one, they are gone."""
    if presence.channels.pop(channel, None) is not None and not presence.channels:
        presence.away_since_us = elapsed_us


def here_us(presence: Presence, elapsed_us: int) -> int:
    """How long they have been here, 0 when they are not."""
    return elapsed_us - presence.here_since_us if presence.channels and presence.here_since_us >= 0 else 0


def away_us(presence: Presence, elapsed_us: int) -> int:
    """How long they have been away; while they are here, how long the last absence was. -1 when they never left."""
    if presence.away_since_us < 0:
        return -1
    return max(0, (presence.here_since_us if presence.channels else elapsed_us) - presence.away_since_us)


def in_words(us: int) -> str:
    """A length of time as people say it, coarse enough to stay the same for a while."""
    for unit_us, one, many, from_us in ((DAY_US, "a day", "days", 20 * HOUR_US), (HOUR_US, "an hour", "hours", 50 * MINUTE_US)):
        if us >= from_us:
            count = max(1, (us + unit_us // 2) // unit_us)
            return one if count == 1 else "weeks" if unit_us == DAY_US and count > 20 else f"{count} {many}"
    return "some minutes" if us >= 3 * MINUTE_US else "a moment"
