"""`run.py model`: what it prints, what it writes, and that every refusal is a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from starter import needs_starter
from yurios.cli import main


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("YURIOS_MODELS_CHAT", "YURIOS_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


def said(home: Path, *words: str) -> int:
    return main(["model", *words, "--home", str(home)])


def model_file(tmp_path: Path) -> str:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGUF and more")
    return str(path)


def test_list_tells_every_model_and_what_it_answers_for(home: Path, capsys) -> None:
    assert said(home, "list", "--json") == 0
    models = {m["name"]: m for m in json.loads(capsys.readouterr().out)["models"]}
    assert models["starter"]["roles"] == ["chat", "utility"] and models["scripted"]["yours"] is False


def test_the_licence_of_a_chosen_model_is_told_once(home: Path, capsys) -> None:
    outs = [(said(home, "list"), capsys.readouterr().out)[1] for _ in range(2)]
    assert ["Apache-2.0" in out for out in outs] == [True, False]


def test_add_use_and_remove(home: Path, tmp_path: Path, capsys) -> None:
    assert said(home, "add", model_file(tmp_path), "--name", "mine") == 0
    (home / "config.toml").write_text('# mine\n[mind]\nenabled = true  # stay\n', "utf-8")
    assert said(home, "use", "mine") == 0
    text = (home / "config.toml").read_text("utf-8")
    assert text.startswith("# mine\n[mind]\nenabled = true  # stay\n") and 'chat = "mine"' in text
    assert said(home, "remove", "mine") == 1 and "Choose another first" in capsys.readouterr().err
    assert said(home, "use", "starter") == 0 and said(home, "remove", "mine") == 0
    assert not (home / "providers" / "mine.toml").exists()


def test_a_name_nobody_has_gets_the_nearest(home: Path, capsys) -> None:
    assert said(home, "use", "strter") == 1
    assert 'Did you mean "starter"?' in capsys.readouterr().err


def test_an_environment_that_overrides_is_named(home: Path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("YURIOS_MODELS_CHAT", "starter")
    assert said(home, "use", "scripted") == 1
    assert "YURIOS_MODELS_CHAT" in capsys.readouterr().err


def test_errors_are_json_when_a_program_reads(home: Path, capsys) -> None:
    assert said(home, "add", "not there.gguf", "--json") == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "no_file"


def test_a_wrong_record_of_the_owners_stops_with_its_name(home: Path, capsys) -> None:
    (home / "providers").mkdir(parents=True)
    (home / "providers" / "mine.toml").write_text('protocol = "openai"\nmodle = "x"\n', "utf-8")
    assert said(home, "list") == 1
    assert 'providers/mine.toml: "modle"' in capsys.readouterr().err


def test_a_model_that_cannot_be_reached_fails_the_test_with_a_hint(home: Path, capsys) -> None:
    (home / "providers").mkdir(parents=True)
    (home / "providers" / "far.toml").write_text('protocol = "openai"\nbase_url = "http://127.0.0.1:9/v1"\nmodel = "m"\nretries = 0\n')
    assert said(home, "test", "far") == 1
    assert "Start that server" in capsys.readouterr().out


@pytest.mark.model
@needs_starter
def test_the_starter_can_be_tried(home: Path, capsys) -> None:
    assert said(home, "test", "--json") == 0
    trial = json.loads(capsys.readouterr().out)
    assert trial["warm_ms"] < trial["cold_ms"] and trial["tokens_per_s"] > 0 and trial["sample"] and trial["error"] is None
