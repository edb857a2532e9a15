"""What goes from one file goes, and everything else is byte for byte what it was."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yurios.purge.erasing import Gone, cleaned, sight
from yurios.purge.words import Words

DAY = "memory/episodic/2026-03-02.md"
CAT = Words("cat")


def gone(*turns: str, words: Words = CAT, keep: tuple[str, ...] = ()) -> Gone:
    return Gone(words, frozenset(("2026-03-02", turn) for turn in turns), frozenset(keep))


def block(turn: str, owner: str, her: str) -> str:
    lines = [f"**{who}:** " + text.strip().replace("\n", "\n  ") + "\n" for who, text in (("owner", owner), ("yuri", her)) if text]
    return f"\n### 09:05 {{#{turn} channel=terminal}}\n" + "".join(lines)


def left(path: str, text: str, what: Gone) -> str:
    return cleaned(path, text.encode(), what).decode()


@pytest.mark.parametrize("text", ["cat", "Cat!", "a CAT.", "(cat)", "“cat”", "cat's", "cat-food", "two\ncat", '{"a":"x\\ncat"}'])
def test_the_words_as_words(text):
    assert CAT.holds(text)


@pytest.mark.parametrize("text", ["education", "cats", "my_cat_", "concat", "cat1", "katze", "cat\u0301"])
def test_and_never_as_a_part_of_another(text):
    assert not CAT.holds(text)


@pytest.mark.parametrize("words, text", [
    ("café", "CAFE\u0301"), ("cafe\u0301", "ein Café,"), ("café", r'{"a":"caf\u00e9"}'), ("straße", "STRASSE"), ("new york", "New\n  York"), ("new york", r"new\nyork"),
    ("猫", "子猫が好き"), ("ねこ", "ねこです"), ("c++", "I like C++."), ("don't", "DON'T"), ("été", "l'Été"),
])
def test_case_unicode_and_space(words, text):
    assert Words(words).holds(text)


def test_an_exchange_goes_whole_and_its_neighbours_stay():
    parts = [block("t-1", "hello", "hi"), block("t-2", "my cat\n\n```\n### 09:05 {#t-9}\n```", "nice"), block("t-3", "education", "yes")]
    text = "# 2026-03-02\n" + "".join(parts) + "\n- [she] 09:07 Read a book.\n"
    seen = sight(DAY, text.encode(), gone())
    assert {turn for _, turn in seen.said} == {"t-2"} and {turn for _, turn in seen.turns} == {"t-1", "t-2", "t-3"} and seen.lines == 0
    assert left(DAY, text, gone("t-2")) == text.replace(parts[1], "")


def test_a_block_that_an_editor_stripped_of_spaces_goes_whole():
    text = "# 2026-03-02\n\n### 09:05 {#t-1 channel=terminal}\n**owner:** one\n\n  two\n*unanswered: no model could speak*\n\nMy own note.\n"
    assert left(DAY, text, gone("t-1")) == "# 2026-03-02\n\nMy own note.\n"


def test_a_speakers_name_and_a_heading_are_no_words_of_theirs():
    text = "# 2026-03-02\n" + block("t-1", "hello", "hi")
    for words in ("yuri", "owner", "terminal", "2026-03-02"):
        assert sight(DAY, text.encode(), gone(words=Words(words))).said == frozenset()
        assert left(DAY, text, gone(words=Words(words))) == text


def test_her_own_lines_and_the_owners_notes_go_by_lines():
    text = "# 2026-03-02\n\n- [she] 09:07 Read and shelved “Cat” (cat.md).\n\nnote of a\ncat and more\n"
    assert left(DAY, text, gone()) == "# 2026-03-02\n\n\nnote of a\n"


def test_words_over_two_lines_take_both():
    assert left("soul/USER.md", "a\nlives in New\n  York now\nb\n", gone(words=Words("new york"))) == "a\nb\n"


def test_the_fence_of_a_code_block_stays_when_its_first_line_goes():
    assert left("skills/a/SKILL.md", "x\n```python cat\nrun(cat)\nstay()\n```\ny\n", gone()) == "x\n```\nstay()\n```\ny\n"


def test_facts_that_rest_on_a_turn_go_with_it():
    facts = "- likes tea {turns=t-1 day=2026-03-02}\n- has a pet {turns=t-2,t-4 day=2026-03-02}\n- t-2 is a tank\n"
    assert left("memory/semantic/facts.md", facts, gone("t-2")) == facts.replace("- has a pet {turns=t-2,t-4 day=2026-03-02}\n", "")


def test_structured_files_lose_the_words_alone():
    assert left("state/pending_edits.json", '{"a": "my cat", "education": 1}', gone()) == '{"a": "my [purged]", "education": 1}'


def test_the_constitution_and_what_is_kept_stay():
    assert left("soul/CONSTITUTION.md", "cat\n", gone()) == "cat\n" and left("a.md", "cat\n", gone(keep=("a.md",))) == "cat\n"


def test_a_name_that_holds_the_words_takes_the_file():
    assert cleaned("skills/cat/SKILL.md", b"x", gone()) is None and cleaned("skills/education/SKILL.md", b"x", gone()) == b"x"


@pytest.mark.parametrize("data, kept", [
    ("a\r\ncat\r\nb\r\n".encode(), "a\r\nb\r\n".encode()), ("\ufeffa\ncat\n".encode(), "\ufeffa\n".encode()),
    (b"\xff\xfe" + "a\ncat\nb".encode("utf-16-le"), b"\xff\xfe" + "a\nb".encode("utf-16-le")),
    (b"\xe9t\xe9\ncat\n", b"\xe9t\xe9\n"), (b"\0cat\n", b"\0cat\n"), (b"a\rcat\rb", b"a\rb"), (b"cat", b""),
])
def test_line_ends_marks_and_encodings_stay(data, kept):
    assert cleaned("notes.md", data, gone()) == kept


PROSE = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=20) | st.sampled_from(["cat", "a cat\nhere", "education", "x\n\ny", "### 09:05 {#t-7}", "**owner:** hi", "- [she] no", "```\ncat\n```"])


@given(st.lists(st.tuples(PROSE.filter(str.strip), PROSE, st.booleans()), max_size=6))
def test_any_day_loses_just_the_exchanges_that_hold_the_words(said):
    blocks = [block(f"t-{number}", owner, her) + ("\n- [she] 10:00 dreamt.\n" if line else "") for number, (owner, her, line) in enumerate(said)]
    text = "# 2026-03-02\n" + "".join(blocks)
    held = [number for number, (owner, her, _) in enumerate(said) if CAT.holds(owner) or CAT.holds(her)]
    seen = sight(DAY, text.encode(), gone())
    assert seen.said == {("2026-03-02", f"t-{number}") for number in held} and seen.lines == 0
    wanted = "# 2026-03-02\n" + "".join(("\n- [she] 10:00 dreamt.\n" if said[number][2] else "") if number in held else one for number, one in enumerate(blocks))
    assert left(DAY, text, gone(*(f"t-{number}" for number in held))) == wanted


@given(st.lists(st.tuples(st.sampled_from(["one", "my cat", "education", "", "  cat", "```cat", "été", "\ufeffx"]), st.sampled_from(["\n", "\r\n", "\r"])), max_size=12))
def test_any_text_loses_just_its_lines(lines):
    text = "".join(line + end for line, end in lines)
    wanted = "".join(("```" + end if line == "```cat" else "") if re.search(r"\bcat\b", line) else line + end for line, end in _joined(lines))
    assert cleaned("notes.md", text.encode(), gone()) == wanted.encode()


def _joined(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A lone return before an empty line that ends in a newline is one line end with it."""
    found: list[tuple[str, str]] = []
    for line, end in lines:
        if found and found[-1][1] == "\r" and line == "" and end == "\n":
            found[-1] = (found[-1][0], "\r\n")
        else:
            found.append((line, end))
    return found
