"""What a line promises: lines of our own with what is meant, on two moments in Berlin; nothing fails on odd input; times near the clock's jumps."""

from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecs.clock import SECOND_US, Clock, civil_at
from ecs.reading.ahead import pieces, resolve
from ecs.reading.dates import Moment
from ecs.reading.promising import MOST, promises
from ecs.reading.spoken import masked
from yurios.benches.promises import labelled
from yurios.machine_clock import transitions

MOMENTS = {"A": "2026-03-03T10:02:00+01:00", "B": "2026-03-05T21:30:00+01:00"}
ALL = [line.split("|") for line in (Path(__file__).parent / "promises" / "own_lines.txt").read_text("utf-8").splitlines() if line and line[0] != "#"]
LINES = [line if line[0][0] != "~" else pytest.param([line[0][1:], *line[1:]], marks=pytest.mark.xfail(reason="known to be read otherwise", strict=True)) for line in ALL]


def moment(at, zone="Europe/Berlin"):
    us = int(datetime.fromisoformat(at).timestamp()) * SECOND_US
    return Moment(us, Clock(zone=zone, transitions=transitions(zone, us)))


def told(found, now):
    return sorted(f"{one.kind}@{civil_at(now.clock, one.due_us):%m-%d %H:%M}" if one.due_us is not None else f"{one.kind}@-" for one in found)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[3][:60])
def test_a_line_means_what_it_says(line):
    now = moment(MOMENTS[line[0]])
    assert told(promises(line[3], line[1], line[2], now), now) == sorted(one for one in line[4].split(";") if one)


@given(st.text(max_size=200), st.sampled_from(["her", "owner"]), st.text(max_size=60))
def test_no_text_stops_it_and_words_keep_their_place(text, who, before):
    assert len(promises(text, who, before, moment(MOMENTS["A"]))) <= MOST
    assert len(masked(text)) == len(text)


@given(st.lists(st.sampled_from("tomorrow at six half past eight in ten minutes on the 31st of february tonight 25:70 13 pm next week 0 am a fortnight on friday , . and wake me i'll remind you ?".split()), max_size=14))
def test_time_words_in_any_order_are_read_and_never_overlap(words):
    now = moment(MOMENTS["B"])
    found = pieces(" ".join(words), now)
    assert all(one.last <= two.first for one, two in zip(found, found[1:]))
    due = resolve(found, now)
    assert due is None or due.us > 0


@pytest.mark.parametrize("zone, now, text, due", [
    ("Europe/Berlin", "2026-10-25T02:55:00+02:00", "in ten minutes", "2026-10-25T02:05:00+01:00"),
    ("Europe/Berlin", "2026-10-25T01:00:00+02:00", "at 2:30", "2026-10-25T02:30:00+02:00"),
    ("Europe/Berlin", "2026-10-25T02:45:00+02:00", "today at 2:30 am", "2026-10-25T02:30:00+01:00"),
    ("Europe/Berlin", "2026-03-28T22:00:00+01:00", "tomorrow at 2:30 am", "2026-03-29T03:30:00+02:00"),
    ("America/New_York", "2026-03-07T23:50:00-05:00", "in three hours", "2026-03-08T03:50:00-04:00"),
    ("Australia/Sydney", "2026-10-03T22:00:00+10:00", "tomorrow morning", "2026-10-04T09:00:00+11:00"),
    ("Asia/Tokyo", "2026-12-31T23:55:00+09:00", "in ten minutes", "2027-01-01T00:05:00+09:00"),
    ("Europe/Berlin", "2028-02-28T12:00:00+01:00", "tomorrow at noon", "2028-02-29T12:00:00+01:00"),
    ("Europe/Berlin", "2026-01-31T12:00:00+01:00", "on the 30th", "2026-03-30T09:00:00+02:00"),
])
def test_a_time_is_right_beside_the_clocks_jumps(zone, now, text, due):
    here = moment(now, zone)
    assert civil_at(here.clock, resolve(pieces(text, here), here).us).isoformat() == due


def test_the_labelled_lines_are_whole():
    lines = labelled()
    assert len(lines) >= 300 and len({line["id"] for line in lines}) == len(lines)
    for line in lines:
        now = moment(line["now"], line["zone"])
        for label in line["found"]:
            assert label["kind"] in ("promise", "ask", "event")
            if label["due"] is not None:
                due = datetime.fromisoformat(label["due"])
                assert civil_at(now.clock, int(due.timestamp()) * SECOND_US).utcoffset() == due.utcoffset()
