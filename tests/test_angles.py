"""Angles in whole numbers, against the floats they stand in for."""

from __future__ import annotations

import math

from hypothesis import given, strategies as st

from ecs.angles import CIRCLE, distance, heading, turn_between, wave

length = st.integers(-(2**31), 2**31)
angle = st.integers(-3 * CIRCLE, 3 * CIRCLE)


def off(dx: int, dz: int) -> float:
    """How far a heading is from the true one, in 1/65,536 of a turn."""
    true = math.atan2(dx, dz) / math.tau * CIRCLE
    return abs((heading(dx, dz) - true + CIRCLE / 2) % CIRCLE - CIRCLE / 2)


@given(length, length)
def test_a_heading_is_within_two_parts_of_65536_of_the_arc_tangent(dx, dz):
    assert 0 <= heading(dx, dz) < CIRCLE
    assert off(dx, dz) <= 2 if dx or dz else heading(dx, dz) == 0


def test_every_near_direction_is_as_good_as_a_far_one():
    assert max(off(dx, dz) for dx in range(-60, 61) for dz in range(-60, 61) if dx or dz) <= 2


def test_the_four_winds():
    assert [heading(0, 5), heading(5, 0), heading(0, -5), heading(-5, 0)] == [0, CIRCLE // 4, CIRCLE // 2, 3 * CIRCLE // 4]
    assert [heading(7, 7), heading(7, -7), heading(-7, -7), heading(-7, 7)] == [CIRCLE // 8, 3 * CIRCLE // 8, 5 * CIRCLE // 8, 7 * CIRCLE // 8]


@given(angle, angle)
def test_the_shorter_way_round_is_the_shorter_way(start, goal):
    way = turn_between(start, goal)
    assert -CIRCLE // 2 <= way < CIRCLE // 2 and (start + way - goal) % CIRCLE == 0


@given(length, length, length)
def test_a_distance_is_rounded_down(dx, dy, dz):
    found = distance(dx, dy, dz)
    assert found**2 <= dx * dx + dy * dy + dz * dz < (found + 1) ** 2


def test_a_wave_rises_and_falls_without_a_jump():
    levels = [wave(phase) for phase in range(CIRCLE)]
    assert levels[0] == 0 and max(levels) == levels[CIRCLE // 2] == CIRCLE - 1 and min(levels) == 0
    steps = [after - before for before, after in zip(levels, [*levels[1:], levels[0]])]
    assert max(map(abs, steps)) <= 4
    assert all(step >= 0 for step in steps[: CIRCLE // 2]) and all(step <= 0 for step in steps[CIRCLE // 2 :])
    assert wave(CIRCLE + 5) == wave(5) == wave(-5)
