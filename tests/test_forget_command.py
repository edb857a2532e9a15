"""`run.py forget`: the milder thing while she sleeps, the other one asked twice, and neither while another process has her."""

from __future__ import annotations

import io
import json

import pytest
from live import Session
from purge_ground import REPLIES, a_life, copied, git, holding, sound

from yurios import cli


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    return a_life(tmp_path_factory.mktemp("lived") / "home")


@pytest.fixture
def home(lived, tmp_path):
    return copied(lived, tmp_path / "home")


class Keyboard(io.StringIO):
    """Somebody who types these lines."""

    def isatty(self) -> bool:
        return True


def run(home, *words: str) -> int:
    return cli.main(["forget", *words, "--home", str(home.path)])


def test_without_purge_she_lets_go_also_while_she_sleeps(home, capsys):
    head = git(home, "rev-parse", "HEAD")
    assert run(home, "cat") == 0
    assert "3 exchanges about “cat” will not be told to her again" in capsys.readouterr().out
    assert git(home, "merge-base", "--is-ancestor", head.strip(), "HEAD") == "" and "forgotten.md" in git(home, "show", "--stat", "HEAD")


@pytest.mark.parametrize("flags", [(), ("--purge",)])
def test_while_she_is_awake_it_says_who_has_her_and_what_to_type_there(home, capsys, flags):
    with Session(home.path, *REPLIES):
        assert run(home, "cat", *flags) == 3
    assert "already awake in process" in (said := capsys.readouterr().err) and "/forget" in said


@pytest.mark.parametrize("typed", ["no\n", "yes\nyuki\n", "yes\n", "", "yes\n\n"])
def test_who_does_not_go_on_twice_changes_nothing(home, capsys, monkeypatch, typed):
    head = git(home, "rev-parse", "HEAD")
    monkeypatch.setattr("sys.stdin", Keyboard(typed))
    assert run(home, "--purge", "cat") == 1
    out = capsys.readouterr().out
    assert "3 exchanges" in out and "lines of goals.md: 1" in out and "Nothing was changed." in out and git(home, "rev-parse", "HEAD") == head


def test_who_does_gets_it_and_is_told_what_remains(home, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", Keyboard("cat\nyes\nYuri\n"))
    assert run(home, "--purge") == 0
    out = capsys.readouterr().out
    assert "Purged: 3 exchanges" in out and "No file of her home holds the words any more." in out and "backups and copies of your own" in out
    assert holding(home) == [] and "past for good" in git(home, "log", "-3", "--format=%s")
    sound(home)


def test_nobody_at_the_keyboard_is_no_consent(home, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\nyuri\n"))
    assert run(home, "--purge", "cat") == 1 and "--yes is for scripts" in capsys.readouterr().err and holding(home) != []


def test_nothing_found_is_said(home, capsys):
    assert run(home, "--purge", "submarine", "--yes") == 0
    assert "Nothing that can go holds “submarine”" in capsys.readouterr().out
    assert run(home, "--purge", "submarine", "--json") == 0
    assert json.loads(capsys.readouterr().out)["turns"] == []


def test_what_makes_no_sense_is_refused_with_a_sentence(home, capsys, monkeypatch):
    assert run(home, "--purge", "yuri", "--yes") == 2 and "her own name" in capsys.readouterr().err
    assert run(home, "cat", "--name", "mio") == 2 and "Nobody called mio" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(home) == 1 and "nothing was changed" in capsys.readouterr().err
    (home.path / "there").write_text("x")
    assert run(home, "--purge", "cat", "--yes", "--backup", str(home.path / "there")) == 2 and "is there already" in capsys.readouterr().err
    assert holding(home) != []
