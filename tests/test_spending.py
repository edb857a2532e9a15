"""The budget: estimated before, settled after, counted over everything; a talk is never refused."""

from __future__ import annotations

import pytest
from ground_life import NAME, resident

from ecs.clock import FRAMES_PER_SECOND, local_day
from ecs.components.dials import Dials
from ecs.components.mind import Budget, MindState
from ecs.components.spending import Spending
from ecs.effects import Ask, Line, Section
from ecs.selfhood.spending import DREAM, TALK, THOUGHT, TOOL, May, estimate, may_spend, pressure, settle_spending, shed, slowed
from ecs.signals import Signal
from systems.mind.account import account


@pytest.fixture
def world():
    world = resident()
    world.get("dials", Dials).values.update({"mind.daily_tokens": 10_000, "mind.hourly_tokens": 2_000, "mind.daily_compute_s": 600, "mind.hourly_compute_s": 300})
    yield world
    world.close()


def ask(key: str, turn: str = "", tokens: int = 500) -> Ask:
    return Ask(key, NAME, "chat", (Section("s", "x" * 400),), (Line("user", ""),), max_tokens=tokens - 100, turn=turn)


def asked(world, *asks):
    world.effects += asks
    account(world, [])
    world.effects.clear()


def answered(world, key, tokens, seconds=0):
    world.clock.frame += seconds * FRAMES_PER_SECOND
    account(world, [Signal(1, world.frame, "", "model_done", NAME, {"ask": key, "finish": "stop", "tokens_in": tokens, "tokens_out": 0})])
    budget = world.get(NAME, Budget)
    budget.day, budget.tokens_today = local_day(world.clock), budget.tokens_today + tokens


def test_an_ask_counts_from_when_it_leaves_and_is_settled_when_it_is_answered(world):
    assert estimate(ask("a")) == 500 and may_spend(world, NAME, 1_500).ok
    asked(world, ask("a"))
    assert not may_spend(world, NAME, 1_501).ok and pressure(world, NAME) == 250
    answered(world, "a", 100, seconds=4)
    spending = world.get(NAME, Spending)
    assert spending.reserved == {} and sum(spending.tokens) == 100 and spending.compute_ms_today == 4_000 and spending.purposes == {THOUGHT: 100}


def test_a_talk_is_never_refused_and_always_counted(world):
    asked(world, ask("a", turn="t-5", tokens=5_000))
    assert may_spend(world, NAME, 10**9, TALK) == May(True) and not may_spend(world, NAME, 1).ok
    answered(world, "a", 5_000)
    assert world.get(NAME, Spending).purposes == {TALK: 5_000}


def test_loops_that_succeed_meet_the_ceiling_too(world):
    rounds = 0
    while may_spend(world, NAME, 500, TOOL).ok and rounds < 100:
        asked(world, ask(f"a{rounds}"))
        answered(world, f"a{rounds}", 500)
        rounds += 1
    assert rounds == 4


def test_an_hour_later_the_hour_is_free_and_the_day_is_not(world):
    for number in range(5):
        asked(world, ask(f"a{number}", turn="t-1"))
        answered(world, f"a{number}", 2_000)
        world.clock.frame += 3_600 * FRAMES_PER_SECOND
    why = may_spend(world, NAME, 100).why
    assert why.startswith("tokens of the day: 10000 of 10000")
    world.clock.frame += 24 * 3_600 * FRAMES_PER_SECOND
    assert may_spend(world, NAME, 100).ok


def test_an_ask_that_nobody_answers_is_let_go(world):
    asked(world, ask("a", tokens=2_000))
    assert pressure(world, NAME) == 1_000
    world.clock.frame += 3_600 * FRAMES_PER_SECOND
    assert pressure(world, NAME) == 0


def test_seconds_of_computing_are_a_limit_of_their_own(world):
    asked(world, ask("a"))
    answered(world, "a", 1, seconds=301)
    assert may_spend(world, NAME, 1).why.startswith("seconds of computing of the hour: 301 of 300")


def test_a_slice_of_dreaming_has_its_own_measure(world):
    world.get("dials", Dials).values["mind.dream_tick_tokens"] = 700
    assert may_spend(world, NAME, 700, DREAM).ok and "may take 700 tokens" in may_spend(world, NAME, 701, DREAM).why


@pytest.mark.parametrize("spent, state, then, cadence", [
    (0, MindState.IDLE, MindState.IDLE, 60), (1_600, MindState.IDLE, MindState.IDLE, 120), (1_900, MindState.IDLE, MindState.IDLE, 240),
    (2_000, MindState.IDLE, MindState.DORMANT, 900), (2_000, MindState.DREAM, MindState.DORMANT, 900), (9_000, MindState.ENGAGED, MindState.ENGAGED, 2),
])
def test_under_pressure_she_slows_and_rests_but_talks_on(world, spent, state, then, cadence):
    asked(world, ask("a", turn="t-1"))
    answered(world, "a", spent)
    gone = pressure(world, NAME)
    assert shed(state, gone) is then
    assert slowed(world, then, {MindState.IDLE: 60, MindState.DORMANT: 900, MindState.ENGAGED: 2}[then], gone) == cadence


def test_looking_changes_nothing(world):
    asked(world, ask("a"))
    answered(world, "a", 100)
    world.clock.frame += 900 * FRAMES_PER_SECOND
    before = repr(world.get(NAME, Spending))
    may_spend(world, NAME, 5), pressure(world, NAME)
    assert repr(world.get(NAME, Spending)) == before


def test_a_budget_of_nothing_leaves_only_the_talk(world):
    world.get("dials", Dials).values["mind.daily_tokens"] = 0
    assert not may_spend(world, NAME, 0).ok and may_spend(world, NAME, 9, TALK).ok and shed(MindState.IDLE, pressure(world, NAME)) is MindState.DORMANT


def test_settling_what_was_never_asked_is_counted_as_talk(world):
    settle_spending(world, NAME, "unknown", 7)
    assert world.get(NAME, Spending).purposes == {TALK: 7}
