"""One set of tests for the three twins, then what only a disk can show."""

from __future__ import annotations

import os

import pytest
from vault_ground import BORN_AT, DAY, OFFSET, SMALL, born, do, git, ignored, turn

from ecs.effects import FileChange
from yurios.vault.paths import GateToken, PathRefused
from yurios.vault.repository import DiskRepository, MemoryRepository
from yurios.vault.sqlite_vault import Shelf, SqliteRepository
from yurios.vault.trouble import VaultError


def made(kind, place):
    """A vault of that kind; one in SQLite lies beside another's."""
    if kind == "sqlite":
        shelf = Shelf(place / "village #1 é.sqlite")
        born(SqliteRepository(shelf, "another"))
        return SqliteRepository(shelf, "yuri")
    return DiskRepository(place / "her vault #1 é") if kind == "disk" else MemoryRepository()


@pytest.fixture(params=["disk", "memory", "sqlite"])
def repository(request, tmp_path):
    repository = made(request.param, tmp_path)
    yield repository
    repository.close()


@pytest.fixture
def disk(tmp_path):
    made = born(DiskRepository(tmp_path / "vault"))
    yield made
    made.close()


def test_before_birth_there_is_no_head_and_nothing_to_read(repository):
    assert repository.head() is None and repository.paths() == [] and repository.read("goals.md") is None


def test_birth_writes_the_constitution_and_is_the_first_commit(repository):
    born(repository)
    assert repository.read("soul/CONSTITUTION.md") == SMALL["soul/CONSTITUTION.md"]
    assert [commit.message for commit in repository.log()] == ["The first day\n"]


def test_birth_asked_twice_is_one_birth_and_another_birth_is_refused(repository):
    first = born(repository).head()
    do(repository, turn(1))
    assert repository.birth(SMALL, "The first day", "Yuri", BORN_AT, OFFSET) == first
    assert repository.read(DAY) is not None
    with pytest.raises(VaultError, match="not born twice"):
        repository.birth(SMALL | {"goals.md": "other"}, "The first day", "Yuri", BORN_AT, OFFSET)


def test_a_turn_is_one_commit_with_the_simulations_time(repository):
    commit = do(born(repository), turn(1))
    newest = repository.log(1)[0]
    assert (newest.id, newest.at_s, newest.offset_s) == (commit, BORN_AT // 1_000_000 + 60, OFFSET)
    assert newest.message == "Turn 1\n" and newest.author.startswith("Yuri <")
    assert repository.committed(DAY) == repository.read(DAY) == "- [owner] hello 1\n- [her] hello yourself 1\n"


def test_the_same_life_gives_the_same_ids_in_all_twins(tmp_path):
    twins = [born(DiskRepository(tmp_path / "a")), born(made("sqlite", tmp_path)), born(MemoryRepository())]
    ids = [[do(twin, turn(number, FileChange("world/beliefs.jsonl", "append", "{}\n"))) for number in range(1, 6)] for twin in twins]
    assert ids[0] == ids[1] == ids[2] and len(set(ids[0])) == 5
    for twin in twins:
        twin.close()


def test_nothing_changed_means_no_commit(repository):
    born(repository)
    assert repository.apply([FileChange("goals.md", "replace", SMALL["goals.md"])], "Nothing", "Yuri", BORN_AT, OFFSET, write="w") is None
    assert len(repository.log()) == 1


def test_no_message_means_no_commit(repository):
    born(repository)
    assert repository.apply([FileChange("goals.md", "append", "- [ ] tea\n")], "", "Yuri", BORN_AT, OFFSET, write="w") is None
    assert repository.read("goals.md") == "# Goals\n- [ ] tea\n" and repository.committed("goals.md") == "# Goals\n"


def test_ignored_files_are_written_and_never_committed(repository):
    born(repository)
    changes = [FileChange("state/engine.json", "replace", "{}"), FileChange("world/situation.md", "replace", "Rain.\n")]
    assert repository.apply(changes, "State", "Yuri", BORN_AT, OFFSET, write="w") is None
    assert repository.read("state/engine.json") == "{}" and "state/engine.json" not in repository.paths()


def test_an_append_starts_on_a_line_of_its_own(repository):
    born(repository)
    repository.apply([FileChange("goals.md", "replace", "no newline")], "a", "Yuri", BORN_AT, OFFSET, write="w-1")
    repository.apply([FileChange("goals.md", "append", "next\n")], "b", "Yuri", BORN_AT, OFFSET, write="w-2")
    assert repository.read("goals.md") == "no newline\nnext\n"


def test_deleting_the_last_file_of_a_folder_takes_the_folder_from_the_history(repository):
    born(repository)
    repository.apply([FileChange("skills/a/SKILL.md", "replace", "x\n")], "a", "Yuri", BORN_AT, OFFSET, write="w-1")
    repository.apply([FileChange("skills/a/SKILL.md", "delete")], "b", "Yuri", BORN_AT, OFFSET, write="w-2")
    assert repository.read("skills/a/SKILL.md") is None and repository.paths() == sorted(SMALL)
    repository.verify()


def test_two_changes_of_one_file_in_one_write_follow_each_other(repository):
    born(repository)
    changes = [FileChange("goals.md", "replace", "a\n"), FileChange("goals.md", "append", "b\n")]
    repository.apply(changes, "both", "Yuri", BORN_AT, OFFSET, write="w-1")
    assert repository.committed("goals.md") == repository.read("goals.md") == "a\nb\n"


def test_asked_twice_it_happens_once(repository):
    born(repository)
    first = [do(repository, turn(number)) for number in (1, 2, 3)]
    again = [do(repository, turn(number)) for number in (1, 2, 3)]
    assert first == again and len(repository.log()) == 4
    assert repository.read(DAY).count("hello 2") == 1


def test_the_same_key_in_another_life_is_another_write(repository):
    do(born(repository), turn(1))
    other = turn(1)
    repository.apply(other.changes, other.message, other.author, other.at_us + 1, other.offset_s, write=other.write)
    assert repository.read(DAY).count("hello 1") == 2


def test_the_constitution_is_refused_and_the_soul_needs_the_gate(repository):
    born(repository)
    for path in ("soul/CONSTITUTION.md", "soul/constitution.MD", "soul/PERSONA.md"):
        with pytest.raises(PathRefused):
            repository.apply([FileChange(path, "replace", "hers")], "m", "Yuri", BORN_AT, OFFSET)
    repository.apply([FileChange("soul/PERSONA.md", "replace", "Grown.\n")], "m", "Yuri", BORN_AT, OFFSET, token=GateToken("e-1"))
    assert repository.committed("soul/PERSONA.md") == "Grown.\n"
    with pytest.raises(PathRefused, match="owner's alone"):
        repository.apply([FileChange("soul/CONSTITUTION.md", "delete")], "m", "Yuri", BORN_AT, OFFSET, token=GateToken("e-1"))


def test_one_refused_path_refuses_the_whole_write(repository):
    born(repository)
    with pytest.raises(PathRefused):
        do(repository, turn(1, FileChange("../outside.md", "replace", "x")))
    assert repository.read(DAY) is None and len(repository.log()) == 1


def test_names_that_differ_by_case_alone_are_refused(repository):
    born(repository)
    with pytest.raises(PathRefused, match="case"):
        repository.apply([FileChange("Goals.md", "replace", "x")], "m", "Yuri", BORN_AT, OFFSET)


def test_an_edit_of_the_owners_is_neither_committed_nor_lost(repository):
    do(born(repository), turn(1))
    repository.folder.write(DAY, b"my own note\n" + repository.folder.read(DAY))
    do(repository, turn(2))
    assert repository.committed(DAY).startswith("- [owner] hello 1") and "my own note" not in repository.committed(DAY)
    assert repository.read(DAY).startswith("my own note\n") and repository.read(DAY).endswith("hello yourself 2\n")


def test_a_replacement_leaves_the_owners_unsaved_version_in_the_folder(repository):
    born(repository)
    repository.folder.write("goals.md", b"mine\n")
    repository.apply([FileChange("goals.md", "replace", "hers\n")], "m", "Yuri", BORN_AT, OFFSET, write="w-1")
    assert repository.read("goals.md") == "mine\n" and repository.committed("goals.md") == "hers\n"
    assert any("goals.md" in notice for notice in repository.notices)


def test_a_full_disk_writes_nothing_and_the_same_write_succeeds_later(repository):
    born(repository)
    repository.set_up(False)
    with pytest.raises(VaultError) as caught:
        do(repository, turn(1))
    assert caught.value.code == "disk_full" and caught.value.passing
    repository.set_up(True)
    assert do(repository, turn(1)) == repository.head() and repository.read(DAY).count("hello 1") == 1


def test_git_agrees_with_everything(disk):
    for number in range(1, 30):
        do(disk, turn(number, FileChange(f"memory/episodic/2026-04-{number:02}.md", "replace", "x\n"), FileChange("state/engine.json", "replace", "{}")))
        assert git(disk.folder.root, "status", "--porcelain") == ""
    assert git(disk.folder.root, "fsck", "--strict") == ""
    assert git(disk.folder.root, "rev-parse", "main").strip() == disk.head()
    assert disk.verify() > 90


def test_gits_own_ignore_rules_are_ours(disk):
    for path in ("memory/index/a.bin", "knowledge/index/b", "traces/ticks.jsonl", "world/situation.md", "world/state.json",
                 "state/engine.json", "state/sessions/a.json", "state/pending_edits.json", "memory/summary.md", "world/beliefs.jsonl", "goals.md"):
        disk.folder.write(path, b"x")
        shown = git(disk.folder.root, "status", "--porcelain", "--untracked-files=all", "--", path)
        assert (shown == "") == ignored(path), path


def test_a_commit_of_the_owners_is_followed(disk):
    do(disk, turn(1))
    (disk.folder.root / "goals.md").write_text("# Mine\n")
    git(disk.folder.root, "commit", "-qam", "my goals")
    do(disk, turn(2))
    assert [commit.message for commit in disk.log(3)] == ["Turn 2\n", "my goals\n", "Turn 1\n"]
    assert disk.committed("goals.md") == "# Mine\n" and git(disk.folder.root, "status", "--porcelain") == ""


def test_what_the_owner_staged_stays_staged(disk):
    (disk.folder.root / "goals.md").write_text("# Staged\n")
    git(disk.folder.root, "add", "goals.md")
    do(disk, turn(1))
    assert git(disk.folder.root, "status", "--porcelain") == "M  goals.md\n"
    assert disk.committed("goals.md") == "# Goals\n"


def test_an_undoing_by_the_owner_stays_undone(disk):
    do(disk, turn(1))
    do(disk, turn(2))
    git(disk.folder.root, "reset", "-q", "--hard", "HEAD~1")
    do(disk, turn(2))
    assert [commit.message for commit in disk.log()] == ["Turn 1\n", "The first day\n"]


def test_an_open_merge_or_a_detached_head_pauses_and_resumes(disk):
    do(disk, turn(1))
    git(disk.folder.root, "checkout", "-q", "--detach")
    with pytest.raises(VaultError, match="git switch main") as caught:
        do(disk, turn(2))
    assert caught.value.passing and caught.value.code == "paused"
    git(disk.folder.root, "switch", "-q", "main")
    assert do(disk, turn(2)) == disk.head()


def test_commits_a_power_cut_took_away_are_made_again_with_the_same_ids(disk):
    do(disk, turn(1))
    kept = [do(disk, turn(number)) for number in (2, 3)]
    root = disk.folder.root
    first = disk.log()[2].id
    (root / ".git/refs/heads/main").write_text(first + "\n")
    for ident in kept:
        place = root / ".git/objects" / ident[:2] / ident[2:]
        place.chmod(0o644)
        place.write_bytes(b"")
    assert [do(disk, turn(number)) for number in (1, 2, 3)][1:] == kept
    assert disk.read(DAY).count("hello 2") == 1 and git(root, "fsck", "--strict") == "" and git(root, "status", "--porcelain") == ""


def test_a_lost_ledger_is_made_up_for_from_the_history(tmp_path):
    first = born(DiskRepository(tmp_path / "v"))
    ids = [do(first, turn(number)) for number in (1, 2, 3)]
    first.close()
    (tmp_path / "v/.git/yurios/writes.jsonl").unlink()
    second = DiskRepository(tmp_path / "v")
    assert [do(second, turn(number)) for number in (1, 2, 3)] == ids and len(second.log()) == 4
    second.close()


def test_a_link_on_the_way_is_refused(disk, tmp_path):
    (tmp_path / "outside").mkdir()
    (disk.folder.root / "knowledge").symlink_to(tmp_path / "outside", target_is_directory=True)
    (disk.folder.root / "triggers.md").symlink_to("soul/CONSTITUTION.md")
    for path in ("knowledge/reference/a.md", "triggers.md"):
        with pytest.raises(PathRefused, match="link"):
            disk.apply([FileChange(path, "replace", "x")], "m", "Yuri", BORN_AT, OFFSET)
        with pytest.raises(PathRefused, match="link"):
            disk.read(path)
    assert disk.read("soul/CONSTITUTION.md") == SMALL["soul/CONSTITUTION.md"] and not list((tmp_path / "outside").iterdir())


def test_a_hard_link_to_the_constitution_is_broken_not_followed(disk):
    os.link(disk.folder.root / "soul/CONSTITUTION.md", disk.folder.root / "triggers.md")
    disk.apply([FileChange("triggers.md", "append", "mine now\n")], "m", "Yuri", BORN_AT, OFFSET, write="w-1")
    assert disk.read("soul/CONSTITUTION.md") == SMALL["soul/CONSTITUTION.md"]


def test_a_vanished_folder_says_so(disk):
    disk.folder.root.rename(disk.folder.root.with_name("elsewhere"))
    with pytest.raises(VaultError, match="not where it was") as caught:
        do(disk, turn(1))
    assert caught.value.code == "vanished"
    disk.folder.root.with_name("elsewhere").rename(disk.folder.root)
    assert do(disk, turn(1)) == disk.head()


def test_quiet_time_packs_without_losing_an_object(disk, monkeypatch):
    monkeypatch.setattr("yurios.vault.packs.PACK_WHEN", 20)
    monkeypatch.setattr("yurios.vault.packs.PACK_AT_ONCE", 30)
    for number in range(1, 25):
        do(disk, turn(number))
    before = disk.verify()
    for _ in range(8):
        disk.settle()
    assert list((disk.folder.root / ".git/objects/pack").glob("*.pack"))
    assert disk.verify() == before and git(disk.folder.root, "fsck", "--strict") == ""
    assert do(disk, turn(99)) == disk.head()


def test_a_damaged_object_is_found(disk):
    do(disk, turn(1))
    tree = disk.log(1)[0].tree
    place = disk.folder.root / ".git/objects" / tree[:2] / tree[2:]
    place.chmod(0o644)
    place.write_bytes(b"nonsense")
    with pytest.raises(VaultError, match="backup"):
        disk.verify()


def test_two_equal_requests_in_one_second_are_two(tmp_path):
    first = born(DiskRepository(tmp_path / "v"))
    ping = [FileChange("goals.md", "append", "ping\n")]
    first.apply(ping, "ping", "Yuri", BORN_AT + 1, OFFSET, write="w-1")
    first.close()
    second = DiskRepository(tmp_path / "v")
    ids = [second.apply(ping, "ping", "Yuri", BORN_AT + at, OFFSET, write=write) for write, at in (("w-1", 1), ("w-2", 1), ("w-3", 2))]
    assert len(set(ids)) == 3 and second.read("goals.md").count("ping") == 3
    second.close()


def test_small_packs_are_merged_and_nothing_is_lost(disk, monkeypatch):
    for name, value in {"PACK_WHEN": 10, "PACK_AT_ONCE": 20, "PACKS_KEPT": 3}.items():
        monkeypatch.setattr(f"yurios.vault.packs.{name}", value)
    for number in range(1, 60):
        do(disk, turn(number))
        disk.settle()
    for _ in range(30):
        disk.settle()
    assert len(list((disk.folder.root / ".git/objects/pack").glob("*.pack"))) <= 4
    assert git(disk.folder.root, "fsck", "--strict") == "" and len(disk.log(100)) == 60 and disk.verify() > 250


def test_a_folder_is_not_a_file(repository):
    do(born(repository), turn(1))
    assert repository.apply([FileChange("memory", "delete")], "m", "Yuri", BORN_AT, OFFSET, write="w-8") is None
    with pytest.raises(PathRefused, match="folder"):
        repository.apply([FileChange("memory/episodic", "replace", "x")], "m", "Yuri", BORN_AT, OFFSET, write="w-9")
    with pytest.raises(PathRefused, match="folder"):
        repository.apply([FileChange("goals.md/x", "replace", "x")], "m", "Yuri", BORN_AT, OFFSET, write="w-10")
    assert repository.committed("memory") is None and DAY in repository.paths() and repository.read(DAY)


def test_our_scratch_folder_may_be_swept_away(disk):
    for number in (1, 2):
        do(disk, turn(number))
        for place in (disk.folder.root / ".git/yurios").iterdir():
            place.unlink()
        (disk.folder.root / ".git/yurios").rmdir()
    assert do(disk, turn(3)) == disk.head()
