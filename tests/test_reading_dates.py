"""Time in words, counted from the moment of the message in its own zone."""

from datetime import datetime

import pytest

from ecs.clock import SECOND_US, Clock, civil_at
from ecs.reading.dates import Moment, easter, in_words, take_times
from ecs.stores.belief import DAY, MONTH, SEASON, YEAR

TOKYO = Clock(transitions=((0, 32_400),))


def moment(text, clock=TOKYO):
    return Moment(int(datetime.fromisoformat(text).timestamp()) * SECOND_US, clock)


SUNDAY = moment("2026-03-29T10:15:00+09:00")


@pytest.mark.parametrize(("words", "first", "last", "mode"), [
    ("yesterday", "2026-03-28", "2026-03-29", "in"), ("last night", "2026-03-28", "2026-03-29", "in"), ("this morning", "2026-03-29", "2026-03-30", "in"),
    ("on Friday", "2026-03-27", "2026-03-28", "in"), ("last Sunday", "2026-03-22", "2026-03-23", "in"), ("two weeks ago", "2026-03-15", "2026-03-16", "in"),
    ("a month ago", "2026-02-01", "2026-03-01", "in"), ("last week", "2026-03-16", "2026-03-23", "in"), ("last weekend", "2026-03-21", "2026-03-23", "in"),
    ("in May", "2025-05-01", "2025-06-01", "in"), ("since March", "2026-03-01", "2026-04-01", "since"), ("in May 2023", "2023-05-01", "2023-06-01", "in"),
    ("on the 20th of April", "2025-04-20", "2025-04-21", "in"), ("on 14 March", "2026-03-14", "2026-03-15", "in"), ("on March 14th, 2024", "2024-03-14", "2024-03-15", "in"),
    ("on the 5th", "2026-03-05", "2026-03-06", "in"), ("on the 30th", "2026-02-28", "2026-03-01", "in"), ("last year", "2025-01-01", "2026-01-01", "in"),
    ("two years ago", "2024-01-01", "2025-01-01", "in"), ("since 1998", "1998-01-01", "1999-01-01", "since"), ("in the eighties", "1980-01-01", "1990-01-01", "in"),
    ("last summer", "2025-06-01", "2025-09-01", "in"), ("in the summer of 2024", "2024-06-01", "2024-09-01", "in"), ("at Easter", "2025-04-20", "2025-04-21", "in"),
    ("on New Year's Eve", "2025-12-31", "2026-01-01", "in"), ("until Friday", "2026-03-27", "2026-03-28", "until"), ("before Christmas", "2025-12-24", "2025-12-27", "before"),
    ("for six years", "2020-01-01", "2026-03-29", "for"), ("2025-07-04", "2025-07-04", "2025-07-05", "in"),
])
def test_words_for_a_time(words, first, last, mode):
    rest, found = take_times(f"It happened {words}, I think", SUNDAY)
    assert len(found) == 1, found
    got = found[0]
    assert (civil_at(TOKYO, got.first).date().isoformat(), got.mode) == (first, mode)
    assert civil_at(TOKYO, got.last).date().isoformat() == last
    assert rest.split() == ["It", "happened", "⟦0⟧", ",", "I", "think"]


@pytest.mark.parametrize("words", ["I may go", "march on", "May is my aunt", "summer is nice", "she is second", "the first one", "I have 3 cats", "a week is long", "on the 31st floor"])
def test_words_that_are_no_time(words):
    assert take_times(words, SUNDAY) == (words, [])


@pytest.mark.parametrize("words", ["tomorrow", "next week", "in two days", "later today", "this coming Friday"])
def test_what_is_yet_to_come_is_marked_as_ahead(words):
    assert [when.mode for when in take_times(f"We leave {words}", SUNDAY)[1]] == ["ahead"]


def test_a_day_is_a_day_of_the_residents_zone():
    late_evening_in_tokyo = moment("2026-03-29T15:30:00+00:00")
    assert civil_at(TOKYO, take_times("yesterday", late_evening_in_tokyo)[1][0].first).isoformat() == "2026-03-29T00:00:00+09:00"


def test_midnight_is_right_on_the_day_the_clock_changes():
    berlin = Clock(transitions=((0, 3600), (1_774_746_000, 7200)))  # 2026-03-29, 02:00 → 03:00
    got = take_times("today", Moment(1_774_780_000 * SECOND_US, berlin))[1][0]
    assert (civil_at(berlin, got.first).isoformat(), civil_at(berlin, got.last).isoformat()) == ("2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00")


def test_easter():
    assert [easter(year).isoformat() for year in (2024, 2025, 2026, 2027)] == ["2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28"]


def test_a_beginning_in_words():
    us = moment("2026-03-01T00:00:00+09:00").us
    assert [in_words(us, grain, TOKYO) for grain in (DAY, MONTH, SEASON, YEAR)] == ["1 March 2026", "March 2026", "spring 2026", "2026"]
