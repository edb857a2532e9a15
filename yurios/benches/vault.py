"""A turn's commit: the engine alone beside the `git` program, then the whole way as a live run goes it, asked to answered."""

from __future__ import annotations

import queue
import tempfile
import time
from pathlib import Path

from ecs.effects import WriteVault
from yurios.benches.row import NoWork, Row, Tell, cost
from yurios.benches.stopwatch import share
from yurios.vault import bench
from yurios.vault.edge import VaultEdge
from yurios.vault.repository import DiskRepository

TURNS = 100


def rows(tell: Tell, prior: tuple[int, ...] = bench.PRIOR) -> list[Row]:
    tell(f"commits up to {prior[-1]:,} earlier ones, and git beside them: minutes, where the disk is slow")
    try:
        found = [Row(**row) for row in bench.rows(prior, tell=tell)]
    except AssertionError as fault:
        raise NoWork(f"commit: {fault}") from fault
    tell(f"{TURNS} turns through the edge's thread")
    return found + _through_the_edge()


def _through_the_edge() -> list[Row]:
    answers: queue.SimpleQueue[dict] = queue.SimpleQueue()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        repository = DiskRepository(Path(place) / "vault")
        repository.birth({"goals.md": "# Goals\n"}, "The first day", bench.AUTHOR, bench.BORN_AT, 0)
        edge = VaultEdge(lambda type, payload, *, to, after_ms=0: answers.put(payload), {"yuri": repository}, threaded=True)
        spent, commits = [], set()
        for number in range(1, TURNS + 1):
            start = time.perf_counter()
            edge.handle(_turn(number))
            commits.add(answers.get(timeout=60)["commit"])
            spent.append((time.perf_counter() - start) * 1000)
        edge.close()
    done = len(commits - {None})
    return [cost(f"turn through the vault edge {name}", share(spent, part), "ms", done, bench.GOAL_MS) for name, part in (("p50", 0.5), ("p95", 0.95))]


def _turn(number: int) -> WriteVault:
    return WriteVault(f"w-{number}", "yuri", bench.turn(number), f"Turn {number}", bench.AUTHOR, bench.BORN_AT + number * 60_000_000, 0,
                      turn=f"t-{number}", answer="turn_committed")
