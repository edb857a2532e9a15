"""What the repository itself may hold: no registry, no path of one machine, nothing heavy, and a paper for everything in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from house import ROOT, tracked

LARGEST = 8 * 1024 * 1024
#: Written in pieces, so that this file passes its own rule.
_REGISTRIES = [".".join(name) for name in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("anaconda", "org"), ("rubygems", "org"), ("crates", "io"), ("ghcr", "io"))]
_REGISTRY = re.compile("|".join(re.escape(name) for name in _REGISTRIES))
_INDEX = re.compile(r"(?<![\w-])--(extra-)?index" + "-url")
_MACHINE = re.compile("|".join([r"(?<![\w.>])/" + r"(root|work)/\w", r"(?<![\w.>])/" + r"home/(?!you\b|NAME\b)\w", r"/" + r"Users/\w", r"[A-Z]:\\" + r"Users\\\w"]))
#: Documents that a branch brings which is not here yet; a line goes when its document comes.
_COMING: set[str] = set()
#: Papers of ours that no reader of the repository has.
_UNSEEN = re.compile(r"\bDESIGN" + r" §|\bSTYLE" + r"\.md|\bPACKAGES" + r"\.md|\bFAULTS" + r"\.md|\bseeds" + r"/\d")


def travels(path: str, text: str) -> Iterator[str]:
    """Nothing in a text that is true on one machine or one network only, or that leads to a paper which is not here."""
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, what in ((_REGISTRY, "names a registry"), (_INDEX, "chooses an index"), (_MACHINE, "names a path of one machine"), (_UNSEEN, "cites a paper that is not in the repository")):
            if found := pattern.search(line):
                yield f"{path}:{number} {what}: {found.group()}"


def documents_that_are_not_there(path: str, text: str) -> Iterator[str]:
    """Every `docs/NAME.md` that is mentioned exists."""
    for name in sorted(set(re.findall(r"\bdocs/[\w-]+\.md", text))):
        if not (ROOT / name).is_file() and name not in _COMING:
            yield f"{path} mentions {name}, which is not there"


def texts() -> Iterator[tuple[str, str]]:
    """(path, text) of every tracked file that is text."""
    for name in tracked():
        data = (ROOT / name).read_bytes()
        if b"\0" not in data[:8000]:
            yield name, data.decode("utf-8", "replace")


def test_what_is_here_is_true_elsewhere():
    assert [complaint for path, text in texts() for complaint in travels(path, text)] == []


def test_documents_that_are_mentioned_are_there():
    assert [complaint for path, text in texts() if path != "tests/house/test_tracked.py" for complaint in documents_that_are_not_there(path, text)] == []


def test_nothing_is_heavy():
    assert [name for name in tracked() if (ROOT / name).stat().st_size > LARGEST] == []


def test_the_licence_is_here():
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")[:300]


def test_every_asset_has_a_paper():
    rows = re.findall(r"`((?:assets|vault|worlds)/[^`]*)`", (ROOT / "PROVENANCE.md").read_text(encoding="utf-8"))
    assert [name for name in tracked() if name.startswith(("assets/", "vault/", "worlds/")) and not any(covers(row, name) for row in rows)] == []


def covers(row: str, name: str) -> bool:
    """A row names a file, a folder with its end slash, or files by `*`."""
    pattern = re.escape(row).replace(r"\*", "[^/]*") + (".*" if row.endswith("/") else "")
    return re.fullmatch(pattern, name) is not None


@pytest.mark.parametrize("text", [
    "see https://" + _REGISTRIES[0] + "/simple", "pip install --index" + "-url x", "pip install --extra-index" + "-url x", "log = '/" + "root/run.log'",
    "cd /" + "work/main", "see /" + "home/ana/yuri", "C:" + "\\Users\\ana", "as DESIGN" + " §7 says",
])
def test_a_planted_line_is_found(text):
    assert list(travels("docs/a.md", text))


@pytest.mark.parametrize("text", ["uv pip compile --no-emit-index" + "-url", "~/.local/share/yurios", "/etc/localtime", "the home/yard", "http://127.0.0.1:8768"])
def test_what_is_allowed_passes(text):
    assert not list(travels("docs/a.md", text))


def test_a_planted_document_is_found():
    assert list(documents_that_are_not_there("README.md", "see docs/nowhere.md"))


@pytest.mark.parametrize("row, name, fits", [
    ("vault/soul/", "vault/soul/PERSONA.md", True), ("vault/*.md", "vault/goals.md", True), ("vault/*.md", "vault/soul/PERSONA.md", False), ("worlds/tiny.toml", "worlds/tiny.toml", True),
])
def test_a_row_covers_what_it_names(row, name, fits):
    assert covers(row, name) is fits


def test_no_file_carries_a_merge_that_was_not_finished():
    marks = ("<" * 7 + " ", ">" * 7 + " ")
    left = [f"{path}:{number}" for path, text in texts() for number, line in enumerate(text.splitlines(), 1) if line.startswith(marks)]
    assert left == []
