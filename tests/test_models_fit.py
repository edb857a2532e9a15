"""What a prompt loses when it is too long, in which order, and how it becomes messages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yurios.models.failure import Failure
from yurios.models.fit import Prompt, estimate, fit, room_for_prompt


def letters(messages: list[dict]) -> int:
    return sum(len(m["content"]) for m in messages)


def prompt() -> Prompt:
    return Prompt([["law", "L" * 10, 0], ["lore", "l" * 10, 2], ["memory", "m" * 10, 1], ["persona", "P" * 10, 0]],
                  [["user", "u" * 5], ["assistant", "a" * 5], ["user", "n" * 5]], [["limits", "x" * 5, 0], ["note", "y" * 5, 1]])


@pytest.mark.parametrize("room, gone", [
    (75, []), (68, ["note"]), (56, ["note", "memory"]), (44, ["note", "memory", "lore"]),
    (34, ["note", "memory", "lore", "talk:2"]),
])
def test_sections_go_by_give_up_and_then_the_oldest_talk(room: int, gone: list[str]) -> None:
    assert fit(prompt(), room, letters).left_out == gone


def test_what_is_never_given_up_is_refused_rather_than_cut() -> None:
    with pytest.raises(Failure) as caught:
        fit(prompt(), 20, letters)
    assert caught.value.code == "head_too_large"


def test_the_head_comes_first_and_the_tail_inside_the_newest_owner_line() -> None:
    messages = prompt().messages()
    assert [m["role"] for m in messages] == ["system", "user", "assistant", "user"]
    assert messages[0]["content"].startswith("L" * 10 + "\n\n") and messages[-1]["content"] == "n" * 5 + "\n\n" + "x" * 5 + "\n\n" + "y" * 5


def test_the_tail_can_be_a_message_of_its_own() -> None:
    assert prompt().messages("system")[-1]["role"] == "system"


def test_two_lines_of_one_speaker_become_one_message() -> None:
    talk = [["user", "a"], ["user", "b"], ["assistant", "c"]]
    assert Prompt([], talk).messages() == [{"role": "user", "content": "a\nb"}, {"role": "assistant", "content": "c"}]


def test_the_answer_never_takes_more_than_half_the_window() -> None:
    assert room_for_prompt(2048, 200) == 1848 and room_for_prompt(100, 500) == 50


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.text(max_size=30)), min_size=1, max_size=9),
       st.lists(st.tuples(st.text(max_size=30), st.integers(0, 3)), max_size=5), st.integers(1, 120))
def test_what_fits_really_fits_and_the_newest_owner_line_stays(talk: list, head: list, room: int) -> None:
    given_ = Prompt([[f"s{i}", text, give] for i, (text, give) in enumerate(head)], [list(line) for line in talk])
    newest = next((text for role, text in reversed(talk) if role == "user"), None)
    try:
        fitted = fit(given_, room, estimate)
    except Failure:
        return
    assert estimate(fitted.prompt.messages()) == fitted.tokens <= room
    assert newest is None or any(role == "user" and text == newest for role, text in fitted.prompt.talk)
    assert [give for _, give in head].count(0) == [s[2] for s in fitted.prompt.head].count(0)
