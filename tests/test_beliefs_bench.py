"""The bench measures real work: each half and kind, each call at each size."""

from yurios.benches.beliefs import accuracy, costs


def test_accuracy_is_told_for_each_half_and_kind():
    rows = accuracy()
    assert {row.what for row in rows} == {f"answered rightly half {half} {kind}" for half in "AB" for kind in ("point-in-time", "two-hop", "unanswerable")}
    assert all((row.goal is None) == (" A " in row.what) for row in rows)


def test_costs_are_told_beside_the_smallest_size():
    first = {}
    small, large = costs(100, first), costs(400, first)
    assert len(small) == len(large) == 5
    assert all(row.ratio == 1 for row in small) and all(row.value > 0 and row.peer == pair.value for row, pair in zip(large, small))
