"""Her lines against lines that are not hers: labelled ones in two halves, and the rules that are read from her own files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ecs.prompt import called
from ecs.components.soul import Soul
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
