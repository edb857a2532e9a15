"""The bench does the work it reports."""

from __future__ import annotations

import shutil

import pytest

from yurios.vault.bench import AUTHOR, BORN_AT, FIRST_DAY, grow, history, imported, rows
from yurios.vault.repository import DiskRepository, MemoryRepository


def test_a_short_bench_has_every_column_and_stable_names(tmp_path):
    found = rows(prior=(10, 80), beside=tmp_path)
    assert all(set(row) == {"what", "value", "unit", "goal", "ok", "peer", "ratio"} and row["value"] > 0 for row in found)
    assert [row["what"] for row in found][:2] == ["commit of a turn p50 at 10 earlier commits", "commit of a turn p95 at 10 earlier commits"]


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_the_imported_history_is_the_one_that_our_own_writes_make(tmp_path):
    ours = MemoryRepository()
    ours.birth(FIRST_DAY, "The first day", AUTHOR, BORN_AT, 0)
    grow(ours, 1, 60)
    imported(tmp_path / "v", history(60))
    theirs = DiskRepository(tmp_path / "v")
    assert theirs.head() == ours.head() and theirs.scan() == {}
    theirs.close()
