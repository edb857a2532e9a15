"""Nothing a terminal obeys gets through, whatever it was cut into."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from yurios.channels.printable import one_line, printable


@pytest.mark.parametrize(
    "raw, shown",
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;owned\x07title", "title"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]52;c;never closed\nnext", "52;c;never closed\nnext"),
        ("\x9b2Jclear\x9dx\x9c", "clear"),
        ("\x1bcreset", "reset"),
        ("a\r\nb\rc\x08\x07\x00\x7f", "a\nbc"),
        ("tab\tline\n", "tab\tline\n"),
        ("\u202egnp.exe", "gnp.exe"),
        ("half \ud83d", "half \ufffd"),
        ("👩‍👩‍👧 é 字 שלום", "👩‍👩‍👧 é 字 שלום"),
    ],
)
def test_only_text_is_left(raw, shown):
    assert printable(raw) == shown


@given(st.text(), st.integers(0, 50))
def test_no_control_character_survives_even_in_pieces(text, cut):
    shown = printable(text[:cut]) + printable(text[cut:])
    assert all(c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs") for c in shown)
    assert printable(printable(text)) == printable(text)


def test_one_line_is_one_line():
    assert one_line(" a\n\n\tb ") == "a b"
