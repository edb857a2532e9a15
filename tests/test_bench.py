"""Benches at tiny sizes: the shape of their rows, and that work not done is a failure. No time is asserted."""

from __future__ import annotations

import importlib
import json

import pytest

from starter import HERE
from yurios.benches import BENCHES
from yurios.benches.row import NoWork, Row, absent, cost, rate
from yurios.cli import main
from yurios.commands.bench import lines

KEYS = ["what", "value", "unit", "goal", "ok", "peer", "ratio"]
TINY = {
    "frame": {"entities": (3,), "columns": (50,)},
    "tick": {"lived": (0, 3), "minds": 6, "awake": 2},
    "digest": {"entities": (3,), "table": 5_000},
    "quiet": {"days": 1, "sample": 1},
    "vault": {"prior": (3,)},
    "start": {"repeats": 1},
    "memory": {"sizes": (60,)},
    "year": {"days": 3},
}
WHATS = {
    "frame": ["frame of 3 rich entities", "visit of 3 rich entities", "visit of 3 rich entities after one came", "frame of a table of 50 rows"],
    "tick": ["resting tick after 3 ticks and journal entries", "beat on which 2 of 6 minds tick"],
    "digest": ["digest of 3 entities, nothing changed", "digest of a table of 5000 rows, 1 % of one column changed"],
    "quiet": ["quiet days per second", "1 quiet days, trace lines written"],
    "vault": ["commit of a turn p50 at 3 earlier commits", "turn through the vault edge p95"],
    "start": ["warm start to the first hello, whole process", "second start of run.py, over plain python"],
    "memory": ["resident memory, 60", "resident memory after a start, 60"],
    "year": ["a year's history, on disk", "start: the vault of a year, first look included", "commit of a turn after a year", "recall p95, a year"],
}


def silent(text: str) -> None:
    """Progress that nobody reads."""


@pytest.mark.parametrize("name", sorted(TINY))
def test_each_bench_gives_whole_rows_at_a_tiny_size(name):
    rows = importlib.import_module(f"yurios.benches.{name}").rows(silent, **TINY[name])
    assert set(WHATS[name]) <= {row.what for row in rows} and len({row.what for row in rows}) == len(rows)
    for row in rows:
        plain = row.plain()
        assert list(plain)[:7] == KEYS and json.loads(json.dumps(plain)) == plain
        assert row.reason if row.value is None else row.value > 0
        assert row.ok in (True, False) or row.goal is None or row.value is None


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.skipif(not HERE, reason="the starter model or llama-cpp-python is not installed")
def test_the_model_bench_gives_whole_rows():
    from yurios.benches import first_token

    rows = {row.what: row for row in first_token.rows(silent, whole=1, short=1)}
    assert rows["prompt tokens reused, second turn"].value > 100 and rows["frames stepped while she answers"].value > 0


def test_a_bench_without_its_model_says_so_and_gives_no_value(monkeypatch):
    from yurios.benches import first_token

    monkeypatch.setattr(first_token.importlib.util, "find_spec", lambda name: None)
    rows = first_token.rows(silent)
    assert rows and all(row.value is None and "run.py setup" in row.reason for row in rows)


@pytest.mark.parametrize("make", [cost, rate])
def test_no_work_is_no_row(make):
    with pytest.raises(NoWork, match="nothing was measured"):
        make("frames", 1.0, "ms", 0)
    with pytest.raises(NoWork):
        make("frames", 0.0, "ms", 5)


def test_less_is_better_for_a_cost_and_more_for_a_rate():
    assert cost("c", 2.0, "ms", 1, goal=3.0, peer=4.0) == Row("c", 2.0, "ms", 3.0, True, 4.0, 2.0)
    assert rate("r", 2.0, "1/s", 1, goal=3.0, peer=4.0) == Row("r", 2.0, "1/s", 3.0, False, 4.0, 0.5)


def test_the_command_prints_rows_for_a_program_and_nothing_else(monkeypatch, capsys):
    use(monkeypatch, [cost("c", 2.0, "ms", 1, goal=1.0), absent("a", "ms", "no model")])
    assert main(["bench", "quiet", "--json"]) == 0
    out, err = capsys.readouterr()
    said = json.loads(out)
    assert said["bench"] == "quiet" and [list(row)[:7] for row in said["rows"]] == [KEYS, KEYS]
    assert said["rows"][0]["ok"] is False and said["rows"][1]["value"] is None and said["rows"][1]["reason"] == "no model"
    assert "at work" in err


def test_a_missed_goal_counts_only_when_asked_to(monkeypatch, capsys):
    use(monkeypatch, [cost("c", 2.0, "ms", 1, goal=1.0)])
    assert main(["bench", "quiet"]) == 0 and main(["bench", "quiet", "--strict"]) == 1
    assert "NO" in capsys.readouterr().out


def test_a_bench_that_did_nothing_fails_with_a_sentence(monkeypatch, capsys):
    use(monkeypatch, None)
    assert main(["bench", "quiet"]) == 1
    assert "nothing was measured" in capsys.readouterr().err


def test_a_folder_behind_locomo_is_its_conversations_and_without_one_it_says_so(tmp_path, capsys):
    assert main(["bench", "locomo"]) == 0 and "name the folder" in capsys.readouterr().out
    assert main(["bench", "locomo", str(tmp_path)]) == 1 and "holds no conversation" in capsys.readouterr().err
    assert main(["bench", str(tmp_path)]) == 2


def test_an_unknown_name_gets_the_nearest_and_list_names_all(capsys):
    assert main(["bench", "first-token"]) == 2 and '"first_token"' in capsys.readouterr().err
    assert main(["bench", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(BENCHES)


def test_the_table_lines_up_and_gives_the_reason():
    head, first, second, _ = lines("quiet", [cost("c", 2.0, "ms", 1, goal=1.0, peer=8.0), absent("a", "ms", "no model")])
    assert "not here: no model" in second and first.index("NO") == second.index("not here") == head.index("ok")
    assert first.endswith("4 x")


def use(monkeypatch, rows) -> None:
    """Let the bench `quiet` give these rows; None does no work."""
    from yurios.benches import quiet

    def give(tell):
        tell("at work")
        return [cost("c", 1.0, "ms", 0)] if rows is None else rows

    monkeypatch.setattr(quiet, "rows", give)
