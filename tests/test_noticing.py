"""What in the owner's words is a wish about her, and what only looks like one."""

from __future__ import annotations

import pytest

from ecs.selfhood.noticing import wishes


@pytest.mark.parametrize("text, kind, words", [
    ("Please call me Kit.", "name", "Kit"), ("Everyone calls me Jo, by the way.", "name", "Jo"), ("My name is Ana Maria.", "name", "Ana Maria"), ("Call me Kit!", "name", "Kit"),
    ('You always say "my dear", please stop.', "word", "my dear"), ("Stop saying “sweetheart”.", "word", "sweetheart"), ("please don't call me darling", "word", "darling"),
    ("I hate it when you say 'no worries'.", "word", "no worries"), ("You keep saying honestly and it's annoying.", "word", "honestly"),
    ("Be a bit shorter with me? Be less formal, please.", "manner", "Be less formal, please"), ("I like it when you tease me.", "manner", "I like it when you tease me"),
    ("Shorter answers, please.", "manner", "Shorter answers"), ("Don't ask me so many questions.", "manner", "Don't ask me so many questions"),
    ("That helped, thank you.", "praise", "That helped"), ("hahaha", "praise", "hahaha"), ("That made me smile.", "praise", "That made me smile"),
    ("Can you look that up online?", "capability", "network: yes"), ("Read my e-mails to me.", "capability", "files outside this folder: read"),
])
def test_a_wish_is_noticed(text, kind, words):
    assert (kind, words) in [(wish.kind, wish.words) for wish in wishes(text)]


@pytest.mark.parametrize("text", [
    "Call me tomorrow.", "Call me when you can.", "They used to call me Kit at school.", "If I asked, would you call me Kit?",
    'You always say "my dear".', "My mom always says 'my dear', please stop.", "Don't say that.", "Stop saying it like a ghost, he told me.", "She said stop saying dear.",
    "What if I hate it when you tease me?", "That wasn't funny.", "It hasn't helped.", "I'll look it up online.", "I have to read my e-mails.", "", "…", "a" * 10_000,
])
def test_what_is_no_wish_is_left_alone(text):
    assert [wish for wish in wishes(text) if wish.kind in ("name", "word", "manner", "praise", "capability")] == []


def test_each_kind_comes_once():
    assert [wish.kind for wish in wishes("Call me Kit. Call me Kat. That helped. That made me laugh.")] == ["name", "praise"]
