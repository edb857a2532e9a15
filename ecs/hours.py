"""Windows of the day, as dials hold them: "22:00-09:00", which may pass midnight, or "" for never. By the wall clock of her zone."""

from __future__ import annotations

from ecs.clock import SECOND_US, Clock, civil, now_us, offset_at

DAY_MINUTES = 1440


def left_us(window: str, clock: Clock) -> int:
    """How long the window goes on from now in microseconds, 0 outside it. Its first minute is inside, its last is not."""
    if not window:
        return 0
    first, last = minutes_of(window)
    now = civil(clock)
    here = now.hour * 60 + now.minute
    inside = first <= here < last if first < last else here >= first or here < last
    minutes = (last - here) % DAY_MINUTES or DAY_MINUTES
    return _real(clock, (minutes * 60 - now.second) * SECOND_US - now.microsecond) if inside else 0


def _real(clock: Clock, by_the_wall_us: int) -> int:
    """How long that takes: in a night of summer time the wall clock jumps an hour on the way."""
    now = now_us(clock)
    jumped = offset_at(clock, now + by_the_wall_us) - offset_at(clock, now)
    return max(SECOND_US, by_the_wall_us - jumped * SECOND_US)


def minutes_of(window: str) -> tuple[int, int]:
    """The first minute of the day of a window, and the one it ends before."""
    first, last = (_minute(part) for part in window.split("-"))
    return first, last


def _minute(clock: str) -> int:
    hour, minute = clock.strip().split(":")
    return int(hour) * 60 + int(minute)
