"""Lines break where a reader expects, at any width, and the same whether text comes at once or in crumbs."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from yurios.channels.wrap import Wrap, broken, columns

CHARACTERS = st.text(st.sampled_from(list("aab    .,\n字。家、é👩❤") + ["\u200d", "\u0301", "\ufe0f", "🇯"]), max_size=60)


def streamed(pieces: list[str], width: int) -> list[str]:
    wrap = Wrap(width)
    return [line for piece in pieces for line in wrap.feed(piece)] + wrap.finish()


@pytest.mark.parametrize(
    "text, lines",
    [
        ("the kettle is on", ["the kettle", "is on"]),
        ("a\n\nb", ["a", "", "b"]),
        ("x" * 25, ["x" * 10, "x" * 10, "x" * 5]),
        ("ab " + "x" * 15, ["ab", "x" * 10, "x" * 5]),
        ("  indented", ["  indented"]),
        ("    indented", ["    indent", "ed"]),
        ("今日は雨です。", ["今日は雨で", "す。"]),
        ("今日は雨だ。", ["今日は雨", "だ。"]),
        ("hi 今日は雨です", ["hi 今日は", "雨です"]),
        ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", ["👩‍👩‍👧" * 5, "👩‍👩‍👧"]),
        ("one two   ", ["one two"]),
        ("", []),
    ],
)
def test_text_breaks_where_a_reader_expects(text, lines):
    assert streamed([text], 10) == lines


@given(CHARACTERS, st.integers(2, 12), st.lists(st.integers(0, 60)))
def test_crumbs_make_the_same_lines_as_the_whole(text, width, cuts):
    edges = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces = [text[a:b] for a, b in zip(edges, edges[1:])]
    assert streamed(pieces, width) == streamed([text], width)


@given(CHARACTERS, st.integers(4, 12))
def test_no_line_is_too_wide_and_no_word_is_lost(text, width):
    lines = streamed([text], width)
    assert all(columns(line) <= width or "。" in line or "、" in line for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_the_tail_is_what_is_not_yet_a_line():
    wrap = Wrap(10)
    assert wrap.feed("the kett") == [] and wrap.tail == "the kett"
    assert wrap.feed("le is") == ["the kettle"] and wrap.tail == "is"


def test_a_long_paragraph_costs_what_it_is_long():
    assert len(broken("word " * 20_000, 80)) == 1250
