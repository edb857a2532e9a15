"""One writer per resident, shown with real child processes that speak over pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from yurios.vault.lease import Lease, LeaseHeld

ROOT = Path(__file__).resolve().parent.parent
SINCE = "2026-03-02T09:00:00+09:00"
CHILD = """
import sys
from yurios.vault.lease import Lease, LeaseHeld
try:
    lease = Lease(sys.argv[1], "2026-03-02T09:00:00+09:00", port=8768)
except LeaseHeld as held:
    print("held", held.message, flush=True)
else:
    print("taken", flush=True)
    sys.stdin.readline()
    lease.close()
"""


def child(folder) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-c", CHILD, str(folder)], cwd=ROOT, text=True, encoding="utf-8", stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_a_second_process_is_told_who_holds_her(tmp_path):
    first = child(tmp_path / "yuri")
    assert first.stdout.readline() == "taken\n"
    with pytest.raises(LeaseHeld) as caught:
        Lease(tmp_path / "yuri", SINCE)
    assert str(first.pid) in str(caught.value) and SINCE in str(caught.value) and "8768" in str(caught.value)
    assert caught.value.holder.port == 8768 and caught.value.hint
    first.communicate("go\n")
    assert not (tmp_path / "yuri/holder.json").exists()
    Lease(tmp_path / "yuri", SINCE).close()


def test_after_a_kill_the_lease_is_free_and_the_dead_holder_is_named(tmp_path):
    first = child(tmp_path / "yuri")
    assert first.stdout.readline() == "taken\n"
    first.kill()
    first.communicate()
    lease = Lease(tmp_path / "yuri", SINCE)
    assert f"pid {first.pid}" in lease.notices[0] and "without closing" in lease.notices[0]
    assert json.loads((tmp_path / "yuri/holder.json").read_text())["pid"] == os.getpid()
    lease.close()


def test_five_at_once_make_one_holder(tmp_path):
    children = [child(tmp_path / "yuri") for _ in range(5)]
    said = [one.stdout.readline() for one in children]
    assert said.count("taken\n") == 1 and sum(line.startswith("held yuri is already awake") for line in said) == 4
    for one in children:
        one.communicate("go\n")


def test_five_residents_start_at_once(tmp_path):
    children = [child(tmp_path / name) for name in "abcde"]
    assert [one.stdout.readline() for one in children] == ["taken\n"] * 5
    for one in children:
        one.communicate("go\n")


def test_a_note_that_cannot_be_read_stops_nobody(tmp_path):
    (tmp_path / "holder.json").write_text("{half")
    lease = Lease(tmp_path, SINCE)
    lease.serve_on(8768)
    assert json.loads((tmp_path / "holder.json").read_text())["port"] == 8768
    lease.close()
    lease.close()
    assert not (tmp_path / "holder.json").exists()


def test_the_same_process_cannot_take_her_twice(tmp_path):
    lease = Lease(tmp_path, SINCE)
    with pytest.raises(LeaseHeld):
        Lease(tmp_path, SINCE)
    lease.close()
