"""Lines found again between versions, and a change taken back without what came after it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecs.line_blocks import Overlaps, blocks, moved, taken_back

LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"\n"]), max_size=12)


@given(LINES, LINES)
def test_blocks_are_equal_lines_in_order(first, second):
    at = there = 0
    for start, begin, size in blocks(first, second):
        assert start >= at and begin >= there and first[start : start + size] == second[begin : begin + size]
        at, there = start + size, begin + size


@given(LINES, LINES)
def test_taking_back_what_nothing_was_built_on_gives_the_old_text(before, after):
    assert taken_back(b"".join(before), b"".join(after), b"".join(after)) == b"".join(before)


@given(LINES, st.lists(st.sampled_from([b"x\n", b"y\n"]), max_size=4), st.lists(st.sampled_from([b"p\n", b"q\n"]), max_size=4))
def test_an_addition_is_taken_out_from_above_later_ones(before, added, later):
    before, added, later = b"".join(before), b"".join(added), b"".join(later)
    assert taken_back(before, before + added, before + added + later) == before + later


@given(LINES, LINES, st.lists(st.sampled_from([b"p\n", b"q\n"]), min_size=1, max_size=4))
def test_what_was_written_since_is_never_lost(before, after, later):
    try:
        text = taken_back(b"".join(before), b"".join(after), b"".join(later + after))
    except Overlaps:
        return
    assert text.startswith(b"".join(later)) or b"".join(later) in text


@pytest.mark.parametrize("before, after, now, result", [
    ("a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\nd\n", "a\nb\nc\nd\n"),
    ("a\nb\nc\n", "a\nc\n", "0\na\nc\nd\n", "0\na\nb\nc\nd\n"),
    ("b\n", "a\nb\n", "a\nb\nc\n", "b\nc\n"),
    ("a\nb\n", "a\n", "a\nc\n", "a\nb\nc\n"),
    ("", "a\n", "a\nb\n", "b\n"),
])
def test_examples(before, after, now, result):
    assert taken_back(before.encode(), after.encode(), now.encode()).decode() == result


@pytest.mark.parametrize("before, after, now", [("a\nb\n", "a\nB\n", "a\nBB\n"), ("a\nb\nc\n", "a\nc\n", "a\nx\nc\n"), ("", "a\nb\n", "a\nx\nb\n")])
def test_lines_that_were_changed_since_are_the_owners_to_sort_out(before, after, now):
    with pytest.raises(Overlaps):
        taken_back(before.encode(), after.encode(), now.encode())


def test_a_line_is_followed_back():
    found = blocks([b"a", b"b", b"c"], [b"0", b"a", b"x", b"c"])
    assert [moved(found, line) for line in range(4)] == [None, 0, None, 2]
