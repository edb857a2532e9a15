"""Text made safe to show: what she says and what files hold may carry escape sequences, and a terminal obeys those."""

from __future__ import annotations

import re

# Whole sequences go first, so that no "[31m" is left of them. A string sequence (title, link, clipboard) is only taken
# as one when it is closed on its line, else an unclosed opening would swallow what follows.
_SEQUENCES = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"
    "|(?:\x1b[\\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\\\|\x9c)"
    "|\x1b[ -/]*[0-~]"
)
_LINE_ENDS = re.compile("\r\n|[\u2028\u2029\x85]")
# C0 and C1 without newline and tab; marks that turn the direction of what follows; halves of a character.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_HALVES = re.compile("[\ud800-\udfff]")


def printable(text: str) -> str:
    """`text` without control characters and escape sequences; newline and tab stay. Safe to apply piece by piece."""
    text = _LINE_ENDS.sub("\n", _SEQUENCES.sub("", text))
    return _HALVES.sub("\ufffd", _UNSAFE.sub("", text))


def one_line(text: str) -> str:
    """The same on one line."""
    return " ".join(printable(text).split())
