"""The dice of kernels are the dice of the simulation."""

from __future__ import annotations

import pytest

from ecs.dice import below, dice
from ecs.rolls import roll, roll_below, start_of


@pytest.mark.parametrize("who, when, n", [(0, 0, 0), (7, 52_560, 3), (2**40, 2**40, 255), (-1, 5, 1)])
def test_a_kernel_rolls_what_the_simulation_rolls(who, when, n):
    start = start_of(11, "animals")
    assert int(roll(start, who, when, n)) == dice(11, "animals", who, when, n)
    assert abs(int(roll_below(1_000, start, who, when, n)) - below(1_000, 11, "animals", who, when, n)) <= 1


def test_rolls_below_a_limit_are_spread_over_all_of_it():
    start = start_of(3, "spread")
    found = [int(roll_below(10, start, who, 0, 0)) for who in range(5_000)]
    assert sorted(set(found)) == list(range(10)) and max(found.count(one) for one in range(10)) < 620
