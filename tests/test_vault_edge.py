"""The edge: in order, one answer each, owed writes first, and the same inline and in a thread."""

from __future__ import annotations

import threading

import pytest
from vault_ground import DAY, born, turn

from ecs.effects import FileChange, TraceLine, WriteVault
from yurios.vault.edge import VaultEdge
from yurios.vault.paths import GateToken
from yurios.vault.repository import DiskRepository, MemoryRepository


class Inbox:
    """Keeps what is posted; `wait` blocks until that many have come, without sleeping."""

    def __init__(self):
        self.posted, self._more = [], threading.Condition()

    def __call__(self, type, payload, *, to, after_ms=0):
        with self._more:
            self.posted.append((type, to, payload))
            self._more.notify_all()

    def wait(self, count):
        with self._more:
            assert self._more.wait_for(lambda: len(self.posted) >= count, timeout=30)
        return [payload for _, _, payload in self.posted]


@pytest.fixture(params=["inline", "threaded"])
def threaded(request):
    return request.param == "threaded"


@pytest.fixture
def scene(tmp_path, threaded):
    inbox, repository = Inbox(), born(DiskRepository(tmp_path / "vault"))
    edge = VaultEdge(inbox, {"yuri": repository}, threaded)
    yield inbox, repository, edge
    edge.close()


def test_each_write_is_answered_once_in_order_with_its_commit(scene):
    inbox, repository, edge = scene
    for number in range(1, 6):
        edge.handle(turn(number))
    answers = inbox.wait(5)
    assert [answer["write"] for answer in answers] == [f"w-{number}" for number in range(1, 6)]
    assert [answer["commit"] for answer in answers] == [commit.id for commit in reversed(repository.log(5))]
    assert all(answer["error"] is None for answer in answers) and {(kind, to) for kind, to, _ in inbox.posted} == {("written", "yuri")}


def test_a_full_disk_is_answered_owed_and_paid_in_order(scene):
    inbox, repository, edge = scene
    edge.set_up(False)
    edge.handle(turn(1))
    edge.handle(TraceLine("yuri", '{"tick":1}'))
    edge.handle(turn(2))
    answers = inbox.wait(2)
    assert [(answer["write"], answer["commit"], answer["error"]["code"]) for answer in answers] == [("w-1", None, "disk_full"), ("w-2", None, "disk_full")]
    assert edge.owed("yuri") == 3 and edge.trouble("yuri")["hint"]
    edge.set_up(True)
    edge.retry()
    answers = inbox.wait(4)[2:]
    assert [answer["write"] for answer in answers] == ["w-1", "w-2"] and answers[1]["commit"] == repository.head()
    assert repository.read(DAY).index("hello 1") < repository.read(DAY).index("hello 2") and repository.read(DAY).count("hello 1") == 1
    assert repository.read("traces/ticks.jsonl") == '{"tick":1}\n' and edge.trouble("yuri") is None


def test_the_next_effect_pays_the_debt_first(scene):
    inbox, repository, edge = scene
    edge.set_up(False)
    edge.handle(turn(1))
    inbox.wait(1)
    edge.set_up(True)
    edge.handle(turn(2))
    assert [answer["write"] for answer in inbox.wait(3)] == ["w-1", "w-1", "w-2"]
    assert [commit.message for commit in repository.log(2)] == ["Turn 2\n", "Turn 1\n"]


def test_a_disk_that_fills_in_the_middle_of_a_write_leaves_every_file_whole(tmp_path):
    for point in range(60):
        inbox, left = Inbox(), [point]
        repository = born(DiskRepository(tmp_path / f"v{point}"))

        def fill(name, left=left, repository=repository):
            left[0] -= 1
            repository.moments.full = left[0] < 0

        repository.moments.watch = fill
        edge = VaultEdge(inbox, {"yuri": repository}, threaded=False)
        edge.handle(turn(1, FileChange("goals.md", "replace", "# Goals\n- [ ] tea\n")))
        assert repository.read("goals.md") in ("# Goals\n", "# Goals\n- [ ] tea\n")
        repository.moments.watch, repository.moments.full = None, False
        edge.retry()
        assert inbox.posted[-1][2]["commit"] == repository.head() and repository.read(DAY).count("hello 1") == 1
        assert len(repository.log()) == 2
        edge.close()


def test_a_refused_write_is_answered_and_holds_nothing_up(scene):
    inbox, repository, edge = scene
    edge.handle(WriteVault("w-9", "yuri", (FileChange("soul/PERSONA.md", "replace", "someone else"),), "m", "Yuri", 0, 0))
    edge.handle(WriteVault("w-10", "yuri", (FileChange("goals.md", "rewrite", "?"),), "m", "Yuri", 0, 0))
    edge.handle(turn(1))
    first, second, third = inbox.wait(3)
    assert first["error"]["code"] == "refused" and second["error"]["code"] == "bad_change" and third["commit"] == repository.head()
    assert edge.owed("yuri") == 0


def test_the_gate_opens_the_soul_and_never_the_constitution(tmp_path):
    inbox, repository = Inbox(), born(MemoryRepository())
    edge = VaultEdge(inbox, {"yuri": repository}, False, gate=lambda effect: GateToken("e-1") if effect.write == "w-1" else None)
    for write, path in (("w-1", "soul/PERSONA.md"), ("w-2", "soul/USER.md"), ("w-1", "soul/CONSTITUTION.md")):
        edge.handle(WriteVault(write, "yuri", (FileChange(path, "replace", "x"),), "m", "Yuri", 10**15, 0))
    assert [answer["error"] is None for answer in inbox.wait(3)] == [True, False, False]


def test_a_name_without_a_vault_is_said_not_raised(scene):
    inbox, _, edge = scene
    edge.handle(turn(1, to="nobody"))
    assert inbox.wait(1)[0]["error"]["code"] == "no_vault"


def test_two_residents_do_not_wait_for_each_other(tmp_path):
    inbox, first, second = Inbox(), born(MemoryRepository()), born(MemoryRepository())
    edge = VaultEdge(inbox, {"yuri": first, "mika": second}, False)
    first.set_up(False)
    edge.handle(turn(1))
    edge.handle(turn(1, to="mika"))
    assert [(to, payload["error"] is None) for _, to, payload in inbox.posted] == [("yuri", False), ("mika", True)]


def test_a_restart_that_hands_everything_over_again_changes_nothing(tmp_path):
    effects = [turn(1), TraceLine("yuri", '{"tick":1}'), turn(2), TraceLine("yuri", '{"tick":2}')]
    answers = []
    for _ in range(3):
        inbox, repository = Inbox(), DiskRepository(tmp_path / "vault")
        if repository.head() is None:
            born(repository)
        edge = VaultEdge(inbox, {"yuri": repository}, False)
        for effect in effects:
            edge.handle(effect)
        answers.append(inbox.posted)
        assert repository.read("traces/ticks.jsonl") == '{"tick":1}\n{"tick":2}\n' and len(repository.log()) == 3
        edge.close()
    assert answers[0] == answers[1] == answers[2]


def test_closing_finishes_what_was_queued(tmp_path):
    inbox, repository = Inbox(), born(DiskRepository(tmp_path / "vault"))
    edge = VaultEdge(inbox, {"yuri": repository}, threaded=True)
    for number in range(1, 9):
        edge.handle(turn(number))
    edge.close()
    assert len(inbox.posted) == 8
