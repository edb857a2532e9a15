"""The exchanges nearest to what was said, and a persona with another name."""

from __future__ import annotations

from ecs.components.soul import Pair, Soul
from ecs.likeness import nearest, read_pairs
from ecs.prompt import NAME, called

PAIRS = [Pair("My dog is ill.", "Poor dog."), Pair("Good evening.", "Good evening."), Pair("Work was awful.", "Tell me."), Pair("My bird is ill.", "Oh.")]


def test_a_shared_word_brings_a_pair_near_and_the_nearest_stands_last():
    assert nearest("My dog is so ill", PAIRS, 2) == [PAIRS[3], PAIRS[0]]
    assert nearest("I was working", PAIRS, 4) == [PAIRS[2]], "by the beginning of the word"


def test_nothing_shared_or_nothing_wanted_brings_nothing():
    assert nearest("Snow!", PAIRS, 4) == nearest("dog", PAIRS, 0) == nearest("dog", [], 4) == []


def test_among_equals_the_earlier_stands_last():
    twins = [Pair("a dog", "one"), Pair("a dog", "two"), Pair("a dog", "three")]
    assert [pair.her for pair in nearest("dog", twins, 2)] == ["two", "one"]


def test_pairs_are_read_whatever_she_is_called_and_other_lines_are_passed_over():
    text = "# Talk\n\nowner: Hi.\nMira: Hello: you.\n---\nowner: alone\n---\nowner: Who?\nmira: {name}.\n"
    assert read_pairs(text) == [Pair("Hi.", "Hello: you."), Pair("Who?", f"{NAME}.")]


def test_her_name_is_the_one_in_her_persona():
    assert called(Soul("yuri", {"soul/PERSONA.md": "# M\n\n## In short\nYou are Mira, a sailor.\n"}), "yuri") == "Mira"
    assert called(Soul("yuri", {"soul/PERSONA.md": "You are kind.\n"}), "yuri") == called(Soul("yuri", {}), "yuri") == "Yuri"
