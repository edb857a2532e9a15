"""The attention policy: gates by name, appointments, what is moot, how ignoring and quiet count; and the labelled moments of half A."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ecs.attention.exam import confusion, half, precision_recall, verdict_of
from ecs.attention.gates import unanswered
from ecs.attention.judging import judge
from ecs.attention.scene import DAY_US, FACTORS, HOUR_US, MINUTE_US, Scene, Wish
from ecs.clock import Clock, local_day
from ecs.components.attention import Attention
from ecs.reading.dates import Moment
from ecs.stores.attention import answer, arrive, hear, reach, ring
from yurios.benches.attention import DEFAULTS, read

NOW = 1_772_636_400_000_000  # Wednesday 2026-03-04, 15:00 UTC
ASK = Wish("follow_up", "Ask how the driving test went", "told", 0.8, NOW - HOUR_US, NOW - 2 * DAY_US)


def clock(at=NOW):
    return Clock(epoch_us=at, transitions=((0, 0),))


def scene(at=NOW, here=("terminal",), said=(), reached=(), **dials):
    """`said` are (hours ago, text), `reached` (hours ago, kind, answered)."""
    attention = Attention()
    for hours, text in said:
        then = at - int(hours * HOUR_US)
        hear(attention, text, "terminal", then, Moment(then, clock(then)))
    for hours, kind, answered in reached:
        then = at - int(hours * HOUR_US)
        reach(attention, kind, f"line of {hours} hours ago", "", then, local_day(clock(then)), answered)
    values = DEFAULTS | {key.replace("__", "."): value for key, value in dials.items()}
    return Scene(clock(at), at, at, values, attention, dict.fromkeys(here, True))


def test_a_good_moment_speaks_and_names_all_five_factors():
    verdict = judge(scene(), ASK)
    assert verdict.outcome == "SPEAK" and tuple(verdict.factors) == FACTORS and verdict.blocked_by == ""
    assert all(0 <= value <= 1 and value == round(value, 6) for value in verdict.factors.values())


@pytest.mark.parametrize("gate, there, wish", [
    ("not_yet", scene(), replace(ASK, due_us=NOW + HOUR_US)),
    ("quiet_hours", scene(NOW + 8 * HOUR_US), ASK),
    ("daily_cap", scene(reached=[(5, "speak", True), (4, "suggest", True), (3, "write", True)]), ASK),
    ("daily_cap", scene(mind__max_interrupts_per_day=0), ASK),
    ("do_not_disturb", scene(said=[(1, "please leave me alone until tomorrow")]), ASK),
    ("min_gap", scene(reached=[(0.5, "speak", True)]), ASK),
    ("min_gap", scene(reached=[(40, "speak", False), (30, "suggest", False), (25, "write", False)]), ASK),
    ("engaged_elsewhere", scene(said=[(0.02, "now this spreadsheet")]), ASK),
])
def test_each_gate_by_its_name(gate, there, wish):
    verdict = judge(there, wish)
    assert (verdict.outcome, verdict.blocked_by) == ("SILENT", gate) and verdict.because


@pytest.mark.parametrize("dials, hour, quiet", [("22:00-09:00", 22, True), ("22:00-09:00", 9, False), ("", 3, False), ("12:00-14:00", 13, True), ("12:00-14:00", 14, False)])
def test_quiet_hours_begin_with_their_first_minute_and_end_before_their_last(dials, hour, quiet):
    at = NOW + (hour - 15) * HOUR_US
    assert (judge(scene(at, mind__quiet_hours=dials), replace(ASK, due_us=at - MINUTE_US)).blocked_by == "quiet_hours") is quiet


def test_an_appointment_is_not_scored_and_comes_at_any_hour():
    for wish in (Wish("timer", "tea", "owner", 0.5, NOW), Wish("reach_out", "Call mum", "owner", 0.5, NOW), replace(ASK, policy="wake")):
        there = scene(NOW + 9 * HOUR_US, reached=[(1, "speak", True)] * 3, said=[(0.01, "leave me alone until tomorrow")])
        verdict = judge(there, wish)
        assert verdict.outcome == "SPEAK" and verdict.appointment and verdict.factors == {}


def test_an_appointment_waits_for_a_listener_and_for_its_time():
    tea = Wish("timer", "tea", "owner", 0.5, NOW)
    assert judge(scene(here=()), tea).outcome == "SILENT" and judge(scene(here=()), tea).appointment
    assert judge(scene(NOW - MINUTE_US), tea).blocked_by == "not_yet"


def test_the_owners_hold_makes_a_reminder_wait_like_anything_volunteered():
    assert judge(scene(NOW + 8 * HOUR_US), Wish("reach_out", "Water the basil", "owner", 0.8, NOW, NOW - DAY_US, "hold")).blocked_by == "quiet_hours"


def test_an_empty_room_does_not_lower_availability():
    assert judge(scene(here=()), ASK).factors["availability"] == 1.0


@pytest.mark.parametrize("said", ["passed the driving test, second try", "it went better than I thought", "well that's over. never again", "got my licence!!"])
def test_what_was_told_is_not_asked(said):
    assert judge(scene(said=[(0.5, said)]), ASK).moot


@pytest.mark.parametrize("said", ["making soup", "so hungry", "bought new shoes", "the garden is a mess"])
def test_talk_of_other_things_tells_nothing(said):
    assert judge(scene(said=[(0.5, said)]), ASK).imposes


def test_what_was_moved_waits_for_the_new_day():
    verdict = judge(scene(said=[(3, "they've moved the driving test to friday")]), ASK)
    assert verdict.blocked_by == "not_yet" and verdict.again_us == NOW + 42 * HOUR_US


def test_what_she_answered_need_not_be_said_again():
    there = scene()
    answer(there.attention, "The bird was a New Holland honeyeater.", "terminal", NOW - HOUR_US)
    assert judge(there, Wish("reach_out", "Tell that the bird was a New Holland honeyeater", "promise", 0.7, NOW - MINUTE_US, NOW - DAY_US)).moot


def test_an_hour_that_comes_twice_rings_once():
    there = scene()
    ring(there.attention, "You asked me to remind you: Feed the foal.", NOW - HOUR_US)
    assert judge(there, Wish("reminder", "Feed the foal", "owner", 0.8, NOW, NOW - DAY_US)).moot


@pytest.mark.parametrize("text, over", [("The shop closes at four", True), ("The shop closes at six", False), ("Say that the market is on today", False)])
def test_a_moment_that_is_over(text, over):
    assert bool(judge(scene(NOW + 2 * HOUR_US), Wish("reach_out", text, "self", 0.8, NOW - HOUR_US, NOW - 3 * HOUR_US)).moot) is over


def test_one_answer_ends_a_row_of_ignored_lines_and_talk_of_other_things_does_not():
    assert unanswered(scene(reached=[(9, "speak", False), (5, "speak", True), (2, "speak", False)])) == 1
    there = scene(reached=[(9, "speak", False), (5, "speak", False)])
    hear(there.attention, "where are my keys", "terminal", NOW, Moment(NOW, clock()))
    assert unanswered(there) == 2


def test_an_exception_and_a_leave_pass_through_quiet():
    plumber = Wish("reach_out", "The plumber writes that he comes at three", "promise", 0.9, NOW - MINUTE_US, NOW - HOUR_US)
    assert judge(scene(said=[(1, "no chatter until 5 pm, only if the plumber writes")]), plumber).imposes
    assert judge(scene(said=[(30, "you can always tell me when the plumber writes"), (1, "not a word until five")]), plumber).imposes
    assert judge(scene(said=[(1, "not a word until five")]), plumber).blocked_by == "do_not_disturb"


def test_good_night_holds_until_they_come_back():
    there = scene(NOW + 6 * HOUR_US, said=[(0.5, "good night")])
    assert judge(there, ASK).blocked_by == "do_not_disturb"
    arrive(there.attention, NOW + 20 * HOUR_US)
    assert there.attention.hushes == []


@pytest.mark.parametrize("text, told", [("temperature 37.9, falling", False), ("temperature 39.6, rising", True)])
def test_a_result_on_the_owners_condition(text, told):
    there = scene(said=[(5, "only tell me if it's over 39")])
    assert judge(there, Wish("trigger", text, "trigger", 0.8, NOW, NOW - HOUR_US, "", True)).imposes is told


def test_a_murmur_has_its_place_in_a_lull_only():
    small = Wish("murmur", "The rain has a rhythm.", "self", 0.1, -1, NOW)
    assert judge(scene(said=[(0.05, "sleeves are the devil")]), small).imposes
    for there in (scene(), scene(said=[(0.02, "hm")]), scene(said=[(0.3, "hm")]), scene(here=("phone",), said=[(0.05, "hm")]), scene(said=[(0.05, "no chatter today please")])):
        assert not judge(there, small).imposes
    again = scene(said=[(0.05, "hm")])
    reach(again.attention, "murmur", "The rain has a rhythm.", "", NOW - 3 * DAY_US, "2026-03-01", True)
    assert not judge(again, small).imposes


def test_nothing_is_volunteered_while_her_mind_is_off():
    assert not judge(scene(mind__enabled=False), ASK).imposes


def test_half_a_is_judged_as_labelled():
    """Half B is only counted, by `run.py bench attention`."""
    moments = read("A")
    precision, recall = precision_recall(confusion(moments, lambda moment: verdict_of(moment, DEFAULTS).outcome))
    assert len(moments) >= 100 and precision >= 0.95 and recall >= 0.95


def test_the_halves_are_split_by_hash_and_neighbours_share_one():
    assert {half(moment["id"]) for moment in read("A")} == {"A"} and {half(moment["id"]) for moment in read("B")} == {"B"}
    assert half("w1-003") == half("w1-004") == half("w1-005")
    assert sorted(path.name for path in (Path(__file__).parent / "attention").glob("*.jsonl")) == ["half_a.jsonl", "half_b.jsonl"]
