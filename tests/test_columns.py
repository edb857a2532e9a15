"""Columns: a table behaves as a plain list of rows, and its digest hashes again only what changed."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import ecs.columns as columns
from ecs.columns import BLOCK, Table, TableError
from ecs.snapshot import digest, load, save
from ecs.step import Orders, advance
from ecs.world import World
from ground_parts import Herd, graze

steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 7), st.integers(-(2**31), 2**31 - 1)),
        st.tuples(st.just("remove"), st.lists(st.integers(0, 40), max_size=5), st.none()),
        st.tuples(st.just("write"), st.integers(0, 9), st.integers(-1000, 1000)),
        st.tuples(st.just("digest"), st.none(), st.none()),
    ),
    max_size=25,
)


@settings(max_examples=80)
@given(steps)
def test_a_table_is_a_list_of_rows(steps):
    table, rows, next_id = Table({"x": "i4", "age": "u1"}), [], 0
    for verb, what, value in steps:
        if verb == "add":
            assert list(table.add(what, x=value, age=3)) == list(range(next_id, next_id + what))
            rows += [[next_id + n, value, 3] for n in range(what)]
            next_id += what
        elif verb == "remove":
            assert table.remove(what) == sum(row[0] in what for row in rows)
            rows = [row for row in rows if row[0] not in what]
        elif verb == "write" and rows:
            first = what % len(rows)
            table.write("x", first)[:] = value
            rows = rows[:first] + [[id, value, age] for id, _, age in rows[first:]]
        else:
            table.digest()
        agree(table, rows)


def agree(table: Table, rows: list) -> None:
    assert len(table) == len(rows)
    for field, place in (("ids", 0), ("x", 1), ("age", 2)):
        assert table.read(field).tolist() == [row[place] for row in rows]
    asked = list(range(45))
    ids = [row[0] for row in rows]
    assert table.rows_of(asked).tolist() == [ids.index(id) if id in ids else -1 for id in asked]
    assert table.digest() == fresh(table).digest()


def fresh(table: Table) -> Table:
    """The same table with nothing remembered."""
    return Table.from_blocks(json.loads(json.dumps(table.outline())), {key: data for key, data in table.blocks()})


@settings(max_examples=40)
@given(st.integers(0, 3 * BLOCK - 1), st.integers(-3, 3), st.sampled_from(["x", "y"]))
def test_the_digest_changes_exactly_when_bytes_change(row, change, field):
    table = Table({"x": "i4", "y": "i8"})
    table.add(3 * BLOCK, x=7, y=7)
    before = table.digest()
    table.write(field, row, row + 1)[:] += change
    assert (table.digest() != before) == (change != 0)
    table.write(field, row, row + 1)[:] -= change
    assert table.digest() == before


@pytest.fixture
def hashed(monkeypatch):
    """How many bytes long each block was that was hashed."""
    seen, real = [], columns.hash_block
    monkeypatch.setattr(columns, "hash_block", lambda data: seen.append(len(data)) or real(data))
    return seen


def test_blocks_that_did_not_change_are_not_hashed_again(hashed):
    table = Table({"x": "i4", "y": "i4"})
    table.add(10 * BLOCK)
    table.digest()
    assert len(hashed) == 30
    hashed.clear()
    table.digest()
    table.outline()
    assert hashed == []
    table.write("x", BLOCK + 5, BLOCK + 6)[:] = 1
    table.digest()
    assert hashed == [4 * BLOCK]
    hashed.clear()
    table.add(1)
    table.digest()
    assert sorted(hashed) == [4, 4, 8]
    hashed.clear()
    table.remove([10 * BLOCK])
    table.digest()
    assert hashed == []


def test_a_digest_copies_no_block_that_it_knows(monkeypatch):
    table = Table({"x": "i4"})
    table.add(BLOCK)
    table.digest()
    monkeypatch.setattr(Table, "_block_bytes", None)
    table.digest()
    table.outline()


@pytest.mark.parametrize("count", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK])
def test_every_size_comes_back_from_its_blocks(count):
    table = Table({"x": "i4"})
    table.add(count, x=np.arange(count))
    back = fresh(table)
    assert back.digest() == table.digest() and back.next_id == count
    assert (back.read("x") == np.arange(count)).all() and len(table.blocks()) == 2 * (-(-count // BLOCK))
    assert list(back.add(1)) == [count]


def test_a_row_that_left_takes_its_name_with_it():
    table = Table({"x": "i4"})
    table.add(3)
    table.remove([2])
    assert list(fresh(table).add(1)) == list(table.add(1)) == [3]


def test_rows_that_left_and_came_do_not_change_what_follows_a_load():
    def herd() -> World:
        world = World("herd", 3)
        table = Table({"x": "i4", "age": "u2"})
        table.add(5000, x=1)
        world.spawn("herd", Herd(table))
        world.barrier()
        return world

    orders, straight, saved = Orders(frame=(graze,)), herd(), herd()
    for frame in range(1, 301):
        advance(straight, orders, frame)
        advance(saved, orders, frame)
        if frame in (51, 150, 299):
            manifest, chunks = save(saved)
            saved.close()
            saved = load(json.loads(json.dumps(manifest)), chunks)
        assert frame % 50 or digest(saved) == digest(straight)
    assert straight.get("herd", Herd).rows.next_id > 5000 > len(straight.get("herd", Herd).rows) > 0


@pytest.mark.parametrize(
    "bad", [lambda t: t.add(2, y=1), lambda t: t.add(2, x=1.5), lambda t: t.add(2, x=[1, 2, 3]), lambda t: t.add(2, x=2**31), lambda t: t.add(1, x=np.array([2**40])),
            lambda t: t.add(-1), lambda t: t.add(1, ids=9), lambda t: t.write("ids"), lambda t: t.write("z"), lambda t: t.read("z"), lambda t: t.write("x", 2, 9), lambda t: t.add(1, small=-1)])
def test_what_does_not_fit_is_refused_and_changes_nothing(bad):
    table = Table({"x": "i4", "small": "u1"})
    table.add(3, x=5)
    before = table.digest()
    with pytest.raises(TableError):
        bad(table)
    assert table.digest() == before == fresh(table).digest() and len(table) == 3


@pytest.mark.parametrize("kinds", [{"x": "f4"}, {"x": "f8"}, {"x": "O"}, {"x": "U3"}, {"x": "bool"}, {"ids": "i8"}])
def test_a_column_is_whole_numbers_and_not_the_ids(kinds):
    with pytest.raises(TableError):
        Table(kinds)


def test_reading_gives_no_way_to_write():
    table = Table({"x": "i4"})
    table.add(2)
    with pytest.raises(ValueError):
        table.read("x")[0] = 1


def test_writing_gives_only_the_rows_that_were_asked_for():
    table = Table({"x": "i4"})
    table.add(5)
    assert len(table.write("x", 1, 3)) == 2 and len(table.write("x")) == 5
