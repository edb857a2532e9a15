"""docs/dials.md says what the table says, and the command prints it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from yurios.commands import config as command
from yurios.dials import DIALS, TABLE
from yurios.dials_page import table


@pytest.fixture
def config(tmp_path, monkeypatch, capsys):
    """`run.py config …` on an empty home; returns (exit code, stdout, stderr)."""
    monkeypatch.setattr("os.environ", {"YURIOS_HOME": str(tmp_path)})

    def call(*words: str) -> tuple[int, str, str]:
        parser = argparse.ArgumentParser()
        command.arguments(parser)
        code = command.run(parser.parse_args(words))
        return code, *capsys.readouterr()

    return call


def test_the_documents_table_is_the_table():
    page = (Path(__file__).parents[1] / "docs" / "dials.md").read_text(encoding="utf-8")
    assert page.endswith("\n\n" + table()), "docs/dials.md is old: write the output of 'run.py config --markdown' at its end"
    assert [dial.key for dial in TABLE if f"\n| `{dial.key}` |" not in page] == []


def test_every_dial_is_listed_with_value_source_and_meaning(config):
    code, out, _ = config()
    assert code == 0
    assert [d.key for d in TABLE if f"\n{d.key} = " not in "\n" + out or d.meaning not in out] == []
    assert out.count("(default)") == len(TABLE)


def test_one_dial_a_section_and_json(config):
    assert config("server.port")[1].startswith("server.port = 8768  (default)\n")
    assert config("memory")[1].count("(default)") == 3
    assert json.loads(config("server.port", "--json")[1])["value"] == 8768
    assert [one["key"] for one in json.loads(config("--json")[1])["dials"]] == list(DIALS)


def test_explain_adds_range_and_variable(config):
    out = config("explain", "server.port")[1]
    assert "1 to 65535" in out and "YURIOS_SERVER_PORT" in out


def test_set_prints_old_and_new_and_undo_takes_it_back(config):
    assert config("set", "server.port", "9000") == (0, "server.port: 8768 → 9000\n", "")
    assert "(config.toml)" in config("server.port")[1]
    assert config("undo")[1] == "server.port: 9000 → 8768\n"


def test_set_says_when_the_environment_still_wins(config, monkeypatch, tmp_path):
    monkeypatch.setattr("os.environ", {"YURIOS_HOME": str(tmp_path), "YURIOS_SERVER_PORT": "1"})
    assert "YURIOS_SERVER_PORT is set and still wins" in config("set", "server.port", "9000")[1]


@pytest.mark.parametrize("words, says", [(["server.prot"], "did you mean server.port"), (["set", "server.port"], "forms:"), (["a", "b"], "forms:"), (["set", "server.port", "x"], "whole number")])
def test_a_wrong_word_is_two_and_a_sentence(config, words, says):
    code, out, err = config(*words)
    assert code == 2 and says in err and out == "" and "Traceback" not in err
