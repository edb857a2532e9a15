"""Angles in whole numbers, against the floats they stand in for."""

from __future__ import annotations

import math

from hypothesis import given, strategies as st

from ecs.angles import TURN, distance, heading, turn_between, wave

length = st.integers(-(2**31), 2**31)
angle = st.integers(-3 * TURN, 3 * TURN)


def off(dx: int, dz: int) -> float:
    """How far a heading is from the true one, in 1/65,536 of a turn."""
    true = math.atan2(dx, dz) / math.tau * TURN
    return abs((heading(dx, dz) - true + TURN / 2) % TURN - TURN / 2)


@given(length, length)
def test_a_heading_is_within_two_parts_of_65536_of_the_arc_tangent(dx, dz):
    assert 0 <= heading(dx, dz) < TURN
    assert off(dx, dz) <= 2 if dx or dz else heading(dx, dz) == 0


def test_every_near_direction_is_as_good_as_a_far_one():
    assert max(off(dx, dz) for dx in range(-60, 61) for dz in range(-60, 61) if dx or dz) <= 2


def test_the_four_winds():
    assert [heading(0, 5), heading(5, 0), heading(0, -5), heading(-5, 0)] == [0, TURN // 4, TURN // 2, 3 * TURN // 4]
    assert [heading(7, 7), heading(7, -7), heading(-7, -7), heading(-7, 7)] == [TURN // 8, 3 * TURN // 8, 5 * TURN // 8, 7 * TURN // 8]


@given(angle, angle)
def test_the_shorter_way_round_is_the_shorter_way(start, goal):
    way = turn_between(start, goal)
    assert -TURN // 2 <= way < TURN // 2 and (start + way - goal) % TURN == 0


@given(length, length, length)
def test_a_distance_is_rounded_down(dx, dy, dz):
    found = distance(dx, dy, dz)
    assert found**2 <= dx * dx + dy * dy + dz * dz < (found + 1) ** 2


def test_a_wave_rises_and_falls_without_a_jump():
    levels = [wave(phase) for phase in range(TURN)]
    assert levels[0] == 0 and max(levels) == levels[TURN // 2] == TURN - 1 and min(levels) == 0
    steps = [after - before for before, after in zip(levels, [*levels[1:], levels[0]])]
    assert max(map(abs, steps)) <= 4
    assert all(step >= 0 for step in steps[: TURN // 2]) and all(step <= 0 for step in steps[TURN // 2 :])
    assert wave(TURN + 5) == wave(5) == wave(-5)
