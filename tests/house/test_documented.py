"""Documentation that fails like code: every command, dial, signal, effect, event and step has its place, and examples run."""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import io
import json
import re
import shlex
from collections.abc import Iterator

import pytest
from house import ROOT, Source, complaints, dotted, sources, tracked
from pages import PAGE, filled

from ecs.events import EVENTS
from ecs.signals import SIGNALS
from yurios import cli
from yurios.commands import scenario as scenario_command
from yurios.models.records import Record
from yurios.scenarios import reading

PAGES = [name for name in tracked() if name.endswith(".md") and not name.startswith("vault/")]
OWN_WORDS = {"help", *cli.OF_RUN_PY}


def page(name: str) -> str:
    """The text of a document."""
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in PAGES if PAGE.search(page(name))])
def test_tables_are_what_the_code_says(name):
    assert page(name) == filled(page(name)), f"{name} is old: .venv/bin/python tests/house/pages.py writes it"


def test_an_old_table_would_be_noticed():
    text = page("docs/signals.md")
    assert filled(text.replace("| `cancel` |", "| `cancelled` |")) == text and "| `cancel` |" in text


def test_every_signal_and_event_has_a_row():
    text = page("docs/signals.md")
    assert [kind for kind in [*SIGNALS, *EVENTS] if f"\n| `{kind}` |" not in text] == []


def test_every_command_has_a_heading_and_every_heading_a_command():
    headings = re.findall(r"^## (.+)$", page("docs/commands.md"), re.MULTILINE)
    assert headings == [*cli.COMMANDS, *cli.OF_RUN_PY]


def test_every_step_has_a_row_with_its_fields():
    rows = {row[0]: row[1] for row in re.findall(r"^\| `(\w+)` \| (.*?) \|", page("docs/scenarios.md"), re.MULTILINE)}
    assert set(reading.STEPS) <= set(rows)
    wrong = [(do, key) for do, (need, may) in reading.STEPS.items() for key in [*need, *may] if f"`{key}`" not in rows[do]]
    assert wrong == []


def test_every_key_of_a_scenario_file_is_told():
    text = page("docs/scenarios.md")
    keys = [*reading._SCENARIO, *reading._REPLY, *reading._EXPECT, *reading._PLACES, *reading.PROFILES]
    assert [key for key in keys if f"`{key}`" not in text] == []


def test_the_scenario_in_the_guide_runs_and_holds(tmp_path, capsys):
    example = re.search(r"<!-- scenario -->\n```toml\n(.*?)```", page("docs/scenarios.md"), re.DOTALL).group(1)
    (tmp_path / "guide.toml").write_text(example, encoding="utf-8")
    parser = cli.parser_of("scenario", scenario_command)
    assert scenario_command.run(parser.parse_args([str(tmp_path / "guide.toml"), "--out", str(tmp_path / "out"), "--json"])) == 0
    out = json.loads(capsys.readouterr().out)
    assert out["failed"] == [] and out["commits"] >= 5 and out["ticks"] > 100


@pytest.fixture(scope="module")
def first_words(tmp_path_factory) -> tuple[list[str], list[str]]:
    """(lines of the tape, lines printed by `scenario` and `replay`) of the scenario that the guides show."""
    out = tmp_path_factory.mktemp("first") / "out"
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert cli.main(["scenario", str(ROOT / "tests" / "scenarios" / "first_words.toml"), "--out", str(out)]) == 0
        assert cli.main(["replay", str(out)]) == 0
    return (out / "signals.jsonl").read_text(encoding="utf-8").splitlines(), said.getvalue().splitlines()


def test_the_guide_shows_what_is_really_printed(first_words):
    block = re.search(r"```console\n(.*?)```", page("docs/scenarios.md"), re.DOTALL).group(1)
    shown = [line for line in block.splitlines() if not line.startswith("$")]
    told = [re.sub(r"\d+\.\d+ s$", "0.235 s", line) for line in first_words[1]]
    assert len(shown) == 2 and [line for line in shown if line not in told] == []


def test_the_tour_quotes_a_real_tape(first_words):
    tape = first_words[0]
    quoted = [line for block in re.findall(r"```json\n(.*?)```", page("docs/tour_of_a_frame.md"), re.DOTALL) for line in block.splitlines()]
    assert len(quoted) >= 2 and [line for line in quoted if line not in tape] == []


@pytest.mark.skipif(not (ROOT / "docs" / "models.md").is_file(), reason="docs/models.md is not written yet")
def test_every_key_of_a_provider_record_is_told():
    text = page("docs/models.md")
    assert [key for key in Record.__dataclass_fields__ if key != "name" and f"`{key}`" not in text] == []


def test_the_readme_and_the_guides_are_all_in_the_index():
    index = page("docs/README.md")
    assert [name for name in PAGES if name.startswith("docs/") and name != "docs/README.md" and name.removeprefix("docs/") not in index] == []


def examples(text: str) -> Iterator[list[str]]:
    """The arguments of every `$ … run.py …` line in a code block, up to a pipe, a redirection or a comment."""
    for block in re.findall(r"^```[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in re.findall(r"^\$ .*?python3 run\.py ?(.*)$", block, re.MULTILINE):
            yield shlex.split(re.split(r"\s[|<>#]|;|&&", line)[0])


def unreadable(text: str) -> list[list[str]]:
    """The examples that the command line would refuse."""
    return [words for words in examples(text) if not _parses(words)]


def _parses(words: list[str]) -> bool:
    if not words or words[0] in OWN_WORDS:
        return True
    if words[0] not in cli.COMMANDS:
        return False
    try:
        cli.parser_of(words[0], importlib.import_module(f"yurios.commands.{words[0]}")).parse_args(words[1:])
    except SystemExit as stop:
        return stop.code == 0
    return True


@pytest.mark.parametrize("name", PAGES)
def test_examples_are_commands_that_exist(name, capsys):
    assert unreadable(page(name)) == []


@pytest.mark.parametrize("line", ["$ python3 run.py tchat", "$ echo a | python3 run.py chat --twice", "$ python3 run.py desktop"])
def test_a_planted_example_is_found(line, capsys):
    assert unreadable(f"```console\n{line}\n```\n")


def mentions_commands(source: Source) -> Iterator[str]:
    """What a text sends somebody to can be typed: `run.py WORD` is a command, unless the line says that it is not built yet."""
    for number, line in enumerate(source.text.splitlines(), 1):
        if "not built yet" in line:
            continue
        for word in re.findall(r"(?<!python3\.11 )\brun\.py ([a-z]+)(?=[\s`'\".,;:)\]]|$)", line):
            if word not in {*cli.COMMANDS, *OWN_WORDS} and word not in _PROSE:
                yield f"{source.path}:{number} sends to run.py {word}, which there is not"


#: Words that follow `run.py` in a sentence and are no commands.
_PROSE = {"adds", "against", "and", "is", "does", "itself", "that", "too", "which", "installs", "has", "the"}


def test_texts_send_nobody_to_a_command_that_is_not_there():
    pages = [Source(name, page(name)) for name in PAGES]
    files = [source for source in sources("ecs/", "systems/", "yurios/", "run.py") if source.path != "yurios/cli.py"]
    assert complaints(mentions_commands, [*pages, *files]) == []


def test_a_planted_mention_is_found():
    assert complaints(mentions_commands, [Source("yurios/a.py", "'start her with run.py desktop'")])


def knows_its_signals(source: Source) -> Iterator[str]:
    """A type that code compares with or posts is one of SIGNALS: a slip there would just never match."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Compare) and dotted(node.left) in ("signal.type", "felt.type"):
            yield from (source.at(node, f"compares with {word!r}, no known signal") for word in _words(node.comparators[0]) if word not in SIGNALS)
        if isinstance(node, ast.Call) and dotted(node.func).split(".")[-1] in ("post", "_post") and node.args:
            yield from (source.at(node, f"posts {word!r}, no known signal") for word in _words(node.args[0]) if word not in SIGNALS)


def _words(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    return [word for inner in node.elts for word in _words(inner)] if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else []


def test_code_knows_its_signals():
    files = [source for source in sources("systems/", "yurios/") if "signal.type" in source.text or "post(" in source.text]
    assert len(files) > 10 and complaints(knows_its_signals, files) == []


@pytest.mark.parametrize("text", ["if signal.type == 'user_mesage': pass", "x = signal.type in ('written', 'wrote')", "self._post('vault_change', {})"])
def test_a_planted_slip_is_found(text):
    assert complaints(knows_its_signals, [Source("systems/mind/a.py", text)])


def test_every_command_says_what_it_does_and_takes():
    for name in cli.COMMANDS:
        module = importlib.import_module(f"yurios.commands.{name}")
        parser = cli.parser_of(name, module)
        assert isinstance(parser, argparse.ArgumentParser) and module.run.__doc__
