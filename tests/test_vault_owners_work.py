"""The owner works in the folder with the real git: nothing of theirs is taken, nothing of hers is lost, and she goes on by herself."""

from __future__ import annotations

import os
import shutil
import subprocess
import time

import pytest
from test_vault_edge import Inbox
from vault_ground import DAY, SMALL, born, do, git, turn

from ecs.effects import FileChange, WriteVault
from yurios.vault.edge import VaultEdge
from yurios.vault.paths import GateToken
from yurios.vault import which_files
from yurios.vault.repository import DiskRepository
from yurios.vault.trouble import VaultError

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="needs git")
PERSONA = "soul/PERSONA.md"


@pytest.fixture
def disk(tmp_path):
    made = born(DiskRepository(tmp_path / "v"))
    do(made, turn(1))
    made.scan()
    yield made
    made.close()


@pytest.fixture
def scene(disk):
    inbox = Inbox()
    disk.told_of(disk.head())
    yield inbox, disk, VaultEdge(inbox, {"yuri": disk}, threaded=False, gate=lambda write: GateToken("owner") if write.by == "owner" else None)


def root(disk):
    return disk.folder.root


def save(disk, path: str, text: str | bytes) -> None:
    """As an editor does that writes into the file itself."""
    place = root(disk) / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode() if isinstance(text, str) else text)


def tries(disk, *words: str) -> None:
    """The owner's git, where it is expected to stop halfway."""
    with pytest.raises(AssertionError):
        git(root(disk), *words)


def two_branches(disk) -> None:
    """`other` and the present branch have written different things into the persona and into her day."""
    git(root(disk), "switch", "-q", "-c", "other")
    save(disk, PERSONA, "Yuri, of the other branch.\n")
    save(disk, DAY, "another day\n")
    git(root(disk), "commit", "-qam", "other")
    git(root(disk), "switch", "-q", "main")
    save(disk, PERSONA, "Yuri, of the main branch.\n")
    save(disk, DAY, "a day\n")
    git(root(disk), "commit", "-qam", "mine")


def merge(disk):
    tries(disk, "merge", "other")


def rebase(disk):
    tries(disk, "rebase", "other")


def cherry_pick(disk):
    tries(disk, "cherry-pick", "other")


def revert(disk):
    save(disk, PERSONA, "Yuri, thrice.\n")
    git(root(disk), "commit", "-qam", "thrice")
    tries(disk, "revert", "--no-edit", "HEAD~1")


def many_picks(disk):
    git(root(disk), "switch", "-q", "other")
    save(disk, "goals.md", "# other\n")
    git(root(disk), "commit", "-qam", "second")
    git(root(disk), "switch", "-q", "main")
    tries(disk, "cherry-pick", "main..other")


def mailed(disk):
    patch = git(root(disk), "format-patch", "-1", "--stdout", "other")
    (root(disk) / "state").mkdir(exist_ok=True)
    (root(disk) / "state/a.patch").write_text(patch)
    tries(disk, "am", "--3way", "state/a.patch")


def bisect(disk):
    git(root(disk), "bisect", "start", "HEAD", "HEAD~2")


OPEN = {"merge": (merge, "merge --abort"), "rebase": (rebase, "rebase --abort"), "cherry-pick": (cherry_pick, "cherry-pick --abort"),
        "revert": (revert, "revert --abort"), "several cherry-picks": (many_picks, "cherry-pick --abort"), "am": (mailed, "am --abort"),
        "bisect": (bisect, "bisect reset")}


@pytest.mark.parametrize("what", OPEN)
def test_open_work_of_the_owners_is_left_alone_and_what_was_owed_is_written_once_in_order(scene, what):
    inbox, disk, edge = scene
    two_branches(disk)
    edge.look("yuri")
    begin, abort = OPEN[what]
    begin(disk)
    inbox.posted.clear()
    before, index = git(root(disk), "rev-parse", "HEAD"), (root(disk) / ".git/index").read_bytes()
    working = {path: (root(disk) / path).read_bytes() for path in (PERSONA, DAY)}
    began = time.monotonic()
    edge.handle(turn(2))
    edge.look("yuri")
    edge.handle(turn(3))
    edge.settle()
    assert time.monotonic() - began < 2
    assert [payload["error"]["code"] for _, _, payload in inbox.posted] == ["paused", "paused"], "no half-merged file is reported as an edit"
    assert edge.trouble("yuri")["hint"] and git(root(disk), "rev-parse", "HEAD") == before
    assert (root(disk) / ".git/index").read_bytes() == index and working == {path: (root(disk) / path).read_bytes() for path in working}
    git(root(disk), *abort.split())
    edge.look("yuri")
    edge.retry()
    assert edge.trouble("yuri") is None and edge.owed("yuri") == 0
    assert disk.read(DAY).endswith("- [owner] hello 2\n- [her] hello yourself 2\n- [owner] hello 3\n- [her] hello yourself 3\n")
    assert git(root(disk), "log", "-2", "--format=%s").split("\n")[:2] == ["Turn 3", "Turn 2"] and git(root(disk), "status", "--porcelain", "-uno") == ""
    assert "<<<<" not in git(root(disk), "log", "-p") and git(root(disk), "fsck", "--strict", "--no-dangling") == ""


def test_a_merge_that_the_owner_finishes_is_gone_on_from(scene):
    inbox, disk, edge = scene
    two_branches(disk)
    merge(disk)
    edge.handle(turn(2))
    save(disk, PERSONA, "Yuri, of both.\n")
    save(disk, DAY, "a day\nanother day\n")
    git(root(disk), "commit", "-qam", "both")
    edge.look("yuri")
    edge.retry()
    assert disk.committed(PERSONA) == "Yuri, of both.\n" and disk.committed(DAY).startswith("a day\nanother day\n- [owner] hello 2")
    assert git(root(disk), "log", "-2", "--format=%s") == "Turn 2\nboth\n"
    told = [payload for kind, _, payload in inbox.posted if kind == "vault_changed"]
    assert {path: text for payload in told for path, text in payload["files"].items()}[PERSONA] == "Yuri, of both.\n"


def test_a_detached_head_pauses_and_names_her_branch(disk):
    git(root(disk), "branch", "-m", "life")
    do(disk, turn(2))
    git(root(disk), "checkout", "-q", "--detach")
    with pytest.raises(VaultError, match="git switch life"):
        do(disk, turn(3))
    git(root(disk), "switch", "-q", "life")
    assert do(disk, turn(3)) == disk.head()


def test_a_branch_without_a_commit_is_no_new_life(disk):
    git(root(disk), "checkout", "-q", "--orphan", "empty")
    with pytest.raises(VaultError, match="git switch main") as caught:
        do(disk, turn(2))
    assert caught.value.code == "paused" and caught.value.passing
    git(root(disk), "switch", "-q", "--force", "main")
    assert do(disk, turn(2)) == disk.head() and len(disk.log()) == 3


def test_she_goes_on_upon_the_branch_that_the_owner_chose(disk):
    git(root(disk), "switch", "-q", "-c", "mine")
    do(disk, turn(2))
    assert git(root(disk), "rev-parse", "mine").strip() == disk.head() and git(root(disk), "rev-parse", "main").strip() != disk.head()
    assert any("branch mine" in notice for notice in disk.notices)


def test_signing_and_failing_hooks_do_not_matter(disk):
    git(root(disk), "config", "commit.gpgsign", "true")
    git(root(disk), "config", "user.signingkey", "0xDEADBEEF")
    for hook in ("pre-commit", "commit-msg", "prepare-commit-msg", "post-commit", "reference-transaction", "post-index-change", "fsmonitor-watchman"):
        place = root(disk) / ".git/hooks" / hook
        place.parent.mkdir(exist_ok=True)
        place.write_text("#!/bin/sh\necho ran >> ../ran\nexit 1\n")
        place.chmod(0o755)
    save(disk, "goals.md", "# Mine\n")
    assert disk.scan() == {"goals.md": "# Mine\n"}
    assert do(disk, turn(2)) == disk.head() and not (root(disk).parent / "ran").exists()


# Rewritten history.

def test_a_reset_that_takes_no_file_away_is_followed(disk):
    do(disk, turn(2))
    git(root(disk), "reset", "-q", "--hard", "HEAD~1")
    assert do(disk, turn(3)) == disk.head() and "hello 2" not in disk.committed(DAY)


LOSING = {
    "reset": lambda disk: git(root(disk), "reset", "-q", "--hard", "HEAD~3"),
    "rebase": lambda disk: git(root(disk), "-c", "sequence.editor=sed -i 2,3d", "rebase", "-q", "-i", "HEAD~3"),
    "remote": lambda disk: (git(root(disk), "fetch", "-q", "there", "+main:refs/remotes/there/main"), git(root(disk), "reset", "-q", "--hard", "there/main")),
    "push from elsewhere": lambda disk: git(root(disk).parent / "elsewhere", "push", "-q", "--force", "origin", "HEAD~3:main"),
    "old branch": lambda disk: git(root(disk), "switch", "-q", "-c", "old", "HEAD~3"),
}


@pytest.fixture
def lived(disk):
    """Three more commits with a file each, a remote that was rewritten, and a clone that may push here."""
    there, elsewhere = root(disk).parent / "there.git", root(disk).parent / "elsewhere"
    git(root(disk), "clone", "-q", "--bare", ".", str(there))
    for number in (2, 3, 4):
        do(disk, turn(number, FileChange(f"memory/episodic/2026-04-0{number}.md", "replace", f"day {number}\n")))
    git(root(disk), "remote", "add", "there", str(there))
    git(root(disk), "config", "receive.denyCurrentBranch", "ignore")
    git(root(disk).parent, "clone", "-q", str(root(disk)), str(elsewhere))
    return disk


@pytest.mark.parametrize("how", LOSING)
def test_she_does_not_go_on_upon_a_history_that_lost_her_files(lived, how):
    disk, head = lived, lived.head()
    LOSING[how](disk)
    moved = git(root(disk), "rev-parse", "HEAD").strip()
    with pytest.raises(VaultError, match=r"of her files are gone from it \(memory/episodic/2026-04-0") as caught:
        do(disk, turn(5))
    assert caught.value.code == "rewritten" and caught.value.passing and head[:12] in caught.value.hint
    assert disk.scan() == {} and disk.newcomers() == [] and git(root(disk), "rev-parse", "HEAD").strip() == moved
    git(root(disk), "reflog", "expire", "--expire=now", "--all")
    git(root(disk), "gc", "-q", "--prune=now")
    git(root(disk), "reset", "-q", "--hard", head[:12])
    assert do(disk, turn(5)) == disk.head() and disk.log(2)[1].id == head and disk.read(DAY).count("hello 5") == 1


def test_a_restart_is_no_consent_and_the_owners_word_is(lived):
    git(root(lived), "reset", "-q", "--hard", "HEAD~3")
    again = DiskRepository(root(lived))
    with pytest.raises(VaultError, match="written anew"):
        do(again, turn(5))
    accepted = again.accept()
    assert do(again, turn(5)) == again.head() and again.log(2)[1].id == accepted
    assert do(again, turn(6)) == again.head()
    again.close()


def test_files_that_only_moved_are_not_lost(lived):
    git(root(lived), "reset", "-q", "--soft", "HEAD~3")
    git(root(lived), "mv", "memory/episodic/2026-04-02.md", "memory/second.md")
    git(root(lived), "commit", "-qm", "tidied")
    assert do(lived, turn(5)) == lived.head() and any("written anew" in notice for notice in lived.notices)


def test_a_commit_of_the_owners_may_delete_files(lived):
    git(root(lived), "rm", "-q", "memory/episodic/2026-04-02.md")
    git(root(lived), "commit", "-qm", "not this day")
    assert do(lived, turn(5)) == lived.head() and "memory/episodic/2026-04-02.md" not in lived.paths()


def test_her_last_commit_is_unknown_here_as_after_an_old_backup(tmp_path, disk):
    shutil.copytree(root(disk), tmp_path / "backup")
    do(disk, turn(2))
    old = DiskRepository(tmp_path / "backup")
    old.told_of(disk.head())
    assert do(old, turn(3)) == old.head() and any("is not in this history" in notice for notice in old.notices)
    old.close()


# Forms of repositories.

def test_the_owners_gc_while_she_runs(disk):
    for number in range(2, 12):
        do(disk, turn(number))
        git(root(disk), "gc", "-q", "--prune=now")
        assert not (root(disk) / ".git/refs/heads/main").exists()
    assert disk.verify() > 30 and len(disk.log(99)) == 12 and git(root(disk), "status", "--porcelain") == ""


def test_a_shallow_clone(tmp_path, disk):
    for number in (2, 3, 4):
        do(disk, turn(number))
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{root(disk)}", "shallow")
    shallow = DiskRepository(tmp_path / "shallow")
    assert len(shallow.log()) == 2 and shallow.verify() > 0
    assert do(shallow, turn(5)) == shallow.head() and do(shallow, turn(5)) == shallow.head() and len(shallow.log()) == 3
    assert shallow.newcomers()[0]["cause"] == "commit" and git(tmp_path / "shallow", "fsck", "--strict") == ""
    shallow.close()


@pytest.mark.parametrize("form", ["worktree", "separate"])
def test_a_git_that_is_a_file(tmp_path, disk, form):
    if form == "worktree":
        git(root(disk), "worktree", "add", "-q", "-b", "life", str(tmp_path / "w"))
    else:
        git(tmp_path, "clone", "-q", "--separate-git-dir", str(tmp_path / "elsewhere.git"), str(root(disk)), "w")
    place = tmp_path / "w"
    assert (place / ".git").is_file()
    other = DiskRepository(place)
    assert do(other, turn(2)) == other.head() == git(place, "rev-parse", "HEAD").strip()
    assert git(place, "status", "--porcelain") == "" and git(place, "fsck", "--strict") == "" and other.scan() == {}
    git(place, "checkout", "-q", "--detach")
    with pytest.raises(VaultError, match="single commit"):
        do(other, turn(3))
    git(place, "switch", "-q", "-")
    assert do(other, turn(3)) == other.head() and git(place, "reflog").count("yurios:") == 2
    other.close()
    if form == "worktree":
        assert do(disk, turn(2)) == disk.head() and git(root(disk), "status", "--porcelain") == ""


def test_a_git_file_that_points_nowhere(tmp_path, disk):
    (tmp_path / "w").mkdir()
    (tmp_path / "w/.git").write_text(f"gitdir: {tmp_path}/gone\n")
    with pytest.raises(VaultError, match="which is not there"):
        DiskRepository(tmp_path / "w")


def test_a_form_that_she_cannot_write_is_refused(tmp_path):
    git(tmp_path, "init", "-q", "--object-format=sha256", "new")
    with pytest.raises(VaultError, match="objectformat = sha256"):
        DiskRepository(tmp_path / "new")


# Saved edits.

def fold_in(edge, inbox, disk, at: int) -> None:
    """What the systems make of an edit: the owner's own commit."""
    edge.look("yuri")
    for kind, _, payload in [*inbox.posted]:
        if kind == "vault_changed" and payload["cause"] == "edit":
            changes = tuple(FileChange(path, "delete" if text is None else "replace", text or "") for path, text in payload["files"].items())
            changes += tuple(FileChange(path, "keep", name) for path, name in payload.get("kept", {}).items())
            edge.handle(WriteVault(f"o-{at}", "yuri", changes, "Edited by hand", "owner", 1_772_500_000_000_000 + at, 0, by="owner"))
    inbox.posted[:] = [row for row in inbox.posted if row[0] != "vault_changed"]


@pytest.mark.parametrize("path", ["goals.md", DAY, "memory/summary.md", "skills/tea/SKILL.md", "world/beliefs.jsonl", "knowledge/notes.md"])
def test_a_saved_edit_of_any_tracked_text_becomes_the_owners_commit(scene, path):
    inbox, disk, edge = scene
    do(disk, turn(2, FileChange(path, "append", "hers\n")))
    edge.look("yuri")
    save(disk, path, "\ufeffmine\r\n")
    fold_in(edge, inbox, disk, 1)
    assert disk.log(1)[0].author.startswith("owner") and git(root(disk), "show", f"HEAD:{path}") == "\ufeffmine\n"  # text mode reads \r\n as \n
    assert (root(disk) / path).read_bytes() == "\ufeffmine\r\n".encode() and git(root(disk), "status", "--porcelain") == ""
    (root(disk) / path).unlink()
    fold_in(edge, inbox, disk, 2)
    assert path not in disk.paths() and git(root(disk), "status", "--porcelain") == ""


@pytest.mark.parametrize("encoding, words", [("latin-1", "Café crème\r\nnaïve\r\n"), ("cp1252", "“Café” – 5 €\n"), ("utf-16", "Café\n"), ("utf-8-sig", "Café\n")])
def test_what_an_editor_saved_in_another_encoding_keeps_its_words_and_never_mixes(scene, encoding, words):
    inbox, disk, edge = scene
    save(disk, DAY, words.encode(encoding))
    fold_in(edge, inbox, disk, 1)
    assert disk.committed(DAY).lstrip("\ufeff") == words and git(root(disk), "status", "--porcelain") == ""
    save(disk, DAY, words.encode(encoding))
    do(disk, turn(2))
    assert disk.read(DAY).lstrip("\ufeff") == words + "- [owner] hello 2\n- [her] hello yourself 2\n"
    (root(disk) / DAY).read_bytes().decode("utf-8")


def test_a_staged_edit_waits_for_the_owners_commit(scene):
    inbox, disk, edge = scene
    save(disk, PERSONA, "Yuri, staged.\n")
    git(root(disk), "add", PERSONA)
    save(disk, PERSONA, "Yuri, staged.\nAnd a line that is not.\n")
    save(disk, "goals.md", "# Saved\n")
    fold_in(edge, inbox, disk, 1)
    assert disk.committed("goals.md") == "# Saved\n" and disk.committed(PERSONA) == "Yuri.\n"
    do(disk, turn(2))
    assert git(root(disk), "diff", "--cached", "--name-only") == f"{PERSONA}\n" and git(root(disk), "diff", "--name-only") == f"{PERSONA}\n"
    assert edge.held("yuri")[PERSONA].startswith("is staged")
    git(root(disk), "commit", "-qm", "my words")
    fold_in(edge, inbox, disk, 2)
    assert disk.committed(PERSONA).endswith("that is not.\n") and git(root(disk), "status", "--porcelain") == "" and edge.held("yuri") == {}
    assert [commit.message.strip() for commit in disk.log(3)] == ["Edited by hand", "my words", "Turn 2"]


def test_an_edit_that_is_unstaged_again_is_taken_up(scene):
    inbox, disk, edge = scene
    save(disk, PERSONA, "Yuri, staged.\n")
    git(root(disk), "add", PERSONA)
    fold_in(edge, inbox, disk, 1)
    git(root(disk), "reset", "-q")
    fold_in(edge, inbox, disk, 2)
    assert disk.committed(PERSONA) == "Yuri, staged.\n"


def test_an_edit_that_is_staged_after_it_was_seen_is_not_committed(scene):
    inbox, disk, edge = scene
    save(disk, "goals.md", "# Mine\n")
    edge.look("yuri")
    git(root(disk), "add", "goals.md")
    edge.handle(WriteVault("o-1", "yuri", (FileChange("goals.md", "replace", "# Mine\n"),), "Edited", "owner", 1, 0, by="owner"))
    assert inbox.posted[-1][2]["error"]["code"] == "yours" and edge.owed("yuri") == 0
    assert git(root(disk), "status", "--porcelain") == "M  goals.md\n"
    inbox.posted.clear()
    git(root(disk), "reset", "-q")
    fold_in(edge, inbox, disk, 2)
    assert disk.committed("goals.md") == "# Mine\n"


def test_conflict_markers_are_never_committed_nor_taken_for_her(scene):
    inbox, disk, edge = scene
    save(disk, PERSONA, "<<<<<<< HEAD\nYuri.\n=======\nMika.\n>>>>>>> other\n")
    fold_in(edge, inbox, disk, 1)
    do(disk, turn(2))
    assert disk.committed(PERSONA) == "Yuri.\n" and "<<<<" in disk.read(PERSONA) and "markers" in edge.held("yuri")[PERSONA]
    save(disk, PERSONA, "Yuri, resolved.\n")
    fold_in(edge, inbox, disk, 2)
    assert disk.committed(PERSONA) == "Yuri, resolved.\n" and edge.held("yuri") == {}


def test_a_stash_that_conflicts_leaves_her_day_whole(scene):
    inbox, disk, edge = scene
    save(disk, PERSONA, "Yuri, stashed.\n")
    git(root(disk), "stash", "-q")
    save(disk, PERSONA, "Yuri, saved.\n")
    git(root(disk), "commit", "-qam", "saved")
    tries(disk, "stash", "pop")
    fold_in(edge, inbox, disk, 1)
    do(disk, turn(2))
    assert git(root(disk), "status", "--porcelain") == f"UU {PERSONA}\n" and disk.committed(PERSONA) == "Yuri, saved.\n"
    save(disk, PERSONA, "Yuri, both.\n")
    git(root(disk), "commit", "-qam", "both")
    git(root(disk), "stash", "drop", "-q")
    fold_in(edge, inbox, disk, 2)
    assert disk.committed(PERSONA) == "Yuri, both.\n" and git(root(disk), "status", "--porcelain") == ""


def test_what_she_wrote_below_a_staged_day_is_not_lost_by_the_owners_commit(scene):
    inbox, disk, edge = scene
    save(disk, DAY, "mine\n" + disk.read(DAY))
    git(root(disk), "add", DAY)
    do(disk, turn(2))
    git(root(disk), "commit", "-qm", "my note")
    fold_in(edge, inbox, disk, 1)
    assert disk.committed(DAY).startswith("mine\n") and disk.committed(DAY).count("hello 2") == 1 and git(root(disk), "status", "--porcelain") == ""


def test_a_large_file_is_never_read_and_named_once_and_what_is_no_text_where_text_belongs_stays_the_owners(scene, monkeypatch):
    inbox, disk, edge = scene
    monkeypatch.setattr(which_files, "KEPT_AT_MOST", 99)
    save(disk, "knowledge/reference/film.bin", b"\0" * 100)
    save(disk, "memory/photo.md", b"PNG\0\0")
    read = disk.folder.read
    monkeypatch.setattr(disk.folder, "read", lambda path: read(path) if "film" not in path else pytest.fail("read it"))
    for at in range(1, 4):
        fold_in(edge, inbox, disk, at)
    assert set(disk.paths()) == {".gitignore", "goals.md", DAY, PERSONA, "soul/CONSTITUTION.md"}
    assert sorted(notice.split(" ")[0] for notice in edge.notices("yuri")) == ["knowledge/reference/film.bin", "memory/photo.md"]


PDF = b"%PDF-1.7\n\x00\xff\xfe latin \xe9\r\n"


def test_what_is_laid_on_her_shelf_becomes_the_owners_commit_byte_for_byte_once_it_lies_still(scene):
    inbox, disk, edge = scene
    save(disk, "knowledge/reference/deep/rye.pdf", PDF)
    save(disk, "knowledge/reference/caf\u00e9.txt", "Caf\u00e9\r\n".encode("latin-1"))
    save(disk, "photos/river.jpg", b"\xff\xd8\xff")
    edge.look("yuri")
    assert inbox.posted == [], "a copy may still be under way"
    fold_in(edge, inbox, disk, 1)
    newest = disk.log(1)[0]
    assert newest.author.startswith("owner") and {"knowledge/reference/deep/rye.pdf", "knowledge/reference/caf\u00e9.txt", "photos/river.jpg"} < set(disk.paths())
    assert (root(disk) / "knowledge/reference/caf\u00e9.txt").read_bytes() == "Caf\u00e9\r\n".encode("latin-1"), "her shelf's files are never written anew"
    assert git(root(disk), "status", "--porcelain") == "" and git(root(disk), "fsck", "--strict") == ""
    assert disk._history.get(dict(disk._trees.files(disk._lineage.root(newest.id)))["knowledge/reference/deep/rye.pdf"][1]) == PDF
    fold_in(edge, inbox, disk, 2)
    assert disk.log(1)[0].id == newest.id


def test_a_changed_and_a_removed_document_follow(scene):
    inbox, disk, edge = scene
    for at, data in enumerate((b"one\0", b"two\0", None), 1):
        place = root(disk) / "knowledge/reference/a.bin"
        save(disk, "knowledge/reference/a.bin", data) if data else place.unlink()
        edge.look("yuri")
        fold_in(edge, inbox, disk, at)
        assert ("knowledge/reference/a.bin" in disk.paths()) == (data is not None)
    assert len(disk.log()) == 5 and git(root(disk), "status", "--porcelain") == ""


def test_a_document_that_changed_again_before_its_commit_is_looked_at_again(scene):
    inbox, disk, edge = scene
    save(disk, "knowledge/reference/a.bin", b"one\0")
    edge.look("yuri")
    edge.look("yuri")
    save(disk, "knowledge/reference/a.bin", b"two\0")
    (kind, _, payload), = inbox.posted
    inbox.posted.clear()
    change = FileChange("knowledge/reference/a.bin", "keep", payload["kept"]["knowledge/reference/a.bin"])
    edge.handle(WriteVault("o-1", "yuri", (change,), "Laid here", "owner", 1_772_500_000_000_000, 0, by="owner"))
    assert inbox.posted.pop()[2]["error"]["code"] == "yours"
    edge.look("yuri")
    fold_in(edge, inbox, disk, 2)
    assert git(root(disk), "show", "HEAD:knowledge/reference/a.bin") == "two\0"


def test_what_git_leaves_out_links_and_other_repositories_stay_out(scene, tmp_path):
    inbox, disk, edge = scene
    save(disk, ".gitignore", SMALL[".gitignore"] + "*.bak\n/private/\n!keep.bak\n")
    save(disk, "knowledge/reference/.gitignore", "*.log\n")
    for path in ("knowledge/reference/a.bak", "private/a.pdf", "knowledge/reference/a.log", "state/x.bin", "a~", "other/.git/config", "other/file.c"):
        save(disk, path, b"x\0")
    for path in ("keep.bak", "a.log"):
        save(disk, path, b"kept\0")
    (tmp_path / "secret.txt").write_text("no")
    (root(disk) / "knowledge/reference/link.txt").symlink_to(tmp_path / "secret.txt")
    (root(disk) / "knowledge/linked").symlink_to(tmp_path)
    before = set(disk.paths())
    for at in range(1, 4):
        fold_in(edge, inbox, disk, at)
    assert set(disk.paths()) - before == {"keep.bak", "a.log"}
    said = [notice.split(" ")[0] for notice in edge.notices("yuri")]
    assert sorted(said) == [".gitignore", "knowledge/reference/.gitignore"]


def test_a_staged_document_stays_the_owners_to_commit(scene):
    inbox, disk, edge = scene
    save(disk, "knowledge/reference/a.bin", b"one\0")
    git(root(disk), "add", "knowledge/reference/a.bin")
    for at in range(1, 3):
        fold_in(edge, inbox, disk, at)
    assert len(disk.log()) == 2 and "staged" in edge.held("yuri")["knowledge/reference/a.bin"]
    git(root(disk), "restore", "--staged", "knowledge/reference/a.bin")
    fold_in(edge, inbox, disk, 3)
    assert "knowledge/reference/a.bin" in disk.paths()


def test_a_git_command_at_work_is_waited_for_without_waiting(disk):
    save(disk, "goals.md", "# half\n")
    (root(disk) / ".git/index.lock").write_text("")
    assert disk.scan() == {}
    (root(disk) / ".git/index.lock").unlink()
    assert disk.scan() == {"goals.md": "# half\n"}


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
@pytest.mark.parametrize("how", [["commit", "-a"], ["commit"], ["commit", "--amend"]])
def test_a_commit_message_open_in_the_owners_editor_is_not_overtaken(scene, tmp_path, how):
    inbox, disk, edge = scene
    os.mkfifo(tmp_path / "opened")
    os.mkfifo(tmp_path / "done")
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\necho mine > "$1"\necho open > {tmp_path}/opened\ncat {tmp_path}/done\n')
    editor.chmod(0o755)
    save(disk, "goals.md", "# Mine\n")
    git(root(disk), "add", "goals.md")
    theirs = subprocess.Popen(["git", "-c", f"core.editor={editor}", "-c", "user.name=Ann", "-c", "user.email=a@example.invalid", *how], cwd=root(disk),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert (tmp_path / "opened").read_text() == "open\n"
    began = time.monotonic()
    edge.handle(turn(2))
    edge.look("yuri")
    assert time.monotonic() - began < 2 and edge.trouble("yuri")["code"] == "locked"
    (tmp_path / "done").write_text("")
    assert theirs.wait(20) == 0, theirs.stdout.read()
    theirs.stdout.close()
    edge.retry()
    edge.look("yuri")
    assert [commit.message.strip() for commit in disk.log(2)] == ["Turn 2", "mine"] and edge.trouble("yuri") is None and edge.owed("yuri") == 0
    assert git(root(disk), "status", "--porcelain") == ""
