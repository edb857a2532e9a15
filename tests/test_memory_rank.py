"""The formula: what recency, salience and repetition do to a score."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from yurios.memory.rank import DAY_US, diverse, final, lean, near_span, weight
from yurios.memory.recall import best_three


def test_the_weight_at_one_half_life_is_one_half_exactly():
    for days in (1, 7, 30, 365):
        assert weight(np.array([0, days * DAY_US, 2 * days * DAY_US]), days).tolist() == [1.0, 0.5, 0.25]


def test_no_half_life_means_that_age_does_not_count():
    assert weight(np.array([0, 10**17]), 0).tolist() == [1.0, 1.0]


def test_recency_counts_whole_when_nothing_fits_and_hardly_when_something_does():
    assert lean(0.2, 0.25, lately=False) == 1.0 and lean(0.5, 0.25, lately=False) == 0.02 and lean(0.5, 0.25, lately=True) == 0.3
    assert 0.02 < lean(0.28, 0.25, lately=False) < 1.0


def test_score_is_fitness_times_root_of_salience_times_weight():
    ages = np.array([0, 30 * DAY_US, 0])
    assert np.allclose(final(np.array([0.4, 0.4, 0.4]), np.array([1000, 1000, 4000]), ages, 30, 1.0), [0.4, 0.2, 0.8])


def test_age_never_takes_more_than_its_share():
    centuries = np.array([10**6 * DAY_US])
    assert np.allclose(final(np.array([0.5]), np.array([1000]), centuries, 30, lean(0.5, 0.25, lately=False)), [0.49])


def test_inside_a_stretch_counts_one_then_fades():
    near = near_span(np.array([100, 110, 120, 90]), [(100, 110)])
    assert near[0] == near[1] == 1.0 and 1 > near[2] > near[3] > 0


def test_what_repeats_comes_later():
    alike = np.array([[1.0, 1.0, 0.1], [1.0, 1.0, 0.1], [0.1, 0.1, 1.0]])
    order = np.array([0, 1, 2])
    assert [pick for pick, _ in diverse(order, np.array([0.9, 0.8, 0.7]), alike, 3)] == [0, 2, 1]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 100)), min_size=1, max_size=30))
def test_best_three_is_what_a_loop_says(pairs):
    talks, values = np.array([a for a, _ in pairs]), np.array([float(b) for _, b in pairs])
    expected = [np.mean(sorted(values[talks == talk])[-3:]) for talk in talks]
    assert np.allclose(best_three(talks, values), expected)
