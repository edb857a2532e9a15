"""Time as the simulation knows it: a frame number, and arithmetic that turns it into civil time.

Three sums make a date. `epoch_us` is the machine's clock when frame 0 was, `slept_us` is time that passed without
frames (suspend, power off, a stall), `stepped_us` is what the machine's clock was set by. Frames and sleep are real
elapsed time and only grow; a stepped clock moves dates and nothing else.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from operator import itemgetter

from ecs.component import component

FRAMES_PER_SECOND = 64
FRAME_US = 15_625
SECOND_US = 1_000_000
_EPOCH = datetime(1970, 1, 1)
#: What a calendar can name, with two days left for offsets: a machine's clock may be set to anything and stops nobody.
_FIRST_US = -719_160 * 86_400 * SECOND_US
_LAST_US = 2_932_894 * 86_400 * SECOND_US
_since = itemgetter(0)


@component()
class Clock:
    """`transitions` is ((utc_seconds, offset_seconds), …) ascending: from that instant on, civil time has that offset."""

    frame: int = 0
    epoch_us: int = 0
    slept_us: int = 0
    stepped_us: int = 0
    zone: str = "UTC"
    transitions: tuple[tuple[int, ...], ...] = ()


def elapsed_us(clock: Clock) -> int:
    """Microseconds since frame 0, sleep included, clock steps not. Never goes back."""
    return clock.frame * FRAME_US + clock.slept_us


def now_us(clock: Clock) -> int:
    """Microseconds since the Unix epoch by the machine's clock. May step back."""
    return clock.epoch_us + elapsed_us(clock) + clock.stepped_us


def offset_at(clock: Clock, utc_us: int) -> int:
    """Seconds east of UTC that the zone had at that instant. Before the first transition, the first one's."""
    if not clock.transitions:
        return 0
    passed = bisect_right(clock.transitions, utc_us // SECOND_US, key=_since)
    return clock.transitions[max(0, passed - 1)][1]


def civil(clock: Clock) -> datetime:
    """The wall clock of the resident's zone, with its own offset."""
    return civil_at(clock, now_us(clock))


def civil_at(clock: Clock, utc_us: int) -> datetime:
    """The same for another instant, microseconds since the Unix epoch."""
    east = offset_at(clock, utc_us)
    return (_EPOCH + timedelta(seconds=east, microseconds=max(_FIRST_US, min(_LAST_US, utc_us)))).replace(tzinfo=_zone(east))


def instant_of(clock: Clock, day: str, minute: int) -> int:
    """The instant of a minute of one of her days (YYYY-MM-DD); of an hour that came twice it is one of the two."""
    local_us = (datetime.fromisoformat(day) + timedelta(minutes=minute) - _EPOCH) // timedelta(microseconds=1)
    guess = local_us - offset_at(clock, local_us) * SECOND_US
    return local_us - offset_at(clock, guess) * SECOND_US


@lru_cache(maxsize=64)
def _zone(east: int) -> timezone:
    return timezone(timedelta(seconds=east))


def stamp(clock: Clock, precision: str = "seconds") -> str:
    """RFC 3339 with the resident's offset; `precision` is "seconds" or "milliseconds"."""
    return civil(clock).isoformat(timespec=precision)


def local_day(clock: Clock) -> str:
    """Her date, YYYY-MM-DD."""
    return civil(clock).strftime("%Y-%m-%d")


def frames(seconds: int) -> int:
    """Whole frames in so many seconds."""
    return seconds * FRAMES_PER_SECOND


def next_beat(frame: int) -> int:
    """The first beat at or after this frame."""
    return -(-frame // FRAMES_PER_SECOND) * FRAMES_PER_SECOND
