"""What only a shelf of vaults in SQLite can show: restarts, neighbours, deaths, and a file that is no SQLite file."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vault_ground import DAY, SMALL, born, do, turn

from ecs.effects import FileChange
from yurios.vault.repository import MemoryRepository
from yurios.vault.sqlite_vault import Shelf, SqliteRepository
from yurios.vault.trouble import VaultError


@pytest.fixture
def place(tmp_path):
    return tmp_path / "village.sqlite"


def opened(place, name="mira", watch=None):
    return SqliteRepository(Shelf(place), name, watch)


def test_a_life_goes_on_after_a_restart_with_the_ids_it_would_have_had(place):
    whole, first = born(MemoryRepository()), born(opened(place))
    ids = [do(whole, turn(number)) for number in range(1, 4)]
    assert [do(first, turn(number)) for number in (1, 2)] == ids[:2]
    again = opened(place)
    assert again.head() == ids[1] and again.read(DAY) == first.read(DAY) and again.paths() == first.paths()
    assert do(again, turn(2)) == ids[1], "a write handed over twice is done once, also by another process"
    assert do(again, turn(3)) == ids[2] and [commit.id for commit in again.log()] == [commit.id for commit in whole.log()]


def test_neighbours_share_objects_and_nothing_else(place):
    shelf = Shelf(place)
    mira, tom = born(SqliteRepository(shelf, "mira")), born(SqliteRepository(shelf, "tom"))
    kept = shelf.run("SELECT count(*) FROM object")[0][0]
    assert kept == born(MemoryRepository()).verify(), "the same birth twice is kept once"
    do(mira, turn(1, FileChange("goals.md", "replace", "# Mine\n")))
    mira.apply((FileChange("goals.md", "delete"),), "Threw it away", "Mira", 1_772_409_700_000_000, 0)
    assert tom.read("goals.md") == SMALL["goals.md"] and tom.read(DAY) is None and len(tom.log()) == 1
    assert shelf.names() == ["mira", "tom"]


def test_folders_list_what_lies_in_them(place):
    mira = born(opened(place))
    for path in ("memory/index", "memory0", "memory/z/deep", "memory.md"):
        mira.folder.write(path, b"x")
    assert mira.folder.listing("memory") == (["index"], ["z"])
    assert mira.folder.listing("")[1] == ["memory", "soul"] and "memory0" in mira.folder.listing("")[0]


def test_a_death_at_every_moment_of_a_turn_leaves_no_half(place, tmp_path):
    names: list[str] = []
    whole = born(opened(tmp_path / "count.sqlite", watch=names.append))
    names.clear()
    ids = [do(whole, turn(1))]
    of_one = list(names)
    ids.append(do(whole, turn(2)))
    assert len(of_one) > 10
    for point, name in enumerate(of_one):
        _die(tmp_path / f"{point}.sqlite", point)
        left = opened(tmp_path / f"{point}.sqlite")
        assert [do(left, turn(number)) for number in (1, 2)] == ids, name
        assert left.read(DAY) == whole.read(DAY) and left.verify() == whole.verify()


def _die(place, point: int) -> None:
    born(opened(place)).close()
    child = os.fork()
    if child == 0:
        left = iter(range(point, -1, -1))
        try:
            do(opened(place, watch=lambda name: next(left) or os._exit(9)), turn(1))
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.mark.parametrize("bytes_", [b"PK\x03\x04" * 300, b"not a database at all, but long enough to be read as one" * 20])
def test_a_file_that_is_none_is_refused_in_a_sentence(place, bytes_):
    place.write_bytes(bytes_)
    with pytest.raises(VaultError, match="not a whole SQLite file"):
        Shelf(place)
    assert place.read_bytes() == bytes_


def test_a_newer_file_is_left_alone(place):
    shelf = Shelf(place)
    shelf.run("PRAGMA user_version=99")
    shelf.close()
    with pytest.raises(VaultError, match="newer version"):
        Shelf(place)


def test_a_broken_page_is_said_and_not_taken_for_nothing(place):
    shelf = Shelf(place)
    mira = born(SqliteRepository(shelf, "mira"))
    do(mira, turn(1, FileChange("memory/summary.md", "replace", "long " * 20_000)))
    shelf.run("PRAGMA wal_checkpoint(TRUNCATE)")
    shelf.close()
    data = bytearray(place.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    place.write_bytes(data)
    with pytest.raises(VaultError):
        SqliteRepository(Shelf(place), "mira").verify()


def test_a_full_file_owes_the_write_and_does_it_later(place):
    shelf = Shelf(place)
    mira = born(SqliteRepository(shelf, "mira"))
    shelf.run("PRAGMA max_page_count=1")  # SQLite raises it to what is used, and no further
    big = turn(1, FileChange("memory/summary.md", "replace", "x" * 2_000_000 + "".join(map(str, range(90_000)))))
    with pytest.raises(VaultError) as caught:
        do(mira, big)
    assert caught.value.code == "disk_full" and caught.value.passing and len(mira.log()) == 1
    shelf.run("PRAGMA max_page_count=1000000")
    assert do(mira, big) == mira.head() and mira.read("memory/summary.md").startswith("xxx")


PARTS = st.sampled_from(["a", "a0", "a.md", "é", "\U00010348", "memory", "z"])
PATHS = st.lists(PARTS, min_size=1, max_size=3).map("/".join)


@given(st.lists(st.tuples(PATHS, st.sampled_from([b"", b"x", None])), max_size=15))
def test_its_files_list_as_those_in_memory_do(writes):
    shelf = Shelf(":memory:")
    ours, theirs = SqliteRepository(shelf, "mira").folder, MemoryRepository().folder
    for path, data in writes:
        for folder in (ours, theirs):
            folder.delete(path) if data is None else folder.write(path, data)
    assert list(ours.walk()) == list(theirs.walk())
    for folder in ("", "a", "a0", "memory", "a/a", "\U00010348"):
        assert ours.listing(folder) == theirs.listing(folder)
    assert all(ours.read(path) == theirs.read(path) for path, _ in writes)
    shelf.close()
