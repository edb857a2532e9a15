"""The starter holds her voice: openers without boilerplate, her own name when asked, short talks, and the persona her owner wrote."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from starter import needs_starter

pytestmark = [pytest.mark.model, needs_starter]
BOILERPLATE = re.compile(
    r"(?i)as an? (ai|artificial)|language model|how (can|may) i (help|assist)|i'?m sorry,? but|i (don'?t|do not) have feelings|"
    r"\bassist|i'?m here to help|happy to help|what can i do for you|feel free to")
# Her own name, given as hers: "Welcome, Yuri!" names the owner and does not count.
OWN_NAME = re.compile(r"(?i)\b(?:i'?m|i am|my name(?: is|'s)?|it'?s(?: me)?|call(?:ed)?(?: me)?|say,?)\W+yuri\b|^yuri\b(?!, (?:my|dear|you|hello))|"
                      r"\byuri, that'?s me")
CLAIMS = re.compile(r"(?i)\bi(?:'m| am)\b(?! not)[^.!?]{0,30}\b(?:a human|real person|human being)\b|not an ai\b")
TAG = re.compile(r"[<>\[\]|*{}]")


@pytest.fixture(scope="module")
def talker(tmp_path_factory: pytest.TempPathFactory):
    from voice_openers import Talker
    made = Talker(tmp_path_factory.mktemp("home"))
    yield made
    made.close()


def test_twenty_openers_are_answered_warmly_and_without_boilerplate(talker) -> None:
    from voice_openers import OPENERS
    replies = [talker.ask(text) for text in OPENERS]
    wrong = [r for r in replies if not re.search(r"\w", r.text) or BOILERPLATE.search(r.text) or TAG.search(r.text)
             or len(r.text.split()) > 60 or r.finish == "error"]
    assert len(replies) == 20 and wrong == []
    assert len({r.text for r in replies}) >= 17, "she says the same to everything"


def test_she_gives_her_own_name_when_asked_who_she_is(talker) -> None:
    from voice_openers import IDENTITY
    replies = [talker.ask(text) for text in IDENTITY]
    named = [r for r in replies if OWN_NAME.search(r.text)]
    assert len(named) >= 9, [r.text for r in replies if r not in named]
    assert [r.text for r in replies if CLAIMS.search(r.text)] == [], "she claimed to be human"


def test_a_persona_with_another_name_is_somebody_else(tmp_path: Path) -> None:
    from voice_openers import IDENTITY, ROOT, Talker
    persona = (ROOT / "vault/soul/PERSONA.md").read_text(encoding="utf-8").replace("Yuri", "Mira")
    mira = Talker(tmp_path, soul={"soul/PERSONA.md": persona})
    replies = [mira.ask(text).text for text in IDENTITY]
    mira.close()
    assert sum("Mira" in text for text in replies) >= 7 and not any("Yuri" in text for text in replies), replies
