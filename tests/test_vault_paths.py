"""The jail: what is refused, and that what passes stays inside on every machine."""

from __future__ import annotations

import posixpath
import unicodedata
from pathlib import PureWindowsPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from yurios.vault.paths import GateToken, PathRefused, canonical, writable

BAD = ["", "/etc/passwd", "C:/x.md", "C:x.md", "..", "../x", "a/../b", "a/..", "./a", "a//b", "a/", "/", "a\\b", "..\\x", "\\\\host\\share",
       "a\0b", "a\nb", "a\x7fb", "CON", "con.md", "memory/nul.txt", "COM1.md", "lpt¹", "aux .md", ".git/config", ".GIT/HEAD", "x/.git", ".git./x",
       ".git /x", ".g\u200cit/config", "GIT~1/config", "soul/CONST~1.MD", "a.", "a ", "memory/x. ", "a:b", "soul/PERSONA.md::$DATA", "x|y", 'a"b', "a?",
       "é".encode("utf-8").decode("utf-8").replace("é", "e\u0301") + ".md", "\ud800.md", "x" * 256, "/".join("a" * 33), "ä" * 128, "a/" * 600 + "b"]
GOOD = ["goals.md", "memory/episodic/2026-03-02.md", "knowledge/reference/Grundlagen der Botanik (2. Aufl.).md", "skills/tea/SKILL.md", "猫.md",
        "a.b.c", ".gitignore", "…md", "conduct.md", "nullable.txt", "com10", "memory/a~b.md"]


@pytest.mark.parametrize("path", BAD)
def test_refused(path):
    with pytest.raises(PathRefused) as caught:
        canonical(path)
    assert caught.value.hint and caught.value.code == "refused" and not caught.value.passing


@pytest.mark.parametrize("path", GOOD)
def test_allowed(path):
    assert canonical(path) == path


@pytest.mark.parametrize("path", ["soul/CONSTITUTION.md", "soul/constitution.md", "SOUL/Constitution.MD", "CONSTITUTION.md", "soul/ＣＯＮＳＴＩＴＵＴＩＯＮ.md",
                                  "soul/CONSTI\u200dTUTION.md", "skills/x/constitution.md", "soul/constitution.md/x", "ſoul/CONſTITUTION.md"])
def test_the_constitution_is_refused_under_every_name(path):
    for token in (None, GateToken("e-1")):
        with pytest.raises(PathRefused, match="owner's alone"):
            writable(path, token)


@pytest.mark.parametrize("path", ["soul/PERSONA.md", "Soul/x.md", "SOUL/USER.md", "ｓoul/x", "soul"])
def test_the_soul_opens_to_the_gate_alone(path):
    with pytest.raises(PathRefused, match="gate"):
        writable(path)
    assert writable(path, GateToken("e-1")) == path


@pytest.mark.parametrize("path", [".gitignore", ".gitattributes", "memory/.GitModules", ".github/x"])
def test_gits_settings_are_not_hers(path):
    with pytest.raises(PathRefused):
        writable(path, GateToken("e-1"))


PART = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(["..", ".", "", ".git", "CON", "soul", "CONSTITUTION.md", "a "])


@given(st.lists(PART, max_size=6).map("/".join) | st.text(max_size=40))
@example("soul/..\u200d/x")
def test_whatever_passes_means_one_file_inside(path):
    try:
        canonical(path)
    except PathRefused:
        return
    assert posixpath.normpath(path) == path and not posixpath.isabs(path) and not path.startswith("..")
    windows = PureWindowsPath(path)
    assert not windows.drive and not windows.root and ".." not in windows.parts and list(windows.parts) == path.split("/")
    assert unicodedata.normalize("NFC", path) == path
    assert all(part.rstrip(". ").lower() != ".git" for part in path.split("/"))


@given(st.text("ConstITUoMd.ſ\u200d\u0301/ ", min_size=1, max_size=24))
def test_no_spelling_of_the_constitution_passes_for_writing(path):
    try:
        writable(path, GateToken("e-1"))
    except PathRefused:
        return
    assert "constitution.md" not in unicodedata.normalize("NFKC", path.casefold()).replace("\u200d", "").split("/")
