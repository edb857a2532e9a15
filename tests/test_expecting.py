"""What a scenario expects is counted in what the run left; a comparison that cannot be read is refused."""

from __future__ import annotations

import pytest

from yurios.scenarios.expecting import ExpectError, Seen, comparison, judge
from yurios.scenarios.reading import Expect

LINE = {"tick": 3, "gate2": {"outcome": "SPEAK", "score": 0.8, "blocked_by": None}, "sensed": [{"seq": 1, "type": "timer"}, {"seq": 2, "type": "wakeup"}], "acted": None}


@pytest.mark.parametrize("text, holds", [
    ('gate2.outcome == "SPEAK"', True), ("gate2.outcome == SPEAK", True), ("gate2.outcome != 'SPEAK'", False), ("gate2.score > 0.75", True),
    ("gate2.score < 0.75", False), ("gate2.score >= 0.8", True), ("tick <= 3", True), ("gate2.blocked_by == null", True), ("acted == null", True),
    ('sensed.type == "wakeup"', True), ('sensed.type != "wakeup"', False), ('sensed.type != "peer"', True), ('gate2.outcome contains "PEA"', True),
    ("nothing.here == 1", False), ("nothing.here != 1", True), ('tick > "x"', False), ('tick == 3 and gate2.outcome == "SPEAK"', True),
    ('tick == 3 and gate2.outcome == "SILENT"', False), ("acted.kind == null", True),
])
def test_a_comparison_holds_or_does_not(text, holds):
    assert comparison(text)(LINE) is holds


@pytest.mark.parametrize("text", ["", "tick", "tick = 3", "tick == ", "== 3", "tick == 3 or tick == 4 and"])
def test_what_is_no_comparison_is_refused_with_an_example(text):
    if text.startswith("tick == 3 or"):
        assert comparison(text)(LINE) is False
        return
    with pytest.raises(ExpectError, match="write one like"):
        comparison(text)


def test_a_text_may_hold_the_word_and():
    assert comparison('text == "salt and pepper"')({"text": "salt and pepper"})


@pytest.fixture
def seen():
    return Seen(trace=[(10, LINE), (20, LINE | {"tick": 4})], events=[(5, {"type": "message"})], journal=[(7, "**owner:** hello"), (9, "**yuri:** hi")], git=[(8, "Talked (t-1)")])


@pytest.mark.parametrize("where, match, least, most, between, ok, found", [
    ("trace", "tick > 0", 2, 2, None, True, 2), ("trace", "tick > 0", 1, 1, None, False, 2), ("trace", "tick > 0", 1, 1, (15, 25), True, 1),
    ("events", 'type == "message"', 1, None, None, True, 1), ("journal", "hello|hi", 2, 2, None, True, 2), ("journal", "(?i)HELLO", 1, 1, (0, 6), False, 0),
    ("git", r"t-\d+", 1, 1, None, True, 1), ("goals", "tea", 1, 1, None, True, 1), ("file:a/b.md", "x", 2, 2, None, True, 2), ("file:none.md", "x", 0, 0, None, True, 0),
])
def test_matches_are_counted_where_they_are_looked_for(tmp_path, seen, where, match, least, most, between, ok, found):
    (tmp_path / "goals.md").write_text("- [ ] tea\n")
    (tmp_path / "a").mkdir()
    (tmp_path / "a/b.md").write_text("x\ny\nx x\n")
    verdict = judge(Expect(where, match, least, most, between), seen, tmp_path)
    assert (verdict.ok, verdict.found) == (ok, found) and all(isinstance(line, str) for line in verdict.shown)


def test_a_pattern_that_is_none_is_refused(tmp_path, seen):
    with pytest.raises(ExpectError, match="not a regular expression"):
        judge(Expect("journal", "(", 1, None, None), seen, tmp_path)
