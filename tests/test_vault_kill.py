"""A death at every write point of a turn, then the same write again: same bytes, same id, nothing twice, git content.

The dying process is a real child that leaves by `os._exit`, so nothing tidies up after it.
"""

from __future__ import annotations

import os

import pytest
from vault_ground import DAY, born, do, git, turn

from ecs.effects import FileChange
from yurios.vault.paths import GateToken
from yurios.vault.repository import DiskRepository, MemoryRepository

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a child process that dies at a chosen point needs fork")
MORE = (FileChange("goals.md", "append", "- [ ] tea\n"), FileChange("world/beliefs.jsonl", "append", "{}\n"),
        FileChange("memory/summary.md", "block", "- she said\n"), FileChange("goals.md", "strike", "# Goals\n"),
        FileChange("state/engine.json", "replace", '{"turn":2}'), FileChange("state/heard.txt", "append", "same line\n"))
FIRST, SECOND, THIRD = turn(1, MORE[5]), turn(2, *MORE), turn(3, MORE[5])


def life(folder, watch=None):
    """Born, one turn, then the turn that dies."""
    repository = DiskRepository(folder, watch)
    do(repository, SECOND)
    repository.close()


def start(folder):
    repository = born(DiskRepository(folder))
    do(repository, FIRST)
    repository.close()


def moments_of(folder) -> list[str]:
    start(folder)
    names: list[str] = []
    life(folder, names.append)
    return names


def die_at(folder, point: int, life=life) -> None:
    """Run the second turn, or another piece of life, in a child that dies at its n-th moment."""
    child = os.fork()
    if child == 0:
        left = iter(range(point, -1, -1))
        try:
            life(folder, lambda name: next(left) or os._exit(9))
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The life without a death: ids and files to compare with."""
    repository = born(MemoryRepository())
    ids = [do(repository, write) for write in (FIRST, SECOND, THIRD)]
    return ids, {path: repository.folder.read(path) for path in repository.folder.walk()}


def compare(folder, undisturbed, ids):
    repository = DiskRepository(folder)
    assert ids == undisturbed[0]
    assert {path: repository.folder.read(path) for path in repository.folder.walk() if not path.startswith(".git/")} == undisturbed[1]
    assert len(repository.log()) == 4
    assert git(folder, "fsck", "--strict") == "" and git(folder, "status", "--porcelain") == ""
    repository.close()


def test_every_moment_of_a_turn_survives_a_death(tmp_path, undisturbed):
    names = moments_of(tmp_path / "count")
    assert len(names) > 30 and {"ref: locked", "index: locked", "ref: moved"} <= set(names)
    for point, name in enumerate(names):
        folder = tmp_path / f"v{point}"
        start(folder)
        die_at(folder, point)
        repository = DiskRepository(folder)
        ids = [do(repository, write) for write in (FIRST, SECOND, THIRD)]
        repository.close()
        compare(folder, undisturbed, ids), name


def test_dying_twice_in_a_row_is_no_different(tmp_path, undisturbed):
    for point in range(0, 30, 4):
        folder = tmp_path / f"v{point}"
        start(folder)
        die_at(folder, point)
        die_at(folder, 0)
        repository = DiskRepository(folder)
        ids = [do(repository, write) for write in (SECOND, THIRD)]
        repository.close()
        compare(folder, undisturbed, undisturbed[0][:1] + ids)


def test_an_owners_edit_between_death_and_return_is_kept_and_nothing_doubled(tmp_path):
    names = moments_of(tmp_path / "count")
    for point in range(len(names)):
        folder = tmp_path / f"v{point}"
        start(folder)
        die_at(folder, point)
        day = folder / DAY
        day.write_bytes(b"owner was here\n" + day.read_bytes())
        repository = DiskRepository(folder)
        do(repository, SECOND)
        text = repository.read(DAY)
        assert text.startswith("owner was here\n") and text.count("hello 2") == 1, names[point]
        assert repository.committed(DAY).count("hello 2") == 1 and "owner was" not in repository.committed(DAY)
        repository.close()


def test_an_owners_commit_between_death_and_return_takes_the_half_turn_with_it(tmp_path):
    names = moments_of(tmp_path / "count")
    for point in range(len(names)):
        folder = tmp_path / f"v{point}"
        start(folder)
        die_at(folder, point)
        for lock in [*(folder / ".git").glob("*.lock"), *(folder / ".git/refs").rglob("*.lock")]:
            lock.unlink()
        (folder / "notes.md").write_text("mine\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", "mine")
        repository = DiskRepository(folder)
        do(repository, SECOND)
        assert repository.committed(DAY).count("hello 2") == 1 == repository.read(DAY).count("hello 2"), names[point]
        assert repository.committed("goals.md").count("tea") == 1 and repository.committed("notes.md") == "mine\n"
        assert git(folder, "status", "--porcelain") == "" and git(folder, "fsck", "--strict", "--no-dangling") == ""
        repository.close()


def test_a_birth_cut_off_anywhere_is_finished(tmp_path):
    names: list[str] = []
    whole = born(DiskRepository(tmp_path / "count", names.append))
    head = whole.head()
    whole.close()
    for point in range(len(names)):
        folder = tmp_path / f"v{point}"
        child = os.fork()
        if child == 0:
            left = iter(range(point, -1, -1))
            born(DiskRepository(folder, lambda name: next(left) or os._exit(9)))
            os._exit(0)
        os.waitpid(child, 0)
        repository = born(DiskRepository(folder))
        assert repository.head() == head and len(repository.log()) == 1, names[point]
        repository.close()
        assert git(folder, "fsck", "--strict") == "" and git(folder, "status", "--porcelain") == ""


def test_the_comparison_notices_one_line_too_many(tmp_path, undisturbed):
    """The planted fault: a write without a key is not recognised, so asking twice doubles it."""
    folder = tmp_path / "v"
    start(folder)
    repository = DiskRepository(folder)
    ids = [do(repository, write) for write in (FIRST, SECOND, THIRD)]
    repository.apply(MORE[3:], "", "Yuri", THIRD.at_us, 0)
    repository.close()
    with pytest.raises(AssertionError):
        compare(folder, undisturbed, ids)


def test_an_owners_edit_taken_up_as_she_dies_is_not_taken_for_a_staged_one(tmp_path):
    """Found by kill_session: HEAD had the edit, the index did not yet, and the next edit of the file stayed held for ever."""
    edit = turn(9, FileChange("soul/PERSONA.md", "replace", "Yuri, by hand.\n"))

    def take_up(folder, watch=None):
        (folder / "soul/PERSONA.md").write_text("Yuri, by hand.\n")
        repository = DiskRepository(folder, watch)
        do(repository, edit, owners=True, token=GateToken("owner"))
        repository.close()

    start(tmp_path / "count")
    names: list[str] = []
    take_up(tmp_path / "count", names.append)
    for point, name in enumerate(names):
        folder = tmp_path / f"v{point}"
        start(folder)
        die_at(folder, point, take_up)
        (folder / "soul/PERSONA.md").write_text("Yuri, by hand, twice.\n")
        repository = DiskRepository(folder)
        do(repository, edit, owners=True, token=GateToken("owner"))
        assert repository.committed("soul/PERSONA.md") == "Yuri, by hand.\n" and git(folder, "status", "--porcelain") == " M soul/PERSONA.md\n", name
        assert repository.scan() == {"soul/PERSONA.md": "Yuri, by hand, twice.\n"} and repository.held() == {}, name
        repository.close()
