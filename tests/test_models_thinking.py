"""Thought is told from speech wherever the stream is cut."""

from __future__ import annotations

import pytest

from yurios.models.thinking import Splitter


def split(*chunks: str, thinking: bool = False) -> dict[str, str]:
    splitter, out = Splitter(thinking), {"text": "", "reasoning": ""}
    for chunk in chunks:
        for kind, text in splitter.feed(chunk):
            out[kind] += text
    for kind, text in splitter.end():
        out[kind] += text
    return out


WHOLE = "<think>Should I smile?</think>\n\nYes, 3 < 4 and <b>hi</b>."
WANT = {"text": "Yes, 3 < 4 and <b>hi</b>.", "reasoning": "Should I smile?"}


@pytest.mark.parametrize("size", range(1, len(WHOLE) + 1))
def test_any_cut_gives_the_same_two_streams(size: int) -> None:
    assert split(*[WHOLE[i:i + size] for i in range(0, len(WHOLE), size)]) == WANT


def test_a_thought_never_closed_is_never_spoken() -> None:
    assert split("<thi", "nk>I wonder", " </thin")["text"] == ""


def test_a_thought_the_template_opened_is_a_thought() -> None:
    assert split("hm", "m</think>Yes.", thinking=True) == {"text": "Yes.", "reasoning": "hmm"}


def test_a_stray_closing_tag_is_not_spoken() -> None:
    assert split("Yes.</think> Really.")["text"] == "Yes.Really."


def test_half_a_tag_at_the_end_is_text_after_all() -> None:
    assert split("a <thi")["text"] == "a <thi"
