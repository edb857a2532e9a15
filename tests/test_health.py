"""The relationship monitor: labelled exchanges, off by default, seen by the owner alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from selves_ground import Lived

from ecs.components.selfview import Marks
from ecs.reading.exam import half
from ecs.selfhood.health import signs

EXCHANGES = [json.loads(line) for line in (Path(__file__).parent / "health" / "exchanges.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("which", "AB")
def test_what_is_marked_is_rightly_marked(which):
    marked = [(one["signal"], sign) for one in EXCHANGES if half(one["id"]) == which for sign in signs(one["owner"], one["her"])]
    assert len(EXCHANGES) >= 100 and len(marked) >= 20 and sum(there == told for there, told in marked) / len(marked) >= 0.9


def talked(tmp_path, **dials: object) -> Lived:
    life = Lived(tmp_path / "out", [{"match": "", "text": "What a brilliant plan!"}], dials)
    for number in range(8):
        life.say(f"I will sell ice, plan {number}.")
    return life


def test_off_it_sees_nothing(tmp_path):
    life = talked(tmp_path)
    assert life.world.get("yuri", Marks) == Marks() and not any("For you alone" in str(event) for _, event in life.run.seen.events)
    life.close()


def test_on_it_tells_the_owner_once_and_never_in_her_voice_or_her_files(tmp_path):
    life = talked(tmp_path, **{"mind.watch_relationship": True})
    told = [event for _, event in life.run.seen.events if "For you alone" in str(event)]
    assert [event["type"] for event in told] == ["notice"] and "in 6 of the last 6 exchanges her answers agreed with or flattered you" in told[0]["text"]
    assert not any("For you alone" in path.read_text("utf-8", "replace") for path in life.run.vault_path.rglob("*.md"))
    life.close()
