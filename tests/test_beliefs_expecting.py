"""What she half-expects: met in time, late with a surprise, or given up."""

import pytest

from ecs.components.belief import Expectations
from ecs.stores.expecting import HOUR_US, expect, lapse, observe, overdue, surprise, take_surprises

DUE = 100 * HOUR_US


@pytest.fixture
def open_one():
    expectations = Expectations()
    expect(expectations, "Ana calls about the flat", DUE, ["Ana", "flat"], "t-3")
    return expectations


def test_met_in_time_does_not_surprise(open_one):
    assert [(outcome.kind, outcome.surprise) for outcome in observe(open_one, "Ana rang: the flats are hers!", DUE - 1)] == [("met", 0)]
    assert open_one.open == open_one.surprises == []


def test_late_is_a_surprise_that_is_taken_once(open_one):
    assert [(outcome.kind, outcome.surprise) for outcome in observe(open_one, "Ana got the flat", DUE + HOUR_US)] == [("late", 500)]
    assert [one.id for one in take_surprises(open_one)] == ["x-1"]
    assert take_surprises(open_one) == []


def test_other_words_meet_nothing(open_one):
    assert observe(open_one, "Ana called about nothing", DUE) == []
    assert len(open_one.open) == 1


def test_overdue_grows_and_reading_it_changes_nothing(open_one):
    assert overdue(open_one, DUE) == []
    assert [outcome.surprise for outcome in overdue(open_one, DUE + 24 * HOUR_US)] == [1000]
    assert len(open_one.open) == 1


def test_a_week_overdue_is_given_up(open_one):
    assert lapse(open_one, DUE + 24 * HOUR_US) == []
    assert [outcome.kind for outcome in lapse(open_one, DUE + 7 * 24 * HOUR_US)] == ["given up"]
    assert open_one.open == []


def test_the_same_expectation_is_kept_once(open_one):
    assert expect(open_one, "Ana calls", DUE, ["flat", "ana"]) == "x-1"
    assert len(open_one.open) == 1


def test_surprise_never_falls_with_lateness():
    values = [surprise(hours * HOUR_US // 4) for hours in range(-4, 200)]
    assert values == sorted(values) and (values[0], values[-1]) == (0, 1000)


def test_without_keys_nothing_could_be_recognised(open_one):
    with pytest.raises(ValueError, match="needs at least one key"):
        expect(open_one, "something", DUE, ["…"])
