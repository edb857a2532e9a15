"""`run.py chat`: which talk it opens, and what its exit codes mean."""

from __future__ import annotations

import argparse
import io
import sys
import types

import pytest
from fake_host import FakeHost

from yurios.commands import chat


class LeaseHeld(Exception):
    holder = None


class Stdin(io.TextIOWrapper):
    def __init__(self, data: bytes, tty: bool = False) -> None:
        super().__init__(io.BytesIO(data), "utf-8")
        self.isatty = lambda: tty


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Call the command with a profile that opens `host`; answers (code, stdout, stderr)."""
    monkeypatch.setattr("os.environ", {"YURIOS_HOME": str(tmp_path), "TERM": "xterm"})

    def call(*words: str, stdin: bytes = b"", tty: bool = False, host: object = None) -> tuple[int, str, str]:
        def open_host(home, config, *, name, warm):
            if isinstance(host, Exception):
                raise host
            assert home.path == tmp_path.resolve() and config["models.chat"] == "starter" and name == "yuri"
            return host or FakeHost()

        profile = types.SimpleNamespace(open_host=open_host, LeaseHeld=LeaseHeld)
        monkeypatch.setitem(sys.modules, "yurios.profiles.companion", profile)
        monkeypatch.setattr(sys, "stdin", Stdin(stdin, tty))
        parser = argparse.ArgumentParser()
        chat.arguments(parser)
        return chat.run(parser.parse_args(words)), *capsys.readouterr()

    return call


def test_once_says_all_of_stdin_and_closes_the_host(run):
    host = FakeHost()
    assert run("--once", stdin=b"a\nb\n", host=host) == (0, "You said a\nb.\n", "")
    assert host.said == [("a\nb", "terminal")] and host.calls[-1] == "close"


def test_a_pipe_says_each_line(run):
    assert run(stdin=b"a\nb\n") == (0, "You said a.\nYou said b.\n", "")


def test_no_answer_is_one(run):
    assert run("--once", stdin=b"a", host=FakeHost(lambda text, turn: [{"type": "notice", "level": "error", "text": "no"}])) == (1, "", "no\n")


@pytest.mark.parametrize("words, says", [(["http://x"], "this machine"), (["http://127.0.0.1:8768@evil.example"], "this machine"), (["--name", "a/b"], "cannot name a resident"), (["--home", "a\0"], "--home")])
def test_what_cannot_be_is_two_and_a_sentence(run, words, says):
    code, out, err = run(*words)
    assert code == 2 and says in err and out == ""


def test_a_mistyped_dial_stops_before_the_host_opens(run, monkeypatch, tmp_path):
    (tmp_path / "config.toml").write_text("[mind]\nenabeld = true\n")
    code, _, err = run(host=AssertionError("opened"))
    assert code == 2 and "mind.enabled" in err


def test_a_held_resident_is_three_and_its_sentence(run):
    assert run("--once", host=LeaseHeld("Process 7 holds her.")) == (3, "", "Process 7 holds her.\n")


def test_a_tty_that_prints_elsewhere_or_is_plain_gets_plain_lines(run, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda: (_ for _ in ()).throw(EOFError))
    code, out, _ = run("--plain", tty=True)
    assert code == 0 and out.startswith("· This is Yuri.") and "\x1b" not in out


def test_a_closed_pipe_is_no_traceback(run, monkeypatch):
    host = FakeHost()
    monkeypatch.setattr(host, "say", lambda *a, **k: (_ for _ in ()).throw(BrokenPipeError()))
    assert run("--once", stdin=b"a", host=host)[0] == 1 and host.calls[-1] == "close"
