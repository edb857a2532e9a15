"""A disk that is really full, really read-only, really gone: small mounts, made by root, so most machines skip this."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest
from live import Session
from test_vault_edge import Inbox
from vault_ground import DAY, born, git, turn

from ecs.effects import FileChange, TraceLine
from yurios.profiles import companion_host
from yurios.vault.backup import BackupFailed, back_up
from yurios.vault.edge import VaultEdge
from yurios.vault.reader import Reader
from yurios.vault.repository import DiskRepository

PAGE = 4096


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True, capture_output=True)


def may_mount() -> bool:
    if os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("mount"):
        return False
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0 if shutil.which("unshare") else False


pytestmark = [pytest.mark.slow, pytest.mark.skipif(not may_mount() or not shutil.which("git"), reason="needs root, mount and git")]


@pytest.fixture
def disk(tmp_path):
    """A disk of its own, 1 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place))
    yield place
    subprocess.run(["umount", "-l", str(place)], capture_output=True)


@contextmanager
def full_but_for(disk, pages: int):
    """Nothing is left but so many pages, until the block ends."""
    filler = disk / "filler"
    with open(filler, "wb", buffering=0) as out:
        try:
            while out.write(b"x" * PAGE):
                pass
        except OSError:
            pass
        out.truncate(max(0, (out.tell() // PAGE - pages) * PAGE))
    try:
        yield
    finally:
        filler.unlink()


def codes(inbox) -> list[str]:
    return [payload["error"]["code"] if payload["error"] else "done" for _, _, payload in inbox.posted]


@pytest.mark.parametrize("threaded", [False, True])
def test_a_full_disk_wherever_it_fills_leaves_files_whole_and_is_made_up_for_in_order(disk, threaded):
    struck = 0
    for pages in range(0, 26):
        place = disk / f"v{pages}"
        repository, inbox = born(DiskRepository(place)), Inbox()
        edge = VaultEdge(inbox, {"yuri": repository}, threaded)
        edge.handle(turn(1, FileChange("goals.md", "replace", "# Goals\nold\n")))
        edge.wait()
        before = {path: repository.folder.read(path) for path in (DAY, "goals.md")}
        with full_but_for(disk, pages):
            edge.handle(turn(2, FileChange("goals.md", "replace", "# Goals\nnew\n")))
            edge.handle(TraceLine("yuri", '{"tick":1}'))
            edge.handle(turn(3))
            edge.wait()
            assert set(codes(inbox)) <= {"done", "disk_full"}, codes(inbox)
            struck += "disk_full" in codes(inbox)
            assert repository.folder.read("goals.md") in (before["goals.md"], b"# Goals\nnew\n")
            assert repository.folder.read(DAY).startswith(before[DAY]) and repository.folder.read(DAY).endswith(b"\n")
        edge.retry()
        edge.wait()
        assert edge.owed("yuri") == 0 and edge.trouble("yuri") is None
        assert [repository.read(DAY).count(f"hello {number}") for number in (1, 2, 3)] == [1, 1, 1]
        assert repository.read("traces/ticks.jsonl") == '{"tick":1}\n'
        assert git(place, "log", "--format=%s").split("\n")[:3] == ["Turn 3", "Turn 2", "Turn 1"]
        assert git(place, "status", "--porcelain") == "" and git(place, "fsck", "--strict", "--no-dangling") == ""
        edge.close()
        shutil.rmtree(place)
    assert struck > 5


def test_a_disk_that_is_read_only(disk):
    repository, inbox = born(DiskRepository(disk / "v")), Inbox()
    edge = VaultEdge(inbox, {"yuri": repository}, threaded=False)
    mount("--bind", str(disk), str(disk))  # over itself: the ledger is open, and a disk in use is not remounted
    mount("-o", "remount,bind,ro", str(disk))
    edge.handle(turn(1))
    edge.look("yuri")
    edge.settle()
    assert codes(inbox) == ["read_only"] and edge.trouble("yuri")["code"] == "read_only"
    subprocess.run(["umount", str(disk)], check=True)
    edge.retry()
    assert codes(inbox) == ["read_only", "done"] and repository.read(DAY).count("hello 1") == 1 and git(disk / "v", "status", "--porcelain") == ""
    edge.close()


def test_a_read_only_folder_can_be_opened_read_and_backed_up(disk, tmp_path):
    born(DiskRepository(disk / "v")).close()
    mount("-o", "remount,ro", str(disk))
    reader = Reader(disk / "v")
    assert back_up(reader, str(tmp_path / "b"), "yuri").head == reader.head().id
    reader.close()
    repository, inbox = DiskRepository(disk / "v"), Inbox()
    edge = VaultEdge(inbox, {"yuri": repository}, threaded=False)
    edge.handle(turn(1))
    assert codes(inbox) == ["read_only"] and repository.scan() == {}
    edge.close()


def test_a_drive_that_was_pulled_out_and_put_back(tmp_path):
    drive, place = tmp_path / "drive", tmp_path / "mounted"
    drive.mkdir()
    place.mkdir()
    mount("--bind", str(drive), str(place))
    try:
        repository, inbox = born(DiskRepository(place)), Inbox()
        edge = VaultEdge(inbox, {"yuri": repository}, threaded=False)
        edge.handle(turn(1))
        subprocess.run(["umount", "-l", str(place)], check=True)
        edge.handle(turn(2))
        edge.look("yuri")
        edge.handle(turn(3))
        assert codes(inbox) == ["done", "vanished", "vanished"] and list(place.iterdir()) == []
        mount("--bind", str(drive), str(place))
        edge.retry()
        assert codes(inbox)[3:] == ["done", "done"] and [repository.read(DAY).count(f"hello {number}") for number in (1, 2, 3)] == [1, 1, 1]
        assert git(place, "status", "--porcelain") == "" and git(place, "fsck", "--strict") == ""
        edge.close()
    finally:
        subprocess.run(["umount", "-l", str(place)], capture_output=True)


def test_a_backup_that_does_not_fit_is_no_backup(disk, tmp_path):
    repository = born(DiskRepository(tmp_path / "v"))
    reader = Reader(tmp_path / "v")
    with full_but_for(disk, 3), pytest.raises(BackupFailed, match="No space left"):
        back_up(reader, str(disk), "yuri")
    assert back_up(reader, str(disk), "yuri").head == repository.head()
    reader.close()
    repository.close()


def test_while_her_disk_is_really_full_she_talks_and_owes(tmp_path, monkeypatch):
    monkeypatch.setattr(companion_host, "LOOK_EVERY_S", 0.02)
    monkeypatch.setattr("yurios.loop.LONGEST_WAIT_S", 0.05)
    hers = tmp_path / "home/residents"
    hers.mkdir(parents=True)
    mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", str(hers))
    try:
        with Session(tmp_path / "home", {"match": "hello", "text": "Hello you."}) as session:
            session.say("hello")
            session.written()
            with full_but_for(hers, 0):
                session.say("hello two")
                assert session.hers() == "Hello you."
                session.notice("full")
                assert "full" in session.host.health()["paused"][0]
            session.notice("can be written again")
            assert session.diary().count("hello two") == 1 and session.git("status", "--porcelain") == "" and session.host.health()["paused"] == []
    finally:
        subprocess.run(["umount", "-l", str(hers)], capture_output=True)
