"""The bench does the work it reports."""

from __future__ import annotations

from yurios.vault.bench import rows


def test_a_short_bench_has_every_column_and_stable_names(tmp_path):
    found = rows(prior=(10, 80), beside=tmp_path)
    assert all(set(row) == {"what", "value", "unit", "goal", "ok", "peer", "ratio"} and row["value"] > 0 for row in found)
    assert [row["what"] for row in found][:2] == ["commit of a turn p50 at 10 earlier commits", "commit of a turn p95 at 10 earlier commits"]
