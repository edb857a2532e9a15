"""What other hands leave in a file: text from whatever an editor saved, and whether it is theirs to finish."""

from __future__ import annotations

import re

_MARKERS = re.compile(rb"^(<<<<<<<|>>>>>>>) ", re.MULTILINE)
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
TEXT_AT_MOST = 1_000_000


def decode(data: bytes) -> str:
    """Text that never fails: UTF-8, UTF-16 when it says so, else Latin-1 as Windows means it. A BOM and the line ends stay.

    UTF-8 text encodes back to the same bytes; `words` gives the others in UTF-8.
    """
    if data[:2] in _UTF16:
        return data.decode("utf-16", "replace")
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def words(data: bytes) -> bytes:
    """The same text in UTF-8: what an editor saved otherwise is never mixed with hers in one file."""
    try:
        data.decode("utf-8")
        return data
    except UnicodeDecodeError:
        return decode(data).encode("utf-8", "replace")


def carries_markers(data: bytes) -> bool:
    """Whether a merge left its markers in the file."""
    return _MARKERS.search(data) is not None


def is_text(data: bytes) -> bool:
    """Whether it is text that she can take up: no NUL bytes (unless UTF-16 explains them), at most a megabyte."""
    return len(data) <= TEXT_AT_MOST and (data[:2] in _UTF16 or b"\0" not in data)
