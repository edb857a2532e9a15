"""The edge in a live run: a worker of its own, nothing waits, nothing is lost."""

from __future__ import annotations

import sqlite3
import threading

from ecs.effects import Recall, Remember
from memory_ground import NOW_US, Ground, entries
from yurios.memory.edge import MemoryEdge
from yurios.memory.embedder import Hashing
from yurios.memory.shelf import Shelf


class Slow(Hashing):
    """An embedder that waits until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()

    def embed(self, texts):
        assert self.gate.wait(10)
        return super().embed(texts)


def test_handle_returns_while_the_embedder_is_busy():
    slow, posted = Slow(), []
    edge = MemoryEdge(lambda type, payload, to, after_ms=0: posted.append(payload), {"yuri": None}, slow, threaded=True)
    edge.handle(Remember("yuri", entries()))
    edge.handle(Recall("r-1", "yuri", "Hana and her cello", NOW_US))
    assert posted == []
    slow.gate.set()
    edge.close()
    assert [payload["recall"] for payload in posted] == ["r-1"] and posted[0]["hits"][0]["turn"] == "t-10"


def test_threaded_and_inline_say_the_same(tmp_path):
    answers = []
    for threaded in (True, False):
        ground = Ground(tmp_path / str(threaded), Hashing(), threaded=threaded)
        ground.remember(*entries())
        for query in ("cat", "Hana and her cello", "interview"):
            ground.edge.handle(Recall(query, "yuri", query, NOW_US))
        ground.edge.close()
        answers.append(ground.posted)
    assert answers[0] == answers[1] and len(answers[0]) == 3


def test_a_fault_in_one_question_does_not_end_the_worker():
    posted = []

    def post(type, payload, to, after_ms=0):
        posted.append(payload)
        if len(posted) == 1:
            raise ValueError("the inbox refused")

    edge = MemoryEdge(post, {"yuri": None}, Hashing(), threaded=True)
    for name in ("r-1", "r-2"):
        edge.handle(Recall(name, "yuri", "cat", NOW_US))
    edge.close()
    assert [payload["recall"] for payload in posted] == ["r-1", "r-2"]


def test_two_residents_have_two_memories(tmp_path):
    posted = []
    edge = MemoryEdge(lambda type, payload, to, after_ms=0: posted.append(payload), {"yuri": tmp_path / "yuri", "rin": None}, Hashing(), threaded=False)
    edge.handle(Remember("yuri", entries()))
    for name in ("yuri", "rin"):
        edge.handle(Recall("r", name, "cat", NOW_US, floor=0))
    assert posted[0]["hits"] and not posted[1]["hits"]


def test_a_disk_that_takes_no_index_does_not_stop_her(tmp_path, monkeypatch):
    ground = Ground(tmp_path, Hashing())
    ground.remember(*entries()[:9])
    monkeypatch.setattr("yurios.memory.shelf.Shelf.add", full_once(Shelf.add))
    ground.remember(*entries()[9:])
    assert ground.turns("Hana and her cello")[0] == "t-10" and len(ground.turns("cat", floor=0, k=100)) == 10
    assert "database or disk is full" in ground.edge.notices("yuri")[0]


def full_once(add):
    """`add`, failing the first time as SQLite does on a full disk."""
    calls = []

    def failing(*args):
        calls.append(1)
        if len(calls) == 1:
            raise sqlite3.OperationalError("database or disk is full")
        return add(*args)
    return failing


def test_a_folder_that_cannot_hold_an_index_is_told(tmp_path):
    (tmp_path / "memory").write_text("a file where a folder belongs")
    ground = Ground(tmp_path, Hashing())
    ground.remember(*entries())
    assert ground.turns("Hana and her cello")[0] == "t-10" and "cannot be kept" in ground.edge.notices("yuri")[0]
