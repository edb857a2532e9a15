"""The machine's clocks as an edge: notices suspends, clock steps and another time zone, and posts them as signals."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

SECOND_US = 1_000_000
_LOOK_BACK, _LOOK_AHEAD = timedelta(days=400), timedelta(days=366 * 30)


class ZoneError(ValueError):
    """The owner's fault: a time zone that nobody knows."""


@dataclass(frozen=True)
class Reading:
    """All clocks at one moment, microseconds. `boot` runs on through suspend; where there is no such clock it equals `mono`."""

    wall: int
    mono: int
    boot: int


def read() -> Reading:
    """The machine's clocks now."""
    mono = time.monotonic_ns() // 1000
    boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000 if hasattr(time, "CLOCK_BOOTTIME") else mono
    return Reading(time.time_ns() // 1000, mono, boot)


class MachineClock:
    """Compares readings. `look()` posts what changed since the last look: `suspend_gap`, then `clock_changed`."""

    def __init__(self, post: Callable, read: Callable[[], Reading] = read) -> None:
        self._post, self._read, self._last, self._slew = post, read, read(), 0

    def look(self, to: str) -> None:
        """A second of difference is the least that counts; smaller ones (a clock being slewed) add up."""
        now, last = self._read(), self._last
        self._last = now
        ran, real = now.mono - last.mono, now.boot - last.boot
        slept, stepped = real - ran, now.wall - last.wall - real + self._slew
        if slept < SECOND_US and stepped >= SECOND_US and now.boot == now.mono:
            slept, stepped = stepped, 0  # no clock that runs on through suspend: a leap forward is taken for sleep
        self._slew = stepped if abs(stepped) < SECOND_US else 0
        if slept >= SECOND_US:
            self._post("suspend_gap", {"us": slept, "cause": "sleep"}, to=to)
        if abs(stepped) >= SECOND_US:
            self._post("clock_changed", {"us": stepped}, to=to)


def machine_zone() -> str:
    """The IANA name of the machine's time zone; "UTC" when it does not say."""
    for name in (os.environ.get("TZ", "").lstrip(":"), _linked_zone(), _named_zone()):
        if name and _known(name):
            return name
    return "UTC"


@lru_cache(maxsize=64)
def transitions(zone: str, around_us: int) -> tuple[tuple[int, int], ...]:
    """((utc_seconds, offset_seconds), …) from a year before to thirty years after a moment. Raises ZoneError."""
    try:
        info = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ZoneError(f'there is no time zone "{zone}"; use a name such as "Europe/Lisbon" or "UTC"') from None
    start = datetime.fromtimestamp(around_us // SECOND_US, timezone.utc) - _LOOK_BACK
    found, at, end = [(int(start.timestamp()), _offset(info, start))], start, start + _LOOK_BACK + _LOOK_AHEAD
    while at < end:
        later = at + timedelta(days=7)
        if _offset(info, later) != found[-1][1]:
            moment = _change_between(info, at, later)
            found.append((int(moment.timestamp()), _offset(info, moment)))
        at = later
    return tuple(found)


def _change_between(info: ZoneInfo, low: datetime, high: datetime) -> datetime:
    before = _offset(info, low)
    while high - low > timedelta(seconds=1):
        middle = low + (high - low) // 2
        middle = middle.replace(microsecond=0)
        if middle <= low:
            break
        low, high = (middle, high) if _offset(info, middle) == before else (low, middle)
    return high.replace(microsecond=0)


def _offset(info: ZoneInfo, at: datetime) -> int:
    return int(at.astimezone(info).utcoffset().total_seconds())


def _known(name: str) -> bool:
    try:
        return bool(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


def _linked_zone() -> str:
    target = os.path.realpath("/etc/localtime").replace("\\", "/")
    return target.partition("zoneinfo/")[2]


def _named_zone() -> str:
    file = Path("/etc/timezone")
    return file.read_text(encoding="ascii", errors="replace").strip() if file.is_file() else ""
