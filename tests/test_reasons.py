"""`/why` in words: a line she said, a line she kept back with its gate, an announcement, an act begun, quiet work, and a mind that only rests."""

from __future__ import annotations

import json

import pytest

from yurios.reasons import why_sentence

GATE = {"outcome": "SILENT", "score": 0.9, "threshold": 0.75, "blocked_by": "quiet_hours", "factors": {"relevance": 0.8, "time_sensitivity": 1.0}, "because": "these are your quiet hours"}


def tick(number, acted=None, gate=None, ref="g-1", sensed=()):
    return json.dumps({
        "tick": number, "at": f"2026-03-02T10:{number:02}:00+09:00", "state": "IDLE", "sensed": [{"seq": 1, "type": one} for one in sensed], "appraised": [],
        "decided": {"intention": "rest" if acted is None else "reach_out", "ref": ref}, "acted": acted, "gate2": gate,
    })


@pytest.mark.parametrize("acted, gate, words", [
    ({"kind": "silent"}, GATE, "At 10:01 she did not speak of g-1, because these are your quiet hours (quiet_hours). What counted: relevance 0.8, time sensitivity 1."),
    ({"kind": "speak", "text_ref": "m-p1", "finished": "p-1"}, GATE | {"outcome": "SPEAK", "blocked_by": None}, "At 10:01 she spoke first about g-1, because the moment was good enough: 0.9 against 0.75. What counted: relevance 0.8, time sensitivity 1."),
    ({"kind": "announce", "refs": ["timer-1"], "text_ref": "m-p1"}, None, "At 10:01 she announced timer-1, because you had asked for it at that time; that needs no good moment."),
    ({"kind": "silent", "finished": "p-1", "why": "no words came"}, None, "At 10:01 she said nothing about g-1: no words came."),
    ({"kind": "work", "started": "p-1"}, None, "At 10:01 she began to put g-1 into words; before it is said the moment is weighed again."),
    ({"kind": "work", "finished": "p-1"}, None, "At 10:01 she was at work on g-1, in quiet."),
])
def test_an_act_is_a_sentence(acted, gate, words):
    assert why_sentence([tick(1, acted, gate)]) == words


def test_an_act_is_told_though_she_rested_long_since():
    act = tick(1, {"kind": "silent"}, GATE)
    assert why_sentence([tick(90), tick(91)], [act]).endswith("Since then she has rested through 90 ticks.")


def test_a_mind_that_only_rested_tells_what_stirred_it():
    assert "she sensed user present and chose to rest" in why_sentence([tick(1, sensed=["user_present"]), tick(2)])
    assert "has not ticked" in why_sentence([])
