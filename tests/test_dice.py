"""Dice: a pure function of its five coordinates, the same for one and for many, and fair."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ecs.dice import below, chance, dice, dice_rows, number_of
from ground_parts import in_new_process

whole = st.integers(-(2**63), 2**63 - 1)
frame = st.integers(0, 2**50)


@given(whole, st.text(max_size=8), whole, frame, st.integers(0, 99))
def test_it_is_a_pure_function(seed, stream, entity, frame, n):
    first = dice(seed, stream, entity, frame, n)
    dice(seed, stream, entity, frame + 1, n)
    assert dice(seed, stream, entity, frame, n) == first and 0 <= first < 2**64


@given(whole, st.text(max_size=8), st.lists(whole, max_size=6), frame, st.integers(0, 99))
def test_many_rolls_at_once_are_the_same_rolls(seed, stream, ids, frame, n):
    rows = dice_rows(seed, stream, np.array(ids, dtype="i8"), frame, n)
    assert rows.dtype == np.uint64 and rows.tolist() == [dice(seed, stream, id, frame, n) for id in ids]


@given(st.integers(1, 2**70), whole, frame)
def test_below_stays_below(limit, seed, frame):
    assert 0 <= below(limit, seed, "s", "e", frame) < limit


def test_a_chance_of_none_and_of_all_is_certain():
    rolls = [(chance(0, 1, "s", "e", frame), chance(65_536, 1, "s", "e", frame)) for frame in range(2000)]
    assert set(rolls) == {(False, True)}


def test_another_process_with_another_hash_seed_rolls_the_same():
    code = "import json; from ecs.dice import dice; print(json.dumps([dice(7, 'wind', f'owl {n}', n) for n in range(50)]))"
    here = [dice(7, "wind", f"owl {n}", n) for n in range(50)]
    assert in_new_process(code, PYTHONHASHSEED="1") == in_new_process(code, PYTHONHASHSEED="2") == here


def test_the_numbers_are_these_for_ever():
    """A tape is replayed by later versions: these values may never change."""
    assert [dice(0, "", 0, 0), dice(7, "blink", "yuri", 64), dice(-1, "hunger", 2**63 - 1, 2**40, 3)] == KEPT
    assert number_of("yuri") == KEPT_NAME


KEPT = [8935034078960829274, 5213608931761186209, 10172518569989529011]
KEPT_NAME = 16243291530460885689


def test_ten_thousand_throws_of_a_die_fall_evenly():
    counts = [0] * 6
    for throw in range(10_000):
        counts[below(6, 1, "die", "hand", throw)] += 1
    assert counts == EVEN  # exact: the dice are a function
    assert sum((count - 10_000 / 6) ** 2 / (10_000 / 6) for count in counts) < 15.09  # chi-squared, 5 degrees, 1 %


EVEN = [1623, 1741, 1656, 1614, 1672, 1694]


@pytest.mark.parametrize("coordinate", range(4))
def test_every_coordinate_turns_half_of_the_bits(coordinate):
    turned = 0
    for number in range(500):
        where = [1, "s", number, 5, 0]
        other = list(where)
        place = (0, 2, 3, 4)[coordinate]
        other[place] += 1
        turned += (dice(*where) ^ dice(*other)).bit_count()
    assert abs(turned / 500 - 32) < 1


def test_streams_do_not_follow_each_other():
    same = sum(chance(32_768, 1, "a", "e", frame) == chance(32_768, 1, "b", "e", frame) for frame in range(4000))
    assert abs(same - 2000) < 130
