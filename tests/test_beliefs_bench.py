"""The bench measures real work and prints rows of the agreed shape."""

from yurios.benches.beliefs import accuracy_rows, cost_rows

KEYS = {"what", "value", "unit", "goal", "ok", "peer", "ratio"}


def test_accuracy_is_told_for_each_half_and_kind():
    rows = accuracy_rows()
    assert len(rows) == 6 and all(set(row) == KEYS for row in rows)
    assert {row["what"].rsplit(" of ", 1)[0] for row in rows} == {f"answered rightly half {half} {kind}" for half in "AB" for kind in ("point-in-time", "two-hop", "unanswerable")}


def test_costs_are_told_for_each_size():
    rows = cost_rows((100, 400))
    assert len(rows) == 10 and all(set(row) == KEYS for row in rows)
    assert all(row["value"] > 0 for row in rows)
