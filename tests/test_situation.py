"""What is so right now, in words: who is there, how long gone, what is under way, what is half expected."""

from ecs.clock import FRAMES_PER_SECOND, SECOND_US, Clock
from ecs.components.belief import Expectations
from ecs.components.presence import Presence, UnderWay
from ecs.situation import EMBODIMENT, situation
from ecs.stores.expecting import expect
from ecs.stores.presence import HOUR_US, away_us, come, go, here_us, in_words
from ecs.world import World


def world_with(presence, hours=0, **more):
    world = World("w", 1, Clock(epoch_us=0))
    world.spawn("yuri", presence, *more.get("components", ()))
    world.barrier()
    world.clock.frame = hours * 3600 * FRAMES_PER_SECOND
    return world


def test_a_return_after_days_is_news_for_a_while():
    presence = Presence({})
    come(presence, "terminal", False, 0)
    go(presence, "terminal", HOUR_US)
    world = world_with(presence, 49)
    assert "Nobody else is here; your owner has been away for 2 days." in situation(world, "yuri")
    come(presence, "window", True, 49 * HOUR_US)
    assert "Your owner is with you (window). They were away for 2 days." in situation(world, "yuri")
    world.clock.frame += 3600 * FRAMES_PER_SECOND
    assert "away" not in situation(world, "yuri")


def test_a_second_channel_is_no_second_arrival():
    presence = Presence({})
    come(presence, "terminal", False, 0)
    come(presence, "window", True, 5 * HOUR_US)
    go(presence, "terminal", 6 * HOUR_US)
    assert (here_us(presence, 7 * HOUR_US), away_us(presence, 7 * HOUR_US)) == (7 * HOUR_US, -1)


def test_a_channel_that_was_never_there_does_not_leave():
    presence = Presence({})
    go(presence, "terminal", HOUR_US)
    assert presence.away_since_us == -1


def test_lengths_of_time_as_people_say_them():
    said = [in_words(minutes * 60 * SECOND_US) for minutes in (1, 10, 55, 90, 300, 1300, 4000, 60_000)]
    assert said == ["a moment", "some minutes", "an hour", "2 hours", "5 hours", "a day", "3 days", "weeks"]


def test_what_is_under_way_and_expected_is_told_in_few_words():
    expectations = Expectations()
    expect(expectations, "Ana calls about the flat", 2 * HOUR_US, ["flat"])
    expect(expectations, "the parcel comes", 9 * HOUR_US, ["parcel"])
    world = world_with(Presence({}), 5, components=(UnderWay({"timer:1": "a timer for the tea"}), expectations))
    said = situation(world, "yuri")
    assert "In progress: a timer for the tea." in said
    assert "You half expect: the parcel comes. Should have happened by now: Ana calls about the flat." in said


def test_without_any_of_it_the_paragraph_is_as_short_as_ever():
    assert situation(world_with(Presence({})), "yuri") == "It is Thursday night. You are in nowhere in particular; the lamp is off. Nobody else is here."


def test_the_truth_about_her_body_is_one_constant():
    assert "never claim to be a human being" in EMBODIMENT
