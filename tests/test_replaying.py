"""A replay agrees with a life that is whole, and names the first frame and the thing that differs when anything was touched."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from ecs.tape import TapeError
from yurios.replaying import ReplayError, find_pieces, replay
from yurios.scenarios.reading import read_scenario
from yurios.scenarios.running import Run
from yurios.scenarios.steps import play


@pytest.fixture(scope="module")
def life(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("life")
    play(Run(read_scenario(Path(__file__).parent / "scenarios" / "owners_hand.toml"), out))
    return out


@pytest.fixture
def copy(life, tmp_path) -> Path:
    shutil.copytree(life, tmp_path / "copy")
    return tmp_path / "copy"


def edited(path: Path, change) -> None:
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(change(lines)) + "\n", "utf-8")


def differs(place: Path) -> str:
    found = replay(find_pieces(place)).differs
    assert found is not None
    return found


def at(lines: list[str], words: str) -> int:
    return next(number for number, line in enumerate(lines) if words in line)


def test_a_life_that_is_whole_is_the_same(life):
    report = replay(find_pieces(life))
    assert report.differs is None and report.commits == 5 and report.digests > 3 and report.lines > 100
    assert report.frames > 200_000


def test_one_character_of_what_was_said(copy):
    edited(copy / "signals.jsonl", lambda lines: [line.replace('"text":"hello"', '"text":"hallo"') for line in lines])
    assert re.match(r"frame \d+ .*Talk|frame \d+: the commit of w-yuri-\d+ .* is \w{40}, on the tape it is \w{40}", differs(copy))


def test_one_character_of_what_she_said(copy):
    edited(copy / "signals.jsonl", lambda lines: [line.replace('"text":"Mm."', '"text":"Hm."') for line in lines])
    assert re.search(r"frame \d+.*(differ|commit of w-yuri)", differs(copy))


def test_one_character_of_the_owners_file(copy):
    edited(copy / "signals.jsonl", lambda lines: [line.replace("mine\\n", "mime\\n") for line in lines])
    assert re.match(r"frame \d+: the (owner's commit|commit of w-yuri-\d+ .*) is \w{40}", differs(copy))


def test_two_lines_swapped_are_no_tape(copy):
    def swap(lines):
        number = at(lines, '"model_delta"')
        lines[number], lines[number + 1] = lines[number + 1], lines[number]
        return lines

    edited(copy / "signals.jsonl", swap)
    with pytest.raises(TapeError, match="lines are missing or doubled"):
        replay(find_pieces(copy))


def test_two_signals_swapped_with_their_numbers_mended(copy):
    def swap(lines):
        number = at(lines, '"model_done"')
        first, second = json.loads(lines[number - 1]), json.loads(lines[number])
        for key in ("type", "payload"):
            first[key], second[key] = second[key], first[key]
        lines[number - 1], lines[number] = json.dumps(first), json.dumps(second)
        return lines

    edited(copy / "signals.jsonl", swap)
    assert re.search(r"frame \d+", differs(copy))


def test_a_signal_taken_out(copy):
    def take(lines):
        lines = [line for line in lines if '"user_present"' not in line]
        return lines[:1] + [json.dumps(json.loads(line) | {"seq": seq}) for seq, line in enumerate(lines[1:], 1)]

    edited(copy / "signals.jsonl", take)
    assert re.search(r"Presence|Mind|line \d+ of traces", differs(copy))


def test_a_digest_edited_names_its_second_and_component(copy):
    def edit(lines):
        note = json.loads(lines[2])
        note["digests"]["Breath"] = "0" * 32
        note["digests"]["Talk"] = "0" * 32
        return [*lines[:2], json.dumps(note), *lines[3:]]

    edited(copy / "signals.digests.jsonl", edit)
    assert re.match(r"frame \d+ \(second \d+, after signal \d+\): Breath, Talk differ$", differs(copy))


def test_another_seed_in_the_header(copy):
    edited(copy / "signals.jsonl", lambda lines: [lines[0].replace('"seed":5', '"seed":6'), *lines[1:]])
    assert re.match(r"frame \d+ \(second \d+, after signal \d+\): seed differ", differs(copy))


def test_a_line_of_the_trace_edited(copy):
    edited(copy / "vault/traces/ticks.jsonl", lambda lines: [lines[0], lines[1].replace('"tick":2', '"tick":7'), *lines[2:]])
    assert differs(copy).startswith("line 2 of traces/ticks.jsonl differs")


def test_a_line_of_the_trace_lost(copy):
    edited(copy / "vault/traces/ticks.jsonl", lambda lines: lines[:-1])
    assert "the replay made" in differs(copy)


def test_another_head_in_the_summary(copy):
    told = json.loads((copy / "summary.json").read_text())
    (copy / "summary.json").write_text(json.dumps(told | {"vault_head": "0" * 40}))
    assert differs(copy).startswith("vault_head is ")


def test_a_torn_last_line_is_left_out_and_said(copy):
    tape = copy / "signals.jsonl"
    tape.write_bytes(tape.read_bytes()[:-10])
    report = replay(find_pieces(copy))
    assert "cut by a crash" in report.notes[0]


def test_where_nothing_lies_nothing_is_replayed(tmp_path):
    with pytest.raises(ReplayError, match="holds no tape"):
        find_pieces(tmp_path)
    (tmp_path / "signals.jsonl").write_bytes(b"")
    with pytest.raises(TapeError, match="empty"):
        replay(find_pieces(tmp_path))
