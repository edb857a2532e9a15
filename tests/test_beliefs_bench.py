"""The bench measures real work: each half and kind, each call at each size."""

import pytest

from ecs.stores.belief_rows import ColumnRows
from yurios.benches.beliefs import _calls, accuracy, costs, grown


def test_accuracy_is_told_for_each_half_and_kind():
    rows = accuracy()
    assert {row.what for row in rows} == {f"answered rightly {part} {kind}" for part in ("half A", "half B", "fresh") for kind in ("point-in-time", "two-hop", "unanswerable")}
    assert all((row.goal is not None) == (" B " in row.what) for row in rows)


def test_costs_are_told_beside_the_smallest_size():
    first = {}
    small, large = costs(100, first), costs(400, first)
    assert len(small) == len(large) == 5
    assert all(row.ratio == 1 for row in small) and all(row.value > 0 and row.peer == pair.value for row, pair in zip(large, small))


@pytest.mark.parametrize("what", ["pattern query", "point-in-time question", "two-hop question", "taking in two sentences"])
def test_a_call_reads_as_many_rows_of_a_long_log_as_of_a_short_one(what, monkeypatch):
    read = []
    monkeypatch.setattr(ColumnRows, "get", lambda self, id, real=ColumnRows.get: (read.append(id), real(self, id))[1])

    def rows_read(size):
        beliefs, believed = grown(size)
        call = _calls(beliefs, believed, size)[what]
        read.clear()
        assert call(3) > 0
        return len(read)

    assert rows_read(4_000) <= rows_read(600)
