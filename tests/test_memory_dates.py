"""Time words become stretches of days."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yurios.memory.dates import FIRST, LAST, when

TODAY = date(2026, 3, 4)  # a Wednesday


def d(text):
    return date.fromisoformat(text)


@pytest.mark.parametrize("question, first, last", [
    ("What did we do yesterday?", "2026-03-03", "2026-03-03"),
    ("and the day before yesterday?", "2026-03-02", "2026-03-02"),
    ("What did I say last night?", "2026-03-03", "2026-03-03"),
    ("What happened on 2025-07-04?", "2025-07-04", "2025-07-04"),
    ("the movie on 1 May, 2025", "2025-05-01", "2025-05-01"),
    ("on the 3rd of August 2025", "2025-08-03", "2025-08-03"),
    ("July 4th 2025", "2025-07-04", "2025-07-04"),
    ("in April 2025", "2025-04-01", "2025-04-30"),
    ("at the end of Dec. 2024", "2024-12-01", "2024-12-31"),
    ("What was I reading last May?", "2025-05-01", "2025-05-31"),
    ("Where were we last spring?", "2025-03-01", "2025-05-31"),
    ("last winter", "2025-12-01", "2026-02-28"),
    ("in the summer of 2024", "2024-06-01", "2024-08-31"),
    ("two weeks ago", "2026-02-15", "2026-02-21"),
    ("10 days ago", "2026-02-22", "2026-02-22"),
    ("in the last three days", "2026-03-01", "2026-03-04"),
    ("last week", "2026-02-23", "2026-03-01"),
    ("this month", "2026-03-01", "2026-03-31"),
    ("last month", "2026-02-01", "2026-02-28"),
    ("last year", "2025-01-01", "2025-12-31"),
    ("last Friday", "2026-02-27", "2026-02-27"),
    ("on Wednesday", "2026-02-25", "2026-02-25"),
    ("in 2024", "2024-01-01", "2024-12-31"),
])
def test_one_stretch(question, first, last):
    assert when(question, TODAY, range(2024, 2027)).spans == ((d(first), d(last)),)


def test_a_month_without_a_year_is_any_of_them():
    assert when("What did I read in May?", TODAY, range(2024, 2026)).spans == ((d("2024-05-01"), d("2024-05-31")), (d("2025-05-01"), d("2025-05-31")))


def test_before_and_since_leave_one_end_open():
    assert when("before June 2025", TODAY, range(0)).spans == ((FIRST, d("2025-05-31")),)
    assert when("since last summer", TODAY, range(0)).spans == ((d("2025-06-01"), LAST),)


@pytest.mark.parametrize("question", ["May I ask you something?".replace("May", "may"), "Do you march on?", "What is the cat's name?", "springtime songs", "3 cats", "Mar is my friend", "a second opinion"])
def test_no_time_where_none_is_meant(question):
    assert when(question, TODAY, range(2024, 2027)).spans == ()


def test_an_event_is_handed_back_as_words():
    found = when("Where did the piano stand before we moved?", TODAY, range(2024, 2027))
    assert (found.edge, found.event, found.spans) == ("before", "we moved", ())


def test_what_is_newest_is_asked_for():
    assert when("What have I been reading lately?", TODAY, range(0)).lately and not when("What did I read?", TODAY, range(0)).lately


@pytest.mark.parametrize("question", ["on 31 February 2025", "December 9999", "in the last 999 years", "0 days ago", "2025-13-40", "Feb 29"])
def test_impossible_dates_are_no_dates_and_no_faults(question):
    assert all(first <= last for first, last in when(question, TODAY, range(2023, 2027)).spans)


@given(st.text(alphabet="0123456789 -/.,MayJuneFeblastagobeforeincethweksdy", max_size=60))
def test_any_text_is_read_without_a_fault(question):
    assert all(first <= last for first, last in when(question, TODAY, range(2024, 2027)).spans)
