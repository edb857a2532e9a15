"""Locks of the dead go, locks of the living stay, and both are reported."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from vault_ground import born, do, git, turn

from yurios.vault import git_locks
from yurios.vault.git_locks import clear_stale
from yurios.vault.git_place import GitPlace
from yurios.vault.repository import DiskRepository
from yurios.vault.trouble import VaultError

LOCKS = ("index.lock", "HEAD.lock", "refs/heads/main.lock")


@pytest.fixture
def dot_git(tmp_path):
    (tmp_path / ".git/refs/heads").mkdir(parents=True)
    for name in LOCKS:
        (tmp_path / ".git" / name).write_text("")
        os.utime(tmp_path / ".git" / name, (1_000, 1_000))
    return tmp_path / ".git"


def left(dot_git) -> list[str]:
    return [name for name in LOCKS if (dot_git / name).exists()]


@pytest.mark.parametrize("running, unfinished, age, stays", [
    (True, True, 9_999, True), (False, False, 60, False), (False, False, 1, True), (False, True, 1, False), (None, True, 599, True), (None, False, 601, False)])
def test_what_stays_and_what_goes(dot_git, monkeypatch, running, unfinished, age, stays):
    monkeypatch.setattr(git_locks, "git_runs_in", lambda folder: running)
    said = clear_stale(GitPlace(dot_git, dot_git), dot_git.parent, unfinished, now=1_000 + age)
    assert len(said) == 3 and left(dot_git) == (list(LOCKS) if stays else [])
    assert all(("delete" if stays else "removed") in line for line in said)


@pytest.mark.skipif(not os.path.isdir("/proc/self") or not shutil.which("git"), reason="needs /proc and git")
def test_a_living_git_is_seen(tmp_path):
    git(tmp_path, "init", "-q")
    living = subprocess.Popen(["git", "cat-file", "--batch"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    living.stdin.write(b"HEAD\n")
    living.stdin.flush()
    assert living.stdout.readline() == b"HEAD missing\n"  # it answers, so it runs
    assert git_locks.git_runs_in(tmp_path) is True
    living.communicate(b"")
    assert git_locks.git_runs_in(tmp_path) is False


def test_a_stale_lock_never_stops_her_after_a_start(tmp_path):
    born(DiskRepository(tmp_path / "v")).close()
    for name in LOCKS:
        (tmp_path / "v/.git" / name).write_text("")
        os.utime(tmp_path / "v/.git" / name, (1_000, 1_000))
    repository = DiskRepository(tmp_path / "v")
    assert len(repository.notices) == 3 and do(repository, turn(1)) == repository.head()
    assert git(tmp_path / "v", "status", "--porcelain") == ""
    repository.close()


def test_a_held_index_delays_only_what_git_shows(tmp_path):
    repository = born(DiskRepository(tmp_path / "v"))
    (tmp_path / "v/.git/index.lock").write_text("")
    assert do(repository, turn(1)) == repository.head()
    (tmp_path / "v/.git/index.lock").unlink()
    repository.settle()
    assert git(tmp_path / "v", "status", "--porcelain") == ""
    repository.close()


def test_a_held_branch_is_owed_not_broken(tmp_path):
    repository = born(DiskRepository(tmp_path / "v"))
    (tmp_path / "v/.git/refs/heads/main.lock").write_text("")
    with pytest.raises(VaultError, match="git") as caught:
        do(repository, turn(1))
    assert caught.value.code == "locked" and caught.value.passing
    (tmp_path / "v/.git/refs/heads/main.lock").unlink()
    assert do(repository, turn(1)) == repository.head()
    repository.close()


def test_a_lock_that_dies_while_she_is_awake_stops_her_once_at_most(tmp_path):
    repository = born(DiskRepository(tmp_path / "v"))
    for name in ("index.lock", "refs/heads/main.lock"):
        (tmp_path / "v/.git" / name).write_text("")
        os.utime(tmp_path / "v/.git" / name, (1_000, 1_000))
    assert do(repository, turn(1)) == repository.head()
    repository.settle()
    assert git(tmp_path / "v", "status", "--porcelain") == "" and any("main.lock" in said for said in repository.notices)
    repository.close()
