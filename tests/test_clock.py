"""The clock: frames only grow, and civil time is arithmetic on them that agrees with the zone database."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from ecs.clock import (
    FRAME_US, FRAMES_PER_SECOND, SECOND_US, Clock, civil, civil_at, elapsed_us, frames, local_day, next_beat, now_us, offset_at, stamp,
)
from ecs.signals import Signal
from ecs.world import World
from systems.world.keep_time import keep_time
from yurios.machine_clock import transitions

START = 1_772_409_600_000_000  # 2026-03-02T00:00:00Z
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "UTC")
TABLES = {zone: transitions(zone, START) for zone in ZONES}


@given(st.sampled_from(ZONES), st.integers(0, 20 * 365 * 86_400))
def test_civil_time_is_what_the_zone_database_says(zone, seconds):
    clock = Clock(0, START, seconds * SECOND_US, 0, zone, TABLES[zone])
    expected = datetime.fromtimestamp(START // SECOND_US + seconds, timezone.utc).astimezone(ZoneInfo(zone))
    assert civil(clock).isoformat() == stamp(clock) == expected.isoformat()
    assert local_day(clock) == expected.date().isoformat()


@pytest.mark.parametrize(
    ("zone", "before", "after"),
    [
        ("Europe/Berlin", "2026-03-29T01:59:59+01:00", "2026-03-29T03:00:00+02:00"),
        ("Europe/Berlin", "2026-10-25T02:59:59+02:00", "2026-10-25T02:00:00+01:00"),
        ("America/New_York", "2026-03-08T01:59:59-05:00", "2026-03-08T03:00:00-04:00"),
        ("America/New_York", "2026-11-01T01:59:59-04:00", "2026-11-01T01:00:00-05:00"),
    ],
)
def test_a_summer_time_night_moves_the_hands_and_nothing_else(zone, before, after):
    epoch = int(datetime.fromisoformat(before).timestamp()) * SECOND_US
    clock = Clock(0, epoch, 0, 0, zone, transitions(zone, START))
    assert stamp(clock) == before
    was = elapsed_us(clock)
    clock.frame += FRAMES_PER_SECOND
    assert stamp(clock) == after and elapsed_us(clock) == was + SECOND_US


jumps = st.lists(
    st.one_of(
        st.tuples(st.just("suspend_gap"), st.integers(0, 2**62)), st.tuples(st.just("clock_changed"), st.integers(-(2**62), 2**62)),
        st.tuples(st.just("zone_changed"), st.sampled_from(ZONES)), st.tuples(st.just("frames"), st.integers(1, 10**9)),
    ),
    max_size=12,
)


@given(jumps)
def test_whatever_happens_to_the_machines_clock_elapsed_time_never_goes_back(jumps):
    world = World("time", 1, Clock(0, START))
    clock, was, sums = world.clock, 0, [0, 0, 0]
    for kind, value in jumps:
        if kind == "frames":
            clock.frame += value
            sums[0] += value * FRAME_US
        else:
            payload = {"zone": value, "transitions": [list(pair) for pair in TABLES[value]]} if kind == "zone_changed" else {"us": value, "cause": "sleep"}
            keep_time(world, [Signal(1, clock.frame, "", kind, "", payload)])
            sums[1] += value if kind == "suspend_gap" else 0
            sums[2] += value if kind == "clock_changed" else 0
        assert elapsed_us(clock) == sums[0] + sums[1] >= was
        assert now_us(clock) == START + sum(sums)
        was = elapsed_us(clock)
        stamp(clock)  # a clock set to nonsense still has a date
    world.close()


def test_another_zone_keeps_the_moment_and_changes_the_date():
    clock = Clock(0, START + 20 * 3600 * SECOND_US)
    for zone, day in (("Asia/Tokyo", "2026-03-03"), ("America/New_York", "2026-03-02"), ("UTC", "2026-03-02")):
        clock.zone, clock.transitions = zone, TABLES[zone]
        assert local_day(clock) == day and civil(clock).timestamp() * SECOND_US == now_us(clock)


def test_before_the_first_transition_its_offset_holds():
    clock = Clock(0, 0, 0, 0, "X", ((1000, 3600), (2000, 7200)))
    assert [offset_at(clock, second * SECOND_US) for second in (0, 999, 1000, 1999, 2000, 9999)] == [3600, 3600, 3600, 3600, 7200, 7200]


def test_a_clock_beyond_the_calendar_stays_at_its_edge():
    assert civil_at(Clock(), 2**62).year == 9999 and civil_at(Clock(0, 0, 0, 0, "E", ((0, 86_399),)), -(2**62)).year == 1


@given(st.integers(0, 2**40))
def test_a_beat_is_the_first_whole_second_at_or_after(frame):
    assert next_beat(frame) % 64 == 0 and 0 <= next_beat(frame) - frame < 64


def test_a_frame_is_exactly_a_64th_of_a_second():
    assert FRAME_US * FRAMES_PER_SECOND == SECOND_US and frames(90) == 90 * 64
    assert timedelta(microseconds=elapsed_us(Clock(64 * 86_400))) == timedelta(days=1)
