"""Passages: every word is in exactly one, none is too long, and each is really in the text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from yurios.knowledge.chunking import passages
from yurios.knowledge.document import Document, Mark
from yurios.knowledge.reading import read

words = st.text(alphabet=st.sampled_from("ab c.\n\n\t é。!#-"), max_size=600)


@given(words, st.integers(1, 80), st.lists(st.tuples(st.integers(0, 600), st.integers(0, 6)), max_size=6))
def test_passages_hold_every_word_once_and_none_is_longer_than_twice_the_budget(text, budget, cuts):
    marks = tuple(sorted((Mark(min(at, len(text)), level, f"h{at}") for at, level in cuts), key=lambda mark: mark.at))
    found = passages(Document("t", text, marks), budget)
    assert all(0 <= one.start < one.end <= len(text) and one.end - one.start <= 2 * budget for one in found)
    assert all(before.end <= after.start for before, after in zip(found, found[1:]))
    held = "".join(text[one.start:one.end] for one in found)
    assert "".join(held.split()) == "".join(text.split())


def test_a_megabyte_on_one_line_is_cut_all_the_same():
    found = passages(Document("t", "x" * 1_000_000), 900)
    assert len(found) == 1112 and max(one.end - one.start for one in found) <= 900


def test_a_passage_does_not_run_over_a_heading_and_knows_what_stands_above_it():
    document = read("guide.md", b"# Tea\n\nWarm the pot.\n\n## Green\n\nLess hot.\n\n```\n# not a heading\n```\n\n# Coffee\n\nGrind it.\n")
    told = {document.text[one.start:one.end]: one.heading for one in passages(document, 1000)}
    assert [heading for heading in told.values()] == ["Tea", "Tea › Green", "Coffee"]
    assert document.title == "Tea"


def test_sentences_stay_whole_where_they_fit():
    text = "One short sentence. " * 20
    found = passages(Document("t", text), 50)
    assert all(text[one.start:one.end].endswith(".") for one in found)
