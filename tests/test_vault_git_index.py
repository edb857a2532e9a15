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
    assert sorted(name.decode() for name in rows) == disk.paths()


def test_a_form_we_do_not_write_is_left_alone(disk):
    (disk.folder.root / "new.md").write_text("x")
    git(disk.folder.root, "add", "--intent-to-add", "new.md")
    before = (disk.folder.root / ".git/index").read_bytes()
    assert rows_of(before) is None
    assert do(disk, turn(1)) == disk.head() and (disk.folder.root / ".git/index").read_bytes() == before
    git(disk.folder.root, "reset", "-q", "new.md")
    disk.settle()
    assert git(disk.folder.root, "status", "--porcelain") == "?? new.md\n"


def test_an_edit_in_the_same_instant_is_still_seen(disk):
    do(disk, turn(1))
    place = disk.folder.root / "goals.md"
    state = place.stat()
    place.write_text("# Gaols\n")
    os.utime(place, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert git(disk.folder.root, "status", "--porcelain") in (" M goals.md\n", "")  # ctime tells git, where the disk keeps one
