"""Bytes of unknown encoding as text. What is no text is refused, not guessed at."""

from __future__ import annotations

import codecs

from yurios.knowledge.document import Refused

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
SAMPLE = 4096
#: Of a text's characters so many may be control characters before it counts as binary.
MOST_CONTROL = 0.05


def decode(data: bytes) -> str:
    """The text. Raises Refused for an empty or binary file."""
    if not data.strip(b"\x00 \t\r\n"):
        raise Refused("it is empty")
    text = _decoded(data)
    _refuse_binary(text)
    return text.replace("\x00", "\ufffd")


def _decoded(data: bytes) -> str:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    wide = _looks_wide(data)
    if wide:
        return data.decode(wide, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _looks_wide(data: bytes) -> str:
    """UTF-16 without a mark: mostly Latin text has a zero in every second byte."""
    sample = data[:SAMPLE]
    if len(sample) < 8 or len(data) % 2:
        return ""
    even, odd = sample[0::2].count(0) / len(sample[0::2]), sample[1::2].count(0) / len(sample[1::2])
    if odd > 0.7 > 0.1 > even:
        return "utf-16-le"
    return "utf-16-be" if even > 0.7 > 0.1 > odd else ""


def _refuse_binary(text: str) -> None:
    sample = text[:SAMPLE]
    odd = sum(1 for letter in sample if (ord(letter) < 32 and letter not in "\t\r\n\f") or letter == "\ufffd")
    if odd > max(3, MOST_CONTROL * len(sample)):
        raise Refused("it is not text (too many control characters); save it as text, Markdown, HTML, PDF or EPUB")
