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
ZONE_EVERY_US = 10 * SECOND_US
_LOOK_BACK, _LOOK_AHEAD = timedelta(days=400), timedelta(days=366 * 30)


class ZoneError(ValueError):
    """The owner's fault: a time zone that nobody knows."""


@dataclass(frozen=True)
class Reading:
    """All clocks at one moment, microseconds. `boot` runs on through suspend; None where there is no such clock."""

    wall: int
    mono: int
    boot: int | None = None


def read() -> Reading:
    """The machine's clocks now."""
    mono = time.monotonic_ns() // 1000
    boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000 if hasattr(time, "CLOCK_BOOTTIME") else None
    return Reading(time.time_ns() // 1000, mono, boot)


class MachineClock:
    """Compares readings. `look()` posts what changed since the last look: `suspend_gap`, `clock_changed`, `zone_changed`.

    `zone` tells the machine's time zone; leave it out where the owner has fixed one.
    """

    def __init__(self, post: Callable, read: Callable[[], Reading] = read, zone: Callable[[], str] | None = None) -> None:
        self._post, self._read, self._last = post, read, read()
        self._slept = self._stepped = 0
        self._zone, self._name, self._zone_looked = zone, zone() if zone else "", self._last.mono

    def look(self, to: str) -> None:
        """A second of difference is the least that counts; smaller ones (a clock being slewed, short naps) add up."""
        now, last = self._read(), self._last
        self._last = now
        ran = now.mono - last.mono
        real = ran if now.boot is None else now.boot - last.boot
        self._slept += real - ran
        self._stepped += now.wall - last.wall - real
        if now.boot is None and self._stepped >= SECOND_US:
            self._slept, self._stepped = self._slept + self._stepped, 0  # no clock that runs on: a leap forward is taken for sleep
        self._tell(to)
        if self._zone and now.mono - self._zone_looked >= ZONE_EVERY_US:
            self._look_at_zone(now, to)

    def _tell(self, to: str) -> None:
        if self._slept >= SECOND_US:
            self._post("suspend_gap", {"us": self._slept, "cause": "sleep"}, to=to)
            self._slept = 0
        if abs(self._stepped) >= SECOND_US:
            self._post("clock_changed", {"us": self._stepped}, to=to)
            self._stepped = 0

    def _look_at_zone(self, now: Reading, to: str) -> None:
        self._zone_looked, name = now.mono, self._zone()
        if name != self._name:
            self._name = name
            self._post("zone_changed", {"zone": name, "transitions": [list(pair) for pair in transitions(name, now.wall)]}, to=to)


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
