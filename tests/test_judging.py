"""Her judgement of herself: circles, confidence, and what both take off the next decision."""

from __future__ import annotations

import pytest

from ecs.clock import FRAMES_PER_SECOND
from ecs.components.mind import Scored
from ecs.components.selfview import SelfView, Weighed
from ecs.selfhood.judging import LOOP_AT, caution, cautious, confidence_in, judge, note_doing
from ecs.world import World

LINE = "You should go and look at the water."


@pytest.fixture
def world():
    world = World("w", 1)
    world.spawn("yuri", SelfView())
    world.barrier()
    yield world
    world.close()


def doings(world, *acts):
    return [note_doing(world, world.get("yuri", SelfView), intention, text, "x") for intention, text in acts]


def test_the_third_time_is_a_loop(world):
    assert doings(world, *[("reply", LINE)] * 3)[-1] == LOOP_AT


def test_other_words_another_intention_rest_and_few_words_are_none(world):
    assert max(doings(world, ("reply", LINE), ("reply", "Tell me about the boats in the harbour then."), ("work", LINE), ("rest", ""), ("rest", ""), ("rest", ""), *[("reply", "Mm.")] * 5)) == 1


def test_nearly_the_same_words_are_the_same(world):
    assert doings(world, ("reply", LINE), ("reply", "You should go, and look at the water!"), ("reply", LINE.lower()))[-1] == 3


def test_the_same_a_day_later_is_a_habit(world):
    for _ in range(5):
        assert doings(world, ("work", "work g-1")) == [1]
        world.clock.frame += 24 * 3600 * FRAMES_PER_SECOND


@pytest.mark.parametrize("line, weighed, slips, most, why", [
    ("You told me about the dog.", Weighed("t", 0, 0, 1, "stop", False), 0, 400, "nothing was found"),
    ("You told me about the dog.", Weighed("t", 2, 0, 1, "stop", False), 0, 1000, "rests on something found"),
    ("I don't remember; you told me once.", Weighed("t", 0, 0, 1, "stop", False), 0, 800, "does not know"),
    ("It rains.", Weighed("t", 0, 0, 2, "length", True), 1, 200, "out of character"),
    ("It rains.", None, 0, 800, "nothing speaks against it"),
])
def test_how_sure_she_may_be(line, weighed, slips, most, why):
    score, reason = confidence_in(line, weighed, slips)
    assert score <= most and why in reason


def test_a_verdict_weighs_on_the_next_appraisal_and_not_for_ever(world):
    view = world.get("yuri", SelfView)
    judge(world, view, "loop", "work", "g-1", 0, "circles")
    judge(world, view, "persona", "reply", "t-5", 0, "it speaks as a service")
    goal = Scored("goal", "g-1", 0.9, {"priority": 0.9})
    assert cautious(world, "yuri", goal) == Scored("goal", "g-1", 0.25, {"priority": 0.9, "loop": -0.5, "persona": -0.15})
    assert caution(world, "yuri", "g-2") == {"persona": 0.15}
    appointment = Scored("appointment", "g-1", 1.0, {"due": 1.0})
    assert cautious(world, "yuri", appointment) is appointment
    world.clock.frame += 7 * 3600 * FRAMES_PER_SECOND
    assert cautious(world, "yuri", goal) is goal
