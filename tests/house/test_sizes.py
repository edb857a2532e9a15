"""Sizes: a report of what grows long, and a stop where it is too long by any reading."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest
from house import Source, code, complaints, functions

LOOK_TWICE_LINES, MOST_LINES = 400, 600
LOOK_TWICE_FUNCTION, MOST_FUNCTION = 40, 80


def lengths(source: Source) -> Iterator[tuple[str, int, bool]]:
    """(place, lines, True for a whole file) of the file and each of its functions."""
    yield source.path, len(source.text.splitlines()), True
    for name, node in functions(source.tree):
        yield source.at(node, name), node.end_lineno - node.lineno + 1, False


def is_no_longer_than_a_reader(source: Source) -> Iterator[str]:
    """At most 600 lines a file and 80 a function."""
    for place, lines, whole in lengths(source):
        if lines > (MOST_LINES if whole else MOST_FUNCTION):
            yield f"{place} has {lines} lines"


def test_no_file_and_no_function_is_too_long():
    assert complaints(is_no_longer_than_a_reader, code()) == []


def test_a_report_of_what_deserves_a_second_look():
    found = [f"{place} ({lines})" for source in code() for place, lines, whole in lengths(source) if lines > (LOOK_TWICE_LINES if whole else LOOK_TWICE_FUNCTION)]
    if found:
        warnings.warn(f"long: {', '.join(found)}", stacklevel=1)


@pytest.mark.parametrize("text", ["x = 1\n" * 601, "def f():\n" + "    x = 1\n" * 80, "class A:\n    def f(self):\n" + "        x = 1\n" * 80])
def test_a_planted_length_is_found(text):
    assert complaints(is_no_longer_than_a_reader, [Source("yurios/a.py", text)])


def test_a_file_of_600_lines_passes():
    assert complaints(is_no_longer_than_a_reader, [Source("yurios/a.py", "x = 1\n" * 600)]) == []
