"""`run.py vault`: the diary, a difference, who wrote a line, taking back, backing up, checking."""

from __future__ import annotations

import io
import json
import os
import re
import shutil

import pytest
from vault_ground import BORN_AT, DAY, OFFSET, born, do, git, turn

from ecs.effects import FileChange
from yurios import cli
from yurios.vault.lease import Lease
from yurios.vault.repository import DiskRepository

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="needs git")


@pytest.fixture
def home(tmp_path):
    """A life of four turns; the third also changed her goals."""
    repository = born(DiskRepository(tmp_path / "home/residents/yuri/vault"))
    for number in (1, 2, 3, 4):
        more = [FileChange("goals.md", "append", "- [ ] tea {#g-1}\n")] if number == 3 else []
        lines = FileChange(DAY, "append", f"\n### 10:0{number} {{#t-{number}}}\n**owner:** hello {number}\n**yuri:** hello yourself {number}\n")
        repository.apply((lines, *more), f"Talked at 10:0{number} on terminal (t-{number})", "yuri <yuri@yurios.local>", BORN_AT + number * 60_000_000, OFFSET, write=f"w-{number}")
    repository.close()
    return tmp_path / "home"


@pytest.fixture
def vault(home, capsys):
    """Runs the command; returns (exit code, what it said)."""
    def run(*words: str) -> tuple[int, str]:
        code = cli.main(["vault", *words, "--home", str(home)])
        said = capsys.readouterr()
        return code, said.out + said.err
    run.root = home / "residents/yuri/vault"
    return run


def head(vault) -> str:
    return git(vault.root, "rev-parse", "HEAD").strip()


def test_log_reads_as_a_diary(vault):
    code, said = vault("log")
    assert code == 0 and said.splitlines()[0] == "2026-03-02" and len(said.splitlines()) == 6
    assert re.fullmatch(r"  09:04  yuri     Talked at 10:04 on terminal \(t-4\)  \[[0-9a-f]{10}\]", said.splitlines()[1])
    assert len(vault("log", "-n", "2")[1].splitlines()) == 3 and len(vault("log", "-n", "0")[1].splitlines()) == 6
    rows = json.loads(vault("log", "--json", "-n", "1")[1])
    assert rows[0]["commit"] == head(vault) and rows[0]["at"] == "2026-03-02T09:04:00+09:00" and rows[0]["author"] == "yuri"


@pytest.mark.parametrize("word", ["t-3", "HEAD~1", "~1", "short", "full"])
def test_diff_says_what_a_commit_changed(vault, word):
    ident = git(vault.root, "rev-parse", "HEAD~1").strip()
    code, said = vault("diff", {"short": ident[:7], "full": ident}.get(word, word))
    assert code == 0 and "+**owner:** hello 3\n" in said and "+- [ ] tea {#g-1}\n" in said and "hello 4" not in said and ident[:10] in said
    assert "a/goals.md" in json.loads(vault("diff", word if word not in ("short", "full") else ident, "--json")[1])["files"]["goals.md"]


@pytest.mark.parametrize("word", ["nonsense", "0123456789", "HEAD~99", "t-99"])
def test_a_commit_that_is_not_there_is_a_sentence(vault, word):
    code, said = vault("diff", word)
    assert code == 2 and "no commit of hers" in said and "vault log" in said


def test_blame_names_the_turn(vault):
    code, said = vault("blame", f"{DAY}:7")
    assert code == 0 and "**owner:** hello 2" in said and "(t-2)" in said
    assert "(t-3)" in vault("blame", "TEA")[1] and "The first day" in vault("blame", "# Goals")[1]
    found = json.loads(vault("blame", "hello yourself", "--json")[1])
    assert [row["subject"][-5:] for row in found] == ["(t-1)", "(t-2)", "(t-3)", "(t-4)"]


def test_blame_agrees_with_git(vault):
    place = vault.root / DAY
    place.write_text("A line above.\n" + place.read_text().replace("hello yourself 2", "hello, dear"))
    git(vault.root, "commit", "-qam", "tidied")
    theirs = [line[:40] for line in git(vault.root, "blame", "--root", "-l", "-s", DAY).splitlines()]
    mine = [json.loads(vault("blame", f"{DAY}:{number}", "--json")[1])[0]["commit"] for number in range(1, len(theirs) + 1)]
    assert mine == theirs


def test_blame_of_what_is_not_committed_or_not_there(vault):
    (vault.root / "goals.md").write_text("# Goals\nnew\n- [ ] tea {#g-1}\n")
    assert "not committed" in vault("blame", "goals.md:2")[1] and "(t-3)" in vault("blame", "goals.md:3")[1]
    assert vault("blame", "goals.md:9")[0] == vault("blame", "never said")[0] == vault("blame")[0] == 2


def test_undo_is_a_new_commit_and_can_itself_be_undone(vault):
    before = head(vault)
    code, said = vault("undo", "--yes")
    assert code == 0 and "(t-4)" in said and git(vault.root, "rev-parse", "HEAD~1").strip() == before
    assert "hello 4" not in (vault.root / DAY).read_text() and "hello 3" in (vault.root / DAY).read_text()
    assert git(vault.root, "status", "--porcelain") == "" and git(vault.root, "fsck", "--strict") == ""
    assert "owner  " in vault("log", "-n", "1")[1] and "Undo: Talked" in vault("log", "-n", "1")[1]
    assert vault("undo", "HEAD", "--yes")[0] == 0 and "hello 4" in (vault.root / DAY).read_text()


def test_undo_again_takes_the_one_before_and_never_the_first_day(vault):
    said = [vault("undo", "--yes") for _ in range(5)]
    assert [code for code, _ in said] == [0, 0, 0, 0, 2] and "no commit of yuri's" in said[4][1]
    assert not (vault.root / DAY).exists() and (vault.root / "goals.md").read_text() == "# Goals\n" and git(vault.root, "status", "--porcelain") == ""


def test_undo_of_an_older_turn_leaves_what_came_after(vault):
    assert vault("undo", "t-2", "--yes")[0] == 0
    text = (vault.root / DAY).read_text()
    assert "hello 2" not in text and all(f"**owner:** hello {number}\n" in text for number in (1, 3, 4))
    assert vault("undo", "t-2", "--yes")[0] == 2


def test_undo_refuses_what_would_conflict(vault):
    place = vault.root / DAY
    place.write_text(place.read_text().replace("hello yourself 3", "good morning"))
    git(vault.root, "commit", "-qam", "better words")
    before = head(vault)
    code, said = vault("undo", "t-3", "--yes")
    assert code == 2 and f"lines of {DAY} were changed again" in said
    place.write_text(place.read_text() + "mine\n")
    code, said = vault("undo", "t-4", "--yes")
    assert code == 2 and "not committed yet" in said and head(vault) == before
    git(vault.root, "add", "-A")
    assert "not committed yet" in vault("undo", "t-4", "--yes")[1]
    assert vault("undo", "HEAD~5", "--yes")[0] == 2  # the first day


def test_undo_asks(vault, monkeypatch):
    before = head(vault)
    for answer, code in (("n\n", 1), ("", 1), ("yes\n", 0)):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        assert vault("undo")[0] == code
        assert (head(vault) == before) == bool(code)


def test_undo_does_not_touch_a_folder_that_is_held_or_busy(vault, home):
    lease = Lease(home / "residents/yuri", "2026-03-02T10:00:00+09:00")
    code, said = vault("undo", "--yes")
    assert code == 2 and f"awake in process {os.getpid()}" in said
    assert vault("log")[0] == vault("verify")[0] == 0
    lease.close()
    git(vault.root, "checkout", "-q", "--detach")
    code, said = vault("undo", "--yes")
    assert code == 2 and "git switch main" in said


def test_reading_changes_nothing_in_the_folder(vault):
    (vault.root / ".git/index.lock").write_text("")
    os.utime(vault.root / ".git/index.lock", (1, 1))
    before = sorted((str(place), place.lstat().st_mtime_ns) for place in vault.root.rglob("*"))
    for words in (["log"], ["diff"], ["blame", "tea"], ["verify"]):
        assert vault(*words)[0] == 0
    assert sorted((str(place), place.lstat().st_mtime_ns) for place in vault.root.rglob("*")) == before


def test_verify_says_what_is_whole_and_what_is_not(vault):
    code, said = vault("verify")
    assert code == 0 and said.startswith("5 commits, ") and said.endswith("All sound.\n")
    (vault.root / "goals.md").write_text("mine\n")
    assert "goals.md differs" in vault("verify")[1]
    (vault.root / "link").symlink_to("/etc/passwd")
    (vault.root / "CON.md").write_text("x")
    git(vault.root, "add", "-A")
    git(vault.root, "commit", "-qm", "from Linux")
    code, said = vault("verify")
    assert code == 1 and "link is a link" in said and "'CON.md' was refused" in said
    blob = git(vault.root, "rev-parse", f"HEAD~3:{DAY}").strip()
    place = vault.root / ".git/objects" / blob[:2] / blob[2:]
    place.chmod(0o644)
    place.write_bytes(place.read_bytes()[:-4])
    verdict = json.loads(vault("verify", "--json")[1])
    assert verdict["troubles"] and vault("verify")[0] == 1


def test_backup_to_a_folder_grows_and_is_a_whole_repository(vault, tmp_path):
    for _ in range(2):
        code, said = vault("backup", str(tmp_path / "stick"))
        assert code == 0 and "read back and sound" in said
        assert git(tmp_path / "stick/yuri.git", "rev-parse", "main").strip() == head(vault)
        assert git(tmp_path / "stick/yuri.git", "fsck", "--strict", "--full") == ""
        repository = DiskRepository(vault.root)
        do(repository, turn(9))
        repository.close()
    assert git(tmp_path, "clone", "-q", "stick/yuri.git", "again") == "" and (tmp_path / "again" / DAY).exists()


@pytest.mark.parametrize("place", ["inside", "another life", "rewritten", "a file", "damaged"])
def test_backup_is_only_said_when_it_is_there(vault, tmp_path, place):
    stick = tmp_path / "stick"
    target = stick
    if place == "inside":
        target = vault.root / "backup"
    elif place == "another life":
        git(tmp_path, "init", "-q", "--bare", "stick/yuri.git")
        git(tmp_path, "clone", "-q", "stick/yuri.git", "other")
        git(tmp_path / "other", "commit", "-q", "--allow-empty", "-m", "x")
        git(tmp_path / "other", "push", "-q", "origin", "HEAD:main")
    elif place == "a file":
        stick.write_text("x")
    else:
        assert vault("backup", str(stick))[0] == 0
    if place == "rewritten":
        git(vault.root, "reset", "-q", "--hard", "HEAD~1")
    if place == "damaged":
        for pack in (stick / "yuri.git/objects").rglob("*.pack"):
            pack.chmod(0o644)
            data = bytearray(pack.read_bytes())
            data[40:60] = bytes(20)
            pack.write_bytes(data)
    before = head(vault)
    code, said = vault("backup", str(target))
    assert code == 2 and "Backed up" not in said and "Traceback" not in said and head(vault) == before, said


def test_backup_to_a_remote_is_read_back(vault, tmp_path):
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "there.git")
    git(vault.root, "remote", "add", "there", str(tmp_path / "there.git"))
    hook = vault.root / ".git/hooks/pre-push"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    for word in ("there", f"file://{tmp_path}/there.git"):
        code, said = vault("backup", word)
        assert code == 0 and f"Backed up to {word}" in said and git(tmp_path / "there.git", "rev-parse", "main").strip() == head(vault)
    git(vault.root, "reset", "-q", "--hard", "HEAD~1")
    code, said = vault("backup", "there")
    assert code == 2 and "does not have" in said
    assert vault("backup", f"file://{tmp_path}/nowhere.git")[0] == 2


def test_there_is_nothing_to_read_before_she_is_born(tmp_path, capsys):
    for verb in ("log", "verify", "undo"):
        assert cli.main(["vault", verb, "--home", str(tmp_path / "new")]) == 2
    assert "run.py chat" in capsys.readouterr().err and not (tmp_path / "new/residents").exists()


def test_the_owner_says_that_a_rewritten_history_was_meant(vault):
    repository = DiskRepository(vault.root)
    repository.apply([FileChange("memory/summary.md", "replace", "x\n")], "Summed up", "yuri", BORN_AT + 10**9, OFFSET, write="w-9")
    git(vault.root, "reset", "-q", "--hard", "HEAD~1")
    assert repository.in_the_way().code == "rewritten"
    assert vault("accept")[0] == 0 and repository.in_the_way() is None
    repository.close()
