"""Signals: every type's schema takes a right payload and refuses a wrong one, and a line comes back as what it was."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given, strategies as st

from ecs.signals import SIGNALS, TRUST, Origin, Signal, SignalError, from_record, to_line
from yurios.inbox import check

ERROR = {"code": "full", "message": "The disk is full.", "hint": "Make room.", "passing": True}
FREE = ({}, "text")
#: {type: (right payloads, wrong payloads)}
EXAMPLES: dict[str, tuple[list, list]] = {
    "user_message": ([{"text": "hi", "channel": "terminal", "message_id": "m1"}], [{}, {"text": "", "channel": "t", "message_id": "m"}, {"text": "hi", "channel": "t", "message_id": "m", "extra": 1}]),
    "turn_committed": ([{"write": "w", "turn": "t", "commit": None, "error": ERROR}, {"write": "w", "turn": "t", "commit": "9f", "error": None}], [{"write": "w"}, {"write": "w", "turn": "t", "commit": 5, "error": None}]),
    "user_present": ([{"channel": "c", "can_hear": True}], [{"channel": "c", "can_hear": 1}]),
    "user_absent": ([{"channel": "c"}], [{"channel": ""}]),
    "selfedit_decision": ([{"edit": "e", "approve": False}], [{"edit": "e"}]),
    "wakeup": ([{}, {"reason": "because"}], [{"reason": 3}]),
    "vault_changed": ([{"cause": "edit", "files": {"a": "x", "b": None}}, {"cause": "edit", "files": {}, "kept": {"knowledge/reference/a.pdf": "0123456789" * 4}}, {"cause": "commit", "files": {}, "commit": "9f", "author": "me", "message": "m", "at_us": 1, "offset_s": 0}], [{"cause": "wind", "files": {}}, {"cause": "edit", "files": {"a": 1}}]),
    "suspend_gap": ([{"us": 0, "cause": "off"}], [{"us": -1, "cause": "off"}, {"us": 1.5, "cause": "off"}, {"us": 1.0, "cause": "off"}, {"us": True, "cause": "off"}, {"us": 1, "cause": "tea"}]),
    "clock_changed": ([{"us": -5}], [{"us": "5"}, {"us": 2**63}]),
    "zone_changed": ([{"zone": "UTC", "transitions": [[0, 0]]}, {"zone": "Asia/Tokyo", "transitions": []}], [{"zone": "UTC", "transitions": [[0]]}, {"zone": "UTC", "transitions": [[0, 90_000]]}]),
    "model_delta": ([{"ask": "a", "kind": "text", "text": "x"}], [{"ask": "a", "kind": "song", "text": "x"}]),
    "model_done": ([{"ask": "a", "finish": "stop", "tokens_in": 4, "left_out": ["lore"]}, {"ask": "a", "finish": "error", "error": ERROR}], [{"ask": "a"}, {"ask": "a", "finish": "stop", "tokens_out": "many"}, {"ask": "a", "finish": "error", "error": "broken"}]),
    "written": ([{"write": "w", "commit": "9f", "error": None, "turn": "t"}], [{"commit": None, "error": None}]),
    "failed": ([{"what": "mic", "error": ERROR}], [{"what": "mic", "error": {}}]),
    "command": ([{"name": "dials", "values": {}}], [{"values": {}}, {"name": "dials", "values": 3}]),
    "cancel": ([{}, {"turn": "t-1", "channel": "c"}], [{"why": "x"}]),
    "health": ([{"part": "mic", "state": "ok"}], [{"part": "mic"}]),
    "recalled": ([{"recall": "r", "mode": "hybrid", "hits": [{"turn": "t-1", "at": "2026-03-02T09:00:00+09:00", "text": "x", "kind": "turn", "score": 700}]}, {"recall": "r", "mode": "none", "hits": []}], [{"recall": "r", "mode": "magic", "hits": []}, {"recall": "r", "mode": "none", "hits": [{"turn": "t-1"}]}]),
    "parsed": ([{"path": "tea.md", "state": "shelved", "title": "Tea", "passages": 2, "characters": 90}, {"path": "a", "state": "refused", "reason": "it is empty"}], [{"path": "a", "state": "lost"}, {"state": "gone"}]),
    "found": ([{"search": "s", "mode": "none", "hits": []}, {"search": "s", "mode": "keyword", "hits": [{"doc": "a", "title": "A", "start": 0, "end": 4, "heading": "", "page": "", "text": "abcd", "score": 1000}]}], [{"search": "s", "mode": "none", "hits": [{"doc": "a"}]}]),
    "forgotten": ([{"forget": "f", "turns": ["t-1"], "rows": 1}], [{"forget": "f", "turns": ["t-1"], "rows": -1}]),
} | {kind: ([{}, {"anything": [1]}], ["text", None, [1]]) for kind in (
    "timer", "task_completion", "fs_event", "trigger_fired", "peer_message", "percept", "embedded", "tool_result", "delivered",
    "attach", "detach", "intent", "author")}


def test_every_type_has_its_examples():
    assert set(EXAMPLES) == set(SIGNALS)


@pytest.mark.parametrize("kind", sorted(SIGNALS))
def test_a_schema_takes_what_is_right_and_refuses_what_is_wrong(kind):
    right, wrong = EXAMPLES[kind]
    jsonschema.Draft202012Validator.check_schema(SIGNALS[kind][2])
    for payload in right:
        check(kind, payload)
    for payload in wrong:
        with pytest.raises(SignalError, match=kind):
            check(kind, payload)


@pytest.mark.parametrize("kind", sorted(SIGNALS))
def test_every_type_says_who_reads_it_and_what_it_means(kind):
    reader, meaning, _ = SIGNALS[kind]
    assert reader in ("mind", "turn", "store", "body", "host") and meaning.endswith(".")


def test_an_unknown_type_is_legal():
    check("comet_seen", {"tail": {"length": 3}})


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3), max_leaves=8,
)
signals = st.builds(
    Signal, st.integers(0), st.integers(0), st.text(), st.text(), st.text(), st.dictionaries(st.text(), plain, max_size=4),
    st.builds(Origin, st.text(), st.text(), st.sampled_from(TRUST)),
)


@given(signals)
def test_a_line_comes_back_as_the_signal_it_was(signal):
    line = to_line(signal)
    assert "\n" not in line
    assert from_record(json.loads(line.encode("utf-8", "surrogatepass"))) == signal


RECORD = json.loads(to_line(Signal(1, 2, "at", "wakeup", "", {})))


@pytest.mark.parametrize("key", sorted(RECORD))
@pytest.mark.parametrize("junk", [None, 5.5, [], "gone"], ids=str)
def test_a_record_with_a_wrong_or_missing_key_is_refused(key, junk):
    record = {name: value for name, value in RECORD.items() if name != key} if junk == "gone" else RECORD | {key: junk}
    with pytest.raises(SignalError, match="not a signal"):
        from_record(record)


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_number_that_json_does_not_have_never_reaches_a_line(bad):
    with pytest.raises(ValueError):
        to_line(Signal(1, 1, "", "percept", "", {"x": bad}))
