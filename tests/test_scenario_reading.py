"""Scenario files are read whole or refused with a sentence that names the place, the slip and the nearest right word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yurios.scenarios.reading import STEPS, ScenarioError, parse, read_scenario
from yurios.scenarios.steps import ACTS
from yurios.words import span_us

HEAD = {"name": "n", "start": "2026-03-02T09:00:00+09:00", "until": "+1h"}
VALUES = {str: "10m", bool: True, int: 1, list: ["a", "b"], dict: {}}
NEEDED = {"say": {"text": "hi"}, "suspend": {"for": "1h"}, "timer": {"minutes": 1, "label": "tea"}}


def file(**tables: object) -> dict:
    return {"scenario": HEAD} | tables


def step(do: str, **fields: object) -> dict:
    need = {key: VALUES[kind if isinstance(kind, type) else kind[0]] for key, kind in STEPS[do][0].items()}
    return {"at": "+1m", "do": do, **need, **fields}


@pytest.mark.parametrize("do", sorted(STEPS))
def test_every_step_kind_is_accepted_and_has_an_act(do):
    may = {key: VALUES[kind if isinstance(kind, type) else kind[0]] for key, kind in STEPS[do][1].items()}
    read = parse(file(step=[step(do), step(do, **may)]))
    assert [one.do for one in read.steps] == [do, do] and do in ACTS and set(may) <= set(read.steps[1].fields)


@pytest.mark.parametrize("table, says", [
    ({"scenaro": {}}, 'the file has no key "scenaro"; did you mean "scenario"?'),
    (file(steps=[]), 'did you mean "step"?'),
    ({"scenario": HEAD | {"unitl": "+1h"}}, 'did you mean "until"?'),
    ({"scenario": HEAD | {"profile": "compagnon"}}, 'did you mean "companion"?'),
    (file(step=[step("say", txet="x")]), '[[step]] 1 (say) has no key "txet"; did you mean "text"?'),
    (file(step=[{"at": "+1m", "do": "sya", "text": "x"}]), 'did you mean "say"?'),
    (file(step=[{"at": "+1m", "do": "say"}]), '[[step]] 1 (say) needs "text"'),
    (file(step=[step("say"), step("suspend", **{"for": "soon"})]), "[[step]] 2: 'soon' is not a span of time"),
    (file(step=[{"do": "kill"}]), 'give either "at"'),
    (file(step=[{"at": "+1m", "after": "1m", "do": "kill"}]), 'give either "at"'),
    (file(step=[step("model", up="yes")]), "it is true or false"),
    (file(step=[step("drop", size_mb=True)]), "it is a whole number"),
    (file(model={"reply": [{"mach": "x"}]}), '[[model.reply]] 1 has no key "mach"; did you mean "match"?'),
    (file(expect=[{"where": "jornal", "match": "x"}]), 'did you mean "journal"?'),
    (file(expect=[{"where": "journal"}]), '[[expect]] 1 needs "match"'),
    (file(expect=[{"where": "journal", "match": "x", "between": ["+1h"]}]), "between takes two spans"),
    (file(expect=[{"where": "journal", "match": "x", "between": [1, 2]}]), "is not a span of time"),
    (file(dials={"mind.enabeld": True}), "mind.enabled"),
    ({"scenario": HEAD | {"start": "2026-03-02T09:00:00"}}, "has no offset"),
    ({"scenario": HEAD | {"start": "yesterday"}}, "is not RFC 3339"),
    ({"scenario": HEAD | {"timezone": "Asia/Tokio"}}, 'no time zone "Asia/Tokio"'),
    ({"scenario": HEAD | {"seed": 1.5}}, "it is a whole number"),
    ({"scenario": "x"}, "wrong type"),
])
def test_a_slip_is_named_with_what_was_meant(table, says):
    with pytest.raises(ScenarioError) as refused:
        parse(table)
    assert says in str(refused.value)


def test_a_file_that_is_not_there_or_no_toml_is_a_sentence(tmp_path):
    for path, text in ((tmp_path / "none.toml", None), (tmp_path / "bad.toml", "[scenario"), (tmp_path / "latin.toml", b"\xff")):
        if text is not None:
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(ScenarioError, match=path.name):
            read_scenario(path)


def test_after_counts_from_the_end_of_the_step_before_and_steps_come_in_order_of_time():
    steps = [step("say"), {"after": "1m", "do": "suspend", "for": "1h"}, {"after": "1m", "do": "kill"}, {"at": "+30s", "do": "kill"}]
    assert [(one.number, one.at_us // 1_000_000) for one in parse(file(step=steps)).steps] == [(4, 30), (1, 60), (2, 120), (3, 3780)]


@pytest.mark.parametrize("text, us", [("+5m", 300_000_000), ("1d12h", 129_600_000_000), ("250ms", 250_000), ("+1.5s", 1_500_000), ("0s", 0)])
def test_spans_are_read_as_written(text, us):
    assert span_us(text) == us


@pytest.mark.parametrize("text", ["", "5", "-5m", "5 m", "m", "1.s", "5m!", "1h-30m", None, 5])
def test_other_spans_are_refused(text):
    with pytest.raises(ValueError, match="is not a span of time"):
        span_us(text)


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3), max_leaves=8)


@given(st.dictionaries(st.sampled_from(["scenario", "step", "expect", "model", "dials", "x"]), JSON, max_size=4), st.dictionaries(st.sampled_from(["name", "start", "until", "seed"]), JSON, max_size=3))
def test_whatever_stands_in_a_file_it_is_read_or_refused_with_a_sentence(table, head):
    try:
        parse({"scenario": HEAD | head} | table)
    except ScenarioError as refused:
        assert str(refused)


@given(st.sampled_from(sorted(STEPS)), st.dictionaries(st.sampled_from(["at", "after", "text", "path", "for", "up", "message", "body"]), JSON, max_size=4))
def test_whatever_stands_in_a_step_it_is_read_or_refused_with_a_sentence(do, fields):
    try:
        parse(file(step=[{"do": do} | fields]))
    except ScenarioError as refused:
        assert "[[step]] 1" in str(refused)
