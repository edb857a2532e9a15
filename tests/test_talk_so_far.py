"""The rolling summary: bounded after years, nothing taken up before it is saved, forgotten words gone, a model's paragraph checked."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from ecs.clock import Clock
from ecs.components.dials import Dials
from ecs.components.pages import Pages
from ecs.components.speech import Exchange, Owed, Talk
from ecs.components.summary import Summary
from ecs.stores import summary as so_far
from ecs.world import World
from systems.memory.compact import compact
from yurios.benches.dream import TALK, read_half


WHO = ("Anna", "Berta", "Clara", "Dora")


def years(count: int) -> Summary:
    summary, talk = Summary(), [one.owner for half in "ab" for day in read_half(TALK / f"half_{half}.txt").days.values() for one in day]
    for number in range(365 * count):
        day = date(2020, 1, 1) + timedelta(number)
        for at in range(2):
            turn = 2 * number + at
            so_far.take_up(summary, f"t-{turn}", day.isoformat(), talk[turn % len(talk)], "Mm.", number * so_far.DAY_US)
            so_far.sweep(summary, number * so_far.DAY_US)
    return summary


def test_ten_years_are_as_short_as_one_and_say_when_it_began():
    one, ten = (so_far.plain(so_far.page(years(count))) for count in (1, 10))
    assert len(ten) <= 1600 and len(ten) - len(one) <= 500
    assert ten.startswith("You have talked since 2020-01-01.") and "2029-12" in ten


@pytest.fixture
def world():
    world = World("w", 7, Clock())
    window = [Exchange(f"t-{number}", f"My plan is with {WHO[number]}.", "Mm.", "2026-03-02T09:00:00+01:00") for number in range(4)]
    world.spawn("dials", Dials({"prompt.raw_window_turns": 2}))
    world.spawn("yuri", Talk([], window, []), Owed({"w-1": "t-1", "w-3": "t-3"}), Summary(), Pages())
    world.barrier()
    yield world
    world.close()


def test_what_is_not_saved_stays_word_for_word(world):
    compact(world, [])
    assert [one.turn for one in world.get("yuri", Talk).window] == ["t-1", "t-2", "t-3"]
    assert [one.turn for one in world.get("yuri", Summary).fallen] == ["t-0"]
    world.get("yuri", Owed).writes.clear()
    compact(world, [])
    assert [one.turn for one in world.get("yuri", Talk).window] == ["t-2", "t-3"]
    assert "Berta" in so_far.page(world.get("yuri", Summary)) and world.get("yuri", Pages).stale


def test_forgetting_takes_topics_threads_and_a_model_s_paragraph():
    summary = Summary(prose="They got a cat.")
    so_far.take_up(summary, "t-1", "2026-03-02", "The cat has an appointment on Monday, I think.", "Oh.", 0)
    so_far.take_up(summary, "t-2", "2026-03-02", "My education was in physics.", "Oh.", 0)
    so_far.let_go(summary, "cat", ["t-1"])
    page = so_far.page(summary)
    assert "education" in page and "physics" in page and not any(word in page for word in ("cat ", "cat.", "cat,", "appointment", "They"))
    assert [one.turn for one in summary.fallen] == ["t-2"]


@pytest.mark.parametrize("junk", ["", "NOTHING", "{}", '{"summary": ""}', '{"summary": 3}', '{"summary": "They talked with Bartholomew about the weather."}', '{"summary": "' + "x" * 600 + '"}'])
def test_a_paragraph_that_is_none_changes_nothing(junk):
    summary = Summary()
    so_far.take_up(summary, "t-1", "2026-03-02", "Ana moved to Lyon.", "Oh.", 0)
    summary.taken = 1
    assert not so_far.answered(summary, junk) and summary.prose == "" and len(summary.fallen) == 1


def test_a_good_paragraph_stands_for_what_it_was_shown_and_no_more():
    summary = Summary()
    for turn, text in (("t-1", "Ana moved to Lyon."), ("t-2", "It rains.")):
        so_far.take_up(summary, turn, "2026-03-02", text, "Oh.", 0)
        summary.taken = summary.taken or len(summary.fallen)
    assert so_far.answered(summary, '{"summary": "Their sister Ana moved to Lyon this spring."}')
    assert "moved to Lyon this spring" in so_far.page(summary) and [one.turn for one in summary.fallen] == ["t-2"]


def test_the_owner_s_hand_in_the_summary_is_obeyed():
    summary = Summary()
    so_far.take_up(summary, "t-1", "2026-03-02", "Ana moved to Lyon.", "Oh.", 0)
    before = so_far.page(summary)
    so_far.heed_hand(summary, before, before.splitlines()[0] + "\nWe made up on Sunday.\n")
    assert "Lyon" not in so_far.page(summary) and "We made up on Sunday." in so_far.page(summary)
