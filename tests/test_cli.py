"""The command line: one table, help by the four doors, a sentence for every word that is no command."""

from __future__ import annotations

import ast
import io
import sys
import types
from pathlib import Path

import pytest

from yurios import cli

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def hello(monkeypatch) -> list:
    """A command `hello` that notes what it was given; also what a bare start opens."""
    seen: list = []
    module = types.ModuleType("yurios.commands.hello")
    module.arguments = lambda parser: parser.add_argument("--name")
    module.run = lambda args: seen.append(args.name) or 7
    monkeypatch.setitem(sys.modules, "yurios.commands.hello", module)
    monkeypatch.setitem(cli.COMMANDS, "hello", "says it")
    monkeypatch.setattr(cli, "OPENS", "hello")
    return seen


def test_a_command_is_imported_run_and_gives_its_exit_code(hello):
    assert cli.main(["hello", "--name", "yuri"]) == 7 and hello == ["yuri"]


def test_a_bare_start_and_bare_options_open_the_talk(hello):
    assert cli.main([]) == 7 and cli.main(["--name", "mio"]) == 7
    assert hello == [None, "mio"]


def test_help_shows_each_door_with_every_command_and_what_is_not_there(capsys):
    assert cli.main(["--help"]) == 0
    out = capsys.readouterr().out
    doors = [line for line in out.splitlines() if line.startswith("for ")]
    assert doors == [*cli.DOORS, "for the house"]
    assert [name for name in [*cli.COMMANDS, *cli.OF_RUN_PY] if f"\n  {name:<10} " not in out] == []
    assert [word for word in cli.LATER if word not in out] == []
    assert max(len(line) for line in out.splitlines()) <= 110


@pytest.mark.parametrize("word", sorted(cli.LATER))
def test_what_is_not_built_says_so_and_what_to_use(word, capsys):
    assert cli.main([word]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "is not built yet" in err and err.strip().endswith(".") and len(err.splitlines()) == 1


@pytest.mark.parametrize("word, says", [("caht", "Did you mean run.py chat?"), ("replya", "run.py replay"), ("testt", "run.py test"),
                                        ("qqqq", "--help lists them"), ("", "--help"), ("\x1b[2Jx", '"?[2Jx"')])
def test_an_unknown_word_gets_the_nearest_one(word, says, capsys):
    assert cli.main([word]) == 2
    assert says in capsys.readouterr().err


def test_the_words_of_run_py_are_told_where_they_live(capsys):
    assert cli.main(["setup"]) == 2 and "python3 run.py setup" in capsys.readouterr().err


def test_version(capsys):
    assert cli.main(["--version"]) == 0 and capsys.readouterr().out.startswith("YuriOS 0")


def test_a_letter_the_terminal_cannot_show_is_no_traceback(monkeypatch):
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stderr", narrow)
    assert cli.main(["café"]) == 2
    narrow.flush()
    assert b'"caf?"' in narrow.buffer.getvalue()


def test_every_command_has_its_file_and_every_file_its_command():
    files = {path.stem for path in (ROOT / "yurios" / "commands").glob("*.py")} - {"__init__"}
    assert files == set(cli.COMMANDS)
    assert not set(cli.LATER) & (files | set(cli.OF_RUN_PY))


def test_the_table_can_be_read_before_anything_is_installed():
    tree = ast.parse((ROOT / "yurios" / "cli.py").read_text(encoding="utf-8"))
    imported = {name.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported - {"yurios"} <= set(sys.stdlib_module_names)
    assert "from yurios import __version__" in ast.unparse(tree) and ast.unparse(tree).count("from yurios") == 1
