"""The trace file: whole lines, none twice, a torn end set aside."""

from __future__ import annotations

import json
import os

import pytest

from yurios.vault.folder import DiskFolder, MemoryFolder
from yurios.vault.moments import Moments
from yurios.vault.paths import PathRefused
from yurios.vault.trace_log import PATH, TORN, TraceLog


@pytest.fixture(params=["disk", "memory"])
def folder(request, tmp_path):
    (tmp_path / "scratch").mkdir()
    (tmp_path / "v").mkdir()
    return DiskFolder(tmp_path / "v", tmp_path / "scratch", Moments()) if request.param == "disk" else MemoryFolder(Moments())


def line(tick: int) -> str:
    return json.dumps({"tick": tick, "resident": "yuri", "state": "IDLE"})


def log(folder) -> TraceLog:
    return TraceLog(folder, Moments())


def test_a_line_cut_at_any_byte_costs_only_itself(folder):
    whole = "".join(line(tick) + "\n" for tick in (1, 2)).encode()
    last = line(3).encode() + b"\n"
    for cut in range(1, len(last)):
        folder.write(PATH, whole + last[:cut])
        folder.delete(TORN)
        trace = log(folder)
        trace.add(line(4))
        assert folder.read(PATH) == whole + line(4).encode() + b"\n"
        assert folder.read(TORN) == last[:cut] + b"\n" and TORN in trace.notices[0]


def test_lines_handed_over_again_after_a_restart_are_written_once(folder):
    first = log(folder)
    for tick in range(1, 6):
        first.add(line(tick))
    second = log(folder)
    for tick in range(3, 8):
        second.add(line(tick))
    assert [json.loads(row)["tick"] for row in folder.read(PATH).splitlines()] == [1, 2, 3, 4, 5, 6, 7]


def test_another_life_may_count_its_ticks_anew(folder):
    log(folder).add(line(5))
    log(folder).add(json.dumps({"tick": 1, "resident": "yuri", "state": "DREAM"}))
    assert len(folder.read(PATH).splitlines()) == 2


def test_a_trace_that_is_another_files_second_name_is_refused(tmp_path):
    (tmp_path / "v/traces").mkdir(parents=True)
    (tmp_path / "v/other.md").write_text("mine")
    os.link(tmp_path / "v/other.md", tmp_path / "v" / PATH)
    with pytest.raises(PathRefused, match="another name"):
        log(DiskFolder(tmp_path / "v", tmp_path, Moments())).add(line(1))
    assert (tmp_path / "v/other.md").read_text() == "mine"


def test_a_trace_that_is_moved_away_while_she_writes_begins_anew_in_its_place(tmp_path):
    (tmp_path / "v").mkdir()
    trace = log(DiskFolder(tmp_path / "v", tmp_path, Moments()))
    trace.add(line(1))
    if os.name == "nt":
        trace.close()
    os.rename(tmp_path / "v" / PATH, tmp_path / "old.jsonl")
    trace.add(line(2))
    trace.close()
    assert (tmp_path / "v" / PATH).read_text() == line(2) + "\n" and (tmp_path / "old.jsonl").read_text() == line(1) + "\n"


def test_a_second_name_that_comes_while_she_writes_is_refused_too(tmp_path):
    (tmp_path / "v").mkdir()
    trace = log(DiskFolder(tmp_path / "v", tmp_path, Moments()))
    trace.add(line(1))
    os.link(tmp_path / "v" / PATH, tmp_path / "other.md")
    with pytest.raises(PathRefused, match="another name"):
        trace.add(line(2))
    assert (tmp_path / "other.md").read_text() == line(1) + "\n"
