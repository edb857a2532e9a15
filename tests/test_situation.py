"""What is so right now, in words: who is there, how long gone, what is under way, what is half expected."""

import time

from one_life import Lived, Store

from ecs.clock import FRAMES_PER_SECOND, SECOND_US, Clock
from ecs.components.belief import Expectations
from ecs.components.presence import Presence, UnderWay
from ecs.situation import EMBODIMENT, PATH, page, situation
from ecs.stores.half_expecting import expect
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


def test_her_folder_holds_it_rendered_on_change_and_in_no_commit(tmp_path):
    lived = Lived(Store("disk", "memory"), tmp_path)
    place = tmp_path / "vault" / PATH
    first = place.read_text("utf-8")
    assert first == page(lived.character.world, "mira") and EMBODIMENT in first and first.count("You are an AI") == 1
    mark = place.stat().st_mtime_ns, place.stat().st_ino
    lived.character.go(600_000_000)
    assert (place.stat().st_mtime_ns, place.stat().st_ino) == mark, "ten quiet minutes change nothing"
    lived.character.post("user_present", {"channel": "game", "can_hear": True})
    assert "Your owner is with you (game)." in place.read_text("utf-8") and place.stat().st_ino != mark[1], "made beside and renamed over"
    assert PATH not in lived.character.repository.paths() and len(lived.ids()) == 1
    place.unlink()
    lived.restart()
    assert place.read_text("utf-8") == page(lived.character.world, "mira"), "a start brings it back"
    lived.close()


def test_a_disk_that_takes_no_rendering_gets_the_newest_later(tmp_path):
    lived = Lived(Store("memory", "memory"), tmp_path)
    edge, folder = lived.character.edges.vault, lived.character.repository.folder
    edge.set_up(False)
    for channel in ("game", "window"):
        lived.character.post("user_present", {"channel": channel, "can_hear": True})
    assert b"(game" not in folder.read(PATH)
    edge.set_up(True)
    edge.retry()
    assert b"(game, window)" in folder.read(PATH)
    lived.close()


def test_it_is_cheap_enough_to_look_at_on_every_signal(tmp_path):
    lived = Lived(Store("memory", "memory"), tmp_path)
    began = time.process_time()
    for _ in range(500):
        page(lived.character.world, "mira")
    assert time.process_time() - began < 0.25  # 0.5 ms each at the very most; 6 µs here
    lived.close()
