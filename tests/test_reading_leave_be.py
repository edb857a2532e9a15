"""What the owner says of being spoken to: a wish for quiet with its beginning and end, leave to tell, good night, an end to it; and what only sounds like one."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecs.clock import Clock
from ecs.reading.dates import Moment
from ecs.reading.ends import DAY_US, LONGEST_US, end_of
from ecs.reading.leave_be import rules

TEN = 1_772_532_000_000_000  # Tuesday 2026-03-03, 10:00 UTC
MOMENT = Moment(TEN, Clock(transitions=((0, 0),)))
LINES = """
leave me alone until tomorrow | Wed 09:00
not now, I'm in a meeting until three | Tue 15:00
in meetings all afternoon | Tue 18:00
don't wake me before ten | Wed 10:00
I need an hour of silence | Tue 11:00
give me two hours, then you can talk | Tue 12:00
do not disturb until 5pm | Tue 17:00
I'm recording a podcast until noon, not a sound | Tue 12:00
I don't want to hear anything until Monday | Mon 09:00
on a call, back at 11 | Tue 11:00
please no more today | Wed 00:00
stop it with the messages | Wed 09:00
only wake me for emergencies | Tue 14:00
going to nap for an hour | Tue 11:00
lie-in tomorrow, not before eleven | Wed 11:00
busy until six, talk then | Tue 18:00
at the theatre until ten | Tue 22:00
need to focus till lunch | Tue 14:00
keep everything till Monday | Mon 09:00
no news till the 14th | Sat 09:00
leave us in peace this weekend | Mon 00:00
off the grid until Thursday | Thu 09:00
just came off a night shift, sleeping till four | Tue 16:00
good night | Wed 09:00
night x | Wed 09:00
"""
NOT = """
the interview is on Tuesday at ten
she told me to leave her alone
my boss said don't disturb him
the baby slept all night
such a quiet evening
the meeting is tomorrow at three
don't forget the milk
don't you think it's cold
night shift starts at ten
bed time story for the kids is at eight
only if it rains we stay in
working from home today
the grandchildren have gone home, what a silence
keep it simple
she wrote "leave me alone" and left
""".strip().splitlines()


def ends(us):
    return f"{datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=us):%a %H:%M}"


@pytest.mark.parametrize("line", LINES.strip().splitlines())
def test_a_wish_for_quiet_has_an_end(line):
    said, wanted = line.split(" | ")
    found = [rule for rule in rules(said, MOMENT) if rule.kind in ("hush", "sleep")]
    assert [ends(rule.until_us) for rule in found[:1]] == [wanted]


@pytest.mark.parametrize("said", NOT)
def test_what_only_sounds_like_one_is_none(said):
    assert [rule for rule in rules(said, MOMENT) if rule.kind in ("hush", "sleep")] == []


def test_a_wish_for_later_begins_later():
    (rule,) = rules("no messages this evening please", MOMENT)
    assert (ends(rule.from_us), ends(rule.until_us)) == ("Tue 17:00", "Tue 22:00")
    (rule,) = rules("writing an exam from two to four, nothing till then", MOMENT)
    assert (ends(rule.from_us), ends(rule.until_us)) == ("Tue 14:00", "Tue 16:00")


def test_an_exception_is_kept_with_it():
    (rule,) = rules("No chatter until 5 pm, only if the plumber writes.", MOMENT)
    assert rule.kind == "hush" and "plumber" in rule.unless and ends(rule.until_us) == "Tue 17:00"


def test_leave_has_an_end_too():
    (rule,) = [rule for rule in rules("until Friday you can always tell me when the auction moves, even in meetings", MOMENT) if rule.kind == "leave"]
    assert ends(rule.until_us) == "Fri 09:00"


@pytest.mark.parametrize("said", ["I'm back", "meeting's over", "you can talk again", "do ask me now"])
def test_an_end_to_it(said):
    assert rules(said, MOMENT)[0].kind == "lift"


WORDS = "until till before for in from to at on tomorrow tonight this weekend week 0 31st 99 25:99 12:60 half past quarter february 29th may quiet please not now leave me alone hours a couple of million 999999999999 weeks ten pm wake only if “ \" ' … 🙂 \n".split(" ")


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.integers(-(2**40), 2**53))
@settings(max_examples=300)
def test_no_words_and_no_date_make_it_fail(words, seconds):
    moment = Moment(seconds, Clock(transitions=((0, 3600),)))
    for rule in rules(" ".join(words), moment):
        assert rule.until_us == -1 or moment.us <= rule.until_us <= moment.us + LONGEST_US + 9 * DAY_US
    assert end_of(" ".join(words), moment) is None or end_of(" ".join(words), moment) > moment.us


@given(st.text(max_size=80))
def test_no_text_makes_it_fail(text):
    rules(text, MOMENT)
