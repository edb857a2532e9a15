"""A change as a diff, and carried over to a file that is another one by now."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecs.selfhood.changes import Stale, added, carried_over, diff

LINES = st.lists(st.sampled_from(["a", "b", "c", "++ d", "", "é"]), max_size=8).map(lambda lines: "".join(f"{line}\n" for line in lines))


def test_a_diff_reads_as_gits():
    assert diff("soul/PERSONA.md", "one\ntwo\n", "one\nthree\n") == "--- a/soul/PERSONA.md\n+++ b/soul/PERSONA.md\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"


def test_a_new_file_and_a_missing_line_end():
    assert diff("a.md", "", "x") == "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n"


def test_hunks_that_still_fit_are_carried_over():
    assert carried_over("1\n2\n3\n", "1\n2\n3\n4\n", "0\n1\n2\n3\n") == "0\n1\n2\n3\n4\n"


def test_the_same_lines_changed_meanwhile_are_stale():
    with pytest.raises(Stale):
        carried_over("1\n2\n3\n", "1\ntwo\n3\n", "1\nzwei\n3\n")


def test_lines_that_look_like_a_diffs_head_are_lines():
    assert added("a\n", "a\n++ b\n-- c\n") == ["++ b", "-- c"]


@given(LINES, LINES)
def test_on_an_unchanged_file_it_is_the_change_itself_and_back(before, after):
    assert carried_over(before, after, before) == after
    assert carried_over(after, before, after) == before
