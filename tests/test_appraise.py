"""Gate 1: what a goal scores and why, once a cooldown; a thousand goals cost a resting tick nothing; a long message is read quickly."""

from __future__ import annotations

from ground_life import NAME, header

from ecs.clock import FRAMES_PER_SECOND, elapsed_us, now_us
from ecs.components.belief import Expectations
from ecs.components.initiative import Initiative
from ecs.components.mind import Mind, Thought, clear
from ecs.components.notes import Notes
from ecs.reading.dates import Moment
from ecs.reading.leave_be import rules
from ecs.stores.half_expecting import expect
from ecs.stores.lines import parse
from systems.mind.appraise import appraise
from systems.mind.decide import decide
from yurios.profiles.birth import born


def world_with(*lines):
    world = born(header())
    world.get(NAME, Notes).goals = parse("".join(f"- [ ] {line}\n" for line in lines))
    world.get(NAME, Mind).awake = True
    return world


def appraised(world):
    appraise(world, ())
    decide(world, ())
    return world.get(NAME, Thought)


def test_a_goal_whose_time_has_come_scores_by_named_parts():
    thought = appraised(world_with("Ask how it went {#g-7 kind=reach_out priority=0.8 due=2026-03-01T10:00+09:00 from=promise:own}"))
    assert [(one.kind, one.ref, one.score, one.why) for one in thought.appraised] == [("goal", "g-7", 0.81, {"priority": 0.36, "due": 0.35, "commitment": 0.1})]
    assert (thought.intention, thought.ref) == ("reach_out", "g-7")


def test_what_is_overdue_and_half_expected_adds_surprise():
    world = world_with("Ask whether the parcel came {#g-1 kind=reach_out priority=0.5 due=2026-03-01T10:00+09:00 from=told}")
    expect(world.get(NAME, Expectations), "the parcel comes", now_us(world.clock) - 30 * 3600 * 1_000_000, ["parcel"])
    (scored,) = appraised(world).appraised
    assert scored.why["surprise"] == 0.15 and scored.score == round(sum(scored.why.values()), 6)


def test_the_best_is_chosen_and_the_others_are_runners_up():
    lines = [f"Tell thing {number} {{#g-{number} kind=reach_out priority=0.{number} from=promise:own}}" for number in (5, 9, 7, 6, 8)]
    thought = appraised(world_with(*lines))
    assert thought.ref == "g-9" and [one.ref for one in thought.runners_up] == ["g-8", "g-7", "g-6"]


def test_a_task_of_the_owners_moves_her_to_nothing_and_is_looked_at_once_a_cooldown():
    world = world_with("Buy milk {#g-1}")
    assert appraised(world).intention == "rest" and world.get(NAME, Thought).appraised
    assert appraised(world).appraised == []
    world.clock.frame += 3601 * FRAMES_PER_SECOND
    assert [one.ref for one in appraised(world).appraised] == ["g-1"]


def test_a_thousand_small_goals_are_each_looked_at_once_a_cooldown():
    world = world_with(*(f"Small thing {number} {{#g-{number} kind=reach_out priority=0.1 due=2027-01-01T00:00Z from=self}}" for number in range(1000)))
    assert len(appraised(world).appraised) == 1000 and appraised(world).appraised == []
    assert len(world.get(NAME, Initiative).met) == 1000


def test_what_is_known_of_goals_that_are_gone_is_forgotten():
    world = world_with("Tell a {#g-1 kind=reach_out}", "Tell b {#g-2 kind=reach_out}")
    appraised(world)
    world.get(NAME, Notes).goals = parse("- [ ] Tell b {#g-2 kind=reach_out}\n")
    appraised(world)
    assert list(world.get(NAME, Initiative).met) == ["g-2"]


def test_of_a_very_long_message_the_beginning_is_read():
    world = world_with()
    text = "leave me alone until tomorrow. " + "he said, she said, and then only if the night is quiet " * 2000
    assert [rule.kind for rule in rules(text, Moment(now_us(world.clock), world.clock))] == ["hush"]
    assert elapsed_us(world.clock) == 0


def test_a_thought_that_is_over_is_as_new():
    thought = Thought([], [])
    for name in Thought.__dataclass_fields__:
        setattr(thought, name, "x")
    clear(thought)
    assert thought == Thought([], [])
