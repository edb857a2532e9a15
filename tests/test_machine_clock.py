"""The machine's clocks: sleep, steps and zones become signals, and the sums come out right."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

import yurios.machine_clock as machine_clock
from ecs.clock import FRAME_US, SECOND_US, Clock, elapsed_us, now_us, stamp
from ecs.signals import Signal
from ecs.world import World
from systems.world.keep_time import keep_time
from yurios.inbox import check
from yurios.machine_clock import MachineClock, Reading, ZoneError, machine_zone, read, transitions

START = 1_772_409_600_000_000


class Machine:
    """Clocks that a test moves, and what was posted about them. `boots`: has a clock that runs on through sleep."""

    def __init__(self, boots: bool = True, zone: str = "Europe/Berlin") -> None:
        self.at, self.zone = Reading(START, 5_000, 5_000 if boots else None), zone
        self.said: list[tuple[str, dict]] = []
        self.clock = MachineClock(self.post, lambda: self.at, lambda: self.zone)

    def post(self, type: str, payload: dict, to: str) -> None:
        check(type, payload)
        self.said.append((type, payload))

    def runs(self, us: int) -> None:
        self._moves(wall=us, mono=us, boot=us)

    def sleeps(self, us: int) -> None:
        self._moves(wall=us, mono=0, boot=us)

    def is_set(self, us: int) -> None:
        self._moves(wall=us, mono=0, boot=0)

    def _moves(self, wall: int, mono: int, boot: int) -> None:
        at = self.at
        self.at = replace(at, wall=at.wall + wall, mono=at.mono + mono, boot=None if at.boot is None else at.boot + boot)

    def look(self) -> list[tuple[str, int]]:
        self.said.clear()
        self.clock.look("")
        return [(type, payload["us"]) for type, payload in self.said if "us" in payload]


HOUR = 3600 * SECOND_US


def test_a_machine_that_only_runs_says_nothing():
    machine = Machine()
    for _ in range(50):
        machine.runs(HOUR)
        assert machine.look() == []


@pytest.mark.parametrize(("does", "said"), [
    (lambda m: m.sleeps(9 * HOUR), [("suspend_gap", 9 * HOUR)]), (lambda m: m.is_set(3 * HOUR), [("clock_changed", 3 * HOUR)]),
    (lambda m: m.is_set(-3 * HOUR), [("clock_changed", -3 * HOUR)]),
    (lambda m: (m.sleeps(9 * HOUR), m.is_set(-HOUR)), [("suspend_gap", 9 * HOUR), ("clock_changed", -HOUR)]),
])
def test_each_kind_of_jump_is_told_as_what_it_was(does, said):
    """Also on a machine that never slept before, whose two clocks then stand at the same number."""
    machine = Machine()
    machine.runs(HOUR)
    does(machine)
    machine.runs(SECOND_US)
    assert machine.look() == said and machine.look() == []


@pytest.mark.parametrize(("does", "said"), [
    (lambda m: m.sleeps(9 * HOUR), [("suspend_gap", 9 * HOUR)]), (lambda m: m.is_set(-3 * HOUR), [("clock_changed", -3 * HOUR)])])
def test_without_a_clock_that_runs_on_a_leap_forward_is_sleep_and_a_step_back_is_a_step(does, said):
    machine = Machine(boots=False)
    does(machine)
    assert machine.look() == said


def test_small_differences_add_up_until_they_count():
    machine = Machine()
    said = []
    for _ in range(25):
        machine.runs(HOUR)
        machine.is_set(-100_000)
        machine.sleeps(50_000)
        said += machine.look()
    assert said == [("clock_changed", -SECOND_US), ("suspend_gap", SECOND_US), ("clock_changed", -SECOND_US)]


moves = st.lists(st.tuples(st.sampled_from(["runs", "sleeps", "is_set"]), st.integers(0, 40 * HOUR), st.booleans()), max_size=15)


@given(moves, st.booleans())
def test_what_is_told_adds_up_to_the_machines_own_time_within_a_second(moves, boots):
    """Frames, sleep and steps folded into the clock give the date the machine shows, and nothing goes backwards."""
    machine, world = Machine(boots), World("time", 1, Clock(0, START))
    clock, was, spare = world.clock, 0, 0
    for verb, us, back in moves:
        getattr(machine, verb)(-us if back and verb == "is_set" else us)
        frames, spare = divmod(spare + (us if verb == "runs" else 0), FRAME_US)
        clock.frame += frames
        machine.look()
        for kind, payload in machine.said:
            keep_time(world, [Signal(1, clock.frame, "", kind, "", payload)])
        assert abs(now_us(clock) - machine.at.wall) < 2 * SECOND_US + FRAME_US
        assert elapsed_us(clock) >= was
        was = elapsed_us(clock)
    world.close()


def test_another_zone_is_told_once_with_its_table_and_looked_for_now_and_then():
    machine = Machine()
    machine.zone = "America/New_York"
    machine.runs(SECOND_US)
    machine.look()
    assert machine.said == []
    machine.runs(10 * SECOND_US)
    machine.look()
    [(type, payload)] = machine.said
    assert (type, payload["zone"]) == ("zone_changed", "America/New_York")
    machine.runs(HOUR)
    assert machine.look() == [] and machine.said == []
    world = World("time", 1, Clock(0, START, 0, 0, "Europe/Berlin", transitions("Europe/Berlin", START)))
    before = now_us(world.clock)
    keep_time(world, [Signal(1, 0, "", type, "", payload)])
    assert now_us(world.clock) == before and stamp(world.clock) == "2026-03-01T19:00:00-05:00"


def test_a_zone_that_the_owner_fixed_is_not_looked_for():
    machine = Machine()
    machine.clock = MachineClock(machine.post, lambda: machine.at)
    machine.zone = "America/New_York"
    machine.runs(HOUR)
    machine.look()
    assert machine.said == []


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "Africa/Casablanca", "UTC"])
def test_a_table_of_transitions_holds_every_change_to_the_second(zone):
    table, info = transitions(zone, START), ZoneInfo(zone)
    assert list(table) == sorted(set(table)) and table[0][0] < START // SECOND_US < table[0][0] + 500 * 86_400
    for since, offset in table[1:]:
        for second, expected in ((since, offset), (since - 1, None)):
            at = int(datetime.fromtimestamp(second, timezone.utc).astimezone(info).utcoffset().total_seconds())
            assert (at == offset) == (expected is not None)
    assert (len(table) > 55) == (zone not in ("Asia/Tokyo", "UTC"))


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "Europe", "a\0b"])
def test_a_zone_that_nobody_knows_is_refused_in_a_sentence(name):
    with pytest.raises(ZoneError, match="there is no time zone"):
        transitions(name, START)


def test_the_machines_own_clocks_and_zone_can_be_read(monkeypatch):
    first, second = read(), read()
    assert second.mono >= first.mono and abs(first.wall - datetime.now().timestamp() * 1e6) < 60 * SECOND_US
    for named, expected in (("Asia/Tokyo", "Asia/Tokyo"), (":Europe/Berlin", "Europe/Berlin")):
        monkeypatch.setenv("TZ", named)
        assert machine_zone() == expected
    monkeypatch.setenv("TZ", "nonsense")
    monkeypatch.setattr(machine_clock, "_linked_zone", lambda: "")
    monkeypatch.setattr(machine_clock, "_named_zone", lambda: "Not/There")
    assert machine_zone() == "UTC"
