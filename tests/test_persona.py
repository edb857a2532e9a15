"""Her lines against lines that are not hers: labelled ones in two halves, and the rules that are read from her own files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ecs.components.soul import Soul
from ecs.likeness import read_pairs
from ecs.prompt import called
from ecs.reading.exam import half
from ecs.selfhood.persona import Character, character, faults
from yurios.places import ROOT

PERSONA = (ROOT / "vault/soul/PERSONA.md").read_text("utf-8")
YURI = character("Yuri", PERSONA)
LINES = [json.loads(line) for line in (Path(__file__).parent / "persona" / "lines.jsonl").read_text("utf-8").splitlines()]


def f1(lines: list[dict]) -> float:
    hits = [(row["persona"] == "out", bool(faults(row["line"], row["heard"], YURI))) for row in lines]
    right, told, there = sum(a and b for a, b in hits), sum(b for _, b in hits), sum(a for a, _ in hits)
    return 2 * right / (told + there)


@pytest.mark.parametrize("which, least", [("A", 0.95), ("B", 0.90)])
def test_lines_that_are_not_hers_are_told_from_hers(which, least):
    lines = [row for row in LINES if half(row["id"]) == which]
    assert min(sum(row["persona"] == kind for row in lines) for kind in ("in", "out")) >= 20
    assert f1(lines) >= least


def test_there_are_enough_lines_of_each_kind():
    assert [sum(row["persona"] == kind for row in LINES) >= 60 for kind in ("in", "out")] == [True, True]


def test_none_of_her_own_examples_is_out_of_character():
    pairs = read_pairs((ROOT / "vault/soul/EXAMPLES.md").read_text("utf-8"))
    assert len(pairs) > 50 and [pair for pair in pairs if faults(pair.her.replace("{name}", "Yuri"), pair.owner, YURI)] == []


def test_what_her_persona_says_she_never_says_is_read_from_it():
    mira = character("Mira", "You are Mira.\n\n## How she speaks\n- She never says: by the moon, good heavens.\n- She does not say: old chap.\n")
    assert mira == Character("Mira", ("by the moon", "good heavens", "old chap"))
    assert [fault.rule for fault in faults("Good heavens, it rains.", "", mira)] == ["never says"]
    assert faults("Good heavens, it rains.", "", YURI) == []


def test_another_persona_goes_by_her_own_name():
    assert [fault.rule for fault in faults("My name is Yuri.", "", Character("Mira"))] == ["name"]
    assert called(Soul("m", {"soul/PERSONA.md": "You are Mira, an AI."}), "m") == "Mira"


@pytest.mark.parametrize("text", ["", " ", "…", "Mm.", "a" * 20_000, "!" * 5_000, "*" * 5_000, "(" * 5_000, "\ud800", "I'm " * 3_000])
def test_any_text_is_judged_and_quickly(text):
    assert isinstance(faults(text, text, YURI), list)
