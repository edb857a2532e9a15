"""Her mood: moved by events, fading with time, seen in face, posture and prompt, and nowhere in a decision."""

from __future__ import annotations

import re

import pytest
from ground_life import NAME, new_home

from ecs.clock import FRAMES_PER_SECOND
from ecs.components.body import Body
from ecs.components.mood import Face, Mood
from ecs.prompt import assemble
from ecs.selfhood.mood import MOVES, STEP_US, face_of, fade, in_words, kind_of, move
from ecs.world import World
from yurios.places import ROOT


@pytest.mark.parametrize("text, kind", [
    ("Thank you so much.", "thanked"), ("I got the job!", "good news"), ("My grandmother died.", "bad news"), ("You're useless.", "unkind"), ("I missed you.", "fond"), ("hahaha", "laughed"), ("The bus was late.", "talked"),
])
def test_a_message_moves_her(text, kind):
    assert kind_of(text) == kind


def test_one_reply_under_two_moods_shows_two_faces_and_has_two_prompts(tmp_path):
    seen = {}
    for kind, said in (("glad", ("I love you.", "We won the match!")), ("low", ("My cat died.", "You're useless."))):
        home = new_home(tmp_path / kind)
        home.go(2)
        for number, text in enumerate(said):
            home.say(text, f"m{number}")
            home.go(8)
        home.say("What are you thinking of?", "last")
        home.go(5)
        head, _, _ = assemble(home.world, NAME, "What are you thinking of?")
        mood = next(section.text for section in head if section.name == "mood")
        seen[kind] = (home.world.get(NAME, Face).expression, home.world.get(NAME, Body).posture, mood)
        assert [event for event in home.ear.heard if '"type":"avatar"' in getattr(event, "fields", "") and seen[kind][0] in event.fields]
    assert seen["glad"][0] == "happy" and seen["low"][0] == "sad" and seen["low"][1] == "drooping"
    assert "happy" in seen["glad"][2] or "good spirits" in seen["glad"][2]
    assert "low" in seen["low"][2] and seen["glad"][2] != seen["low"][2]


def test_it_fades_the_same_asked_often_or_once():
    often, once = Mood(900, -700, 333), Mood(900, -700, 333)
    world = World("w", 1)
    for _ in range(40):
        world.clock.frame += 450 * FRAMES_PER_SECOND
        fade(world, often)
    fade(world, once)
    assert often == once and abs(once.valence) < 500
    world.clock.frame += 200 * STEP_US // 1_000_000 * FRAMES_PER_SECOND
    fade(world, once)
    assert (once.valence, once.arousal, once.warmth) == (0, 0, 0)
    world.close()


@pytest.mark.parametrize("kind", sorted(MOVES))
def test_no_event_however_often_leaves_the_scale(kind):
    mood = Mood()
    for _ in range(100):
        move(mood, kind)
        assert all(-1000 <= level <= 1000 for level in (mood.valence, mood.arousal, mood.warmth))


def test_as_usual_there_is_nothing_to_say_and_nothing_to_see():
    assert in_words(Mood()) == "" and face_of(Mood()) == ("neutral", 0)


def test_no_gate_and_no_decision_looks_at_it():
    files = [path for folder in ("ecs", "systems") for path in sorted((ROOT / folder).rglob("*.py")) if path != ROOT / "ecs/selfhood/mood.py"]
    readers = [path.relative_to(ROOT).as_posix() for path in files if re.search(r"^from ecs\.(?:components|selfhood)\.mood import", path.read_text("utf-8"), re.MULTILINE)]
    assert readers == ["ecs/situation.py", "systems/body/show.py", "systems/mind/calm.py", "systems/mind/feel.py", "systems/mind/judge_herself.py"]
