"""The words that go: where a text holds them as whole words, in any case, spelled in any form of Unicode.

The same rule as `ecs.mention`, and a little wider, since what stays here stays for ever: any white space parts two words,
a letter with an accent may be one character or two, and what JSON writes as `\\u00e9` or `\\n` is read as what it means.
"""

from __future__ import annotations

import json
import re
import unicodedata

from yurios.purge.trouble import PurgeRefused

#: What stands where something was.
MARK = "[purged]"
_LETTER = r"\w\u0300-\u036f"
_SPACE = r"(?:\s|\\[nrt])+"
#: Scripts that put no space between words; there a word ends where the owner's ends.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


class Words:
    """What the owner typed. Raises PurgeRefused when nothing could be told apart by it."""

    def __init__(self, text: str) -> None:
        self.text = " ".join(text.split())
        if not re.search(r"\w", self.text):
            raise PurgeRefused("Which words? Say what is to go, such as: run.py forget --purge the interview")
        self._found = re.compile(_pattern(self.text), re.IGNORECASE)
        if self.holds(MARK):
            raise PurgeRefused(f"“{self.text}” is what a purge leaves behind ({MARK}); it cannot be purged itself. Choose other words.")

    def holds(self, text: str) -> bool:
        """True when the text has them as words of their own: "cat" is not in "education"."""
        return self._found.search(text) is not None

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where they stand, from first to last."""
        return [found.span() for found in self._found.finditer(text)]

    def redact(self, text: str) -> str:
        """The text with a mark where each of them stood."""
        return self._found.sub(MARK, text)


def _pattern(text: str) -> str:
    words = _SPACE.join("(?:" + "|".join(map(re.escape, _spellings(word))) + ")" for word in text.split(" "))
    begin = "" if _UNSPACED.match(text[0]) else rf"(?:(?<![{_LETTER}])|(?<=\\[nrtbf]))"
    end = "" if _UNSPACED.match(text[-1]) else rf"(?![{_LETTER}])"
    return f"{begin}{words}{end}"


def _spellings(word: str) -> list[str]:
    """The ways in which one word may be written, longest first."""
    plain = {word, word.casefold(), word.upper()}
    forms = {unicodedata.normalize(form, one) for one in plain for form in ("NFC", "NFD")}
    return sorted(forms | {json.dumps(one)[1:-1] for one in forms}, key=lambda one: (-len(one), one))
