"""The index is git's: it reads what we write, and we leave what is the owner's."""

from __future__ import annotations

import os
import shutil

import pytest
from vault_ground import born, do, git, turn

from ecs.effects import FileChange
from yurios.vault.git_index import rows_of
from yurios.vault.repository import DiskRepository

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="needs git")


@pytest.fixture
def disk(tmp_path):
    made = born(DiskRepository(tmp_path / "v"))
    yield made
    made.close()


def test_git_lists_exactly_what_head_holds_and_need_not_read_a_file(disk):
    for length in range(1, 20):
        do(disk, turn(length, FileChange("knowledge/" + "x" * length, "replace", "x")))
    listed = git(disk.folder.root, "ls-files").split()
    assert sorted(listed) == disk.paths()
    stats = git(disk.folder.root, "ls-files", "--debug", "goals.md")
    assert f"mtime: {os.stat(disk.folder.root / 'goals.md').st_mtime_ns // 10**9}:" in stats


def test_rows_of_an_index_that_git_wrote_come_back_as_they_were(disk):
    do(disk, turn(1))
    git(disk.folder.root, "rm", "-q", "--cached", "goals.md")
    git(disk.folder.root, "add", "goals.md")
    rows = rows_of((disk.folder.root / ".git/index").read_bytes())
    assert sorted(name.decode() for name, _ in rows) == disk.paths()


def test_a_file_that_the_owner_means_to_add_stays_so(disk):
    (disk.folder.root / "new.md").write_text("x")
    git(disk.folder.root, "add", "--intent-to-add", "new.md")
    assert do(disk, turn(1)) == disk.head()
    assert git(disk.folder.root, "status", "--porcelain") == " A new.md\n"


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_an_index_of_any_version_is_kept_in_step(disk, version):
    """One that lags would have the owner's next commit take her newest words out again."""
    do(disk, turn(1))
    git(disk.folder.root, "update-index", "--index-version", version, "--force-write-index")
    do(disk, turn(2, FileChange("memory/episodic/2026-03-03.md", "replace", "x\n"), FileChange("memory/summary.md", "replace", "y\n")))
    assert git(disk.folder.root, "status", "--porcelain") == "" and sorted(git(disk.folder.root, "ls-files").split()) == disk.paths()


def test_a_split_index_lies_elsewhere_and_is_left_alone(disk):
    git(disk.folder.root, "update-index", "--split-index")
    before = (disk.folder.root / ".git/index").read_bytes()
    assert rows_of(before) is None
    assert do(disk, turn(1)) == disk.head() and (disk.folder.root / ".git/index").read_bytes() == before
    git(disk.folder.root, "update-index", "--no-split-index")
    disk.settle()
    assert git(disk.folder.root, "status", "--porcelain") == ""


def test_an_edit_in_the_same_instant_is_still_seen(disk):
    do(disk, turn(1))
    place = disk.folder.root / "goals.md"
    state = place.stat()
    place.write_text("# Gaols\n")
    os.utime(place, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert git(disk.folder.root, "status", "--porcelain") in (" M goals.md\n", "")  # ctime tells git, where the disk keeps one
