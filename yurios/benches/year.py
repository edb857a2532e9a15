"""A year of daily talk, twenty exchanges a day, made up from a fixed seed: what it weighs, and what she costs with it.

Each exchange is a commit (written by `git fast-import`: same ids as ours, packed as git packs). Start-up is the vault and the memory index;
what a tape and a model add is in `bench start` and `bench first_token`.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ecs.effects import FileChange, MemoryEntry
from yurios.benches.row import Row, Tell, absent, cost
from yurios.memory import bench as memory
from yurios.memory.index import Index
from yurios.vault import bench as vault
from yurios.vault.repository import DiskRepository

DAYS = 365
COMMITS = 60


def rows(tell: Tell, days: int = DAYS) -> list[Row]:
    """The rows of a year; one that says why, where there is no git to write it with."""
    if not shutil.which("git"):
        return [absent("a year in a vault, on disk", "MB", "git is not here to write it")]
    told = list(memory.memories(days * memory.A_DAY))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place) / "vault"
        tell(f"{len(told):,} exchanges, a commit each")
        vault.imported(folder, _commits(told))
        sizes = [_size("a year's words in day files, on disk", folder / "memory"), _size("a year's history, on disk", folder / ".git")]
        tell("a memory index of them")
        return [*sizes, *_memory(folder, told), *_vault(folder, len(told), days)]


def _commits(told: Sequence[MemoryEntry]) -> Iterator[vault.Lived]:
    yield vault.BORN_AT // 1_000_000, "The first day", {path: text.encode() for path, text in vault.FIRST_DAY.items()}
    today: list[MemoryEntry] = []
    for entry in told:
        today = [*(today if today and today[-1].day == entry.day else []), entry]
        yield entry.at_us // 1_000_000, f"Talked ({entry.turn})", {path: text.encode() for path, text in memory.day_files(today).items()}


def _memory(folder: Path, told: Sequence[MemoryEntry]) -> Iterator[Row]:
    index = Index(folder, memory.Drawn())
    while index.work():
        pass
    index.close()
    yield _size("a year's memory index, on disk", folder / "memory/index")
    before, began = memory.resident_bytes(), time.perf_counter()
    index = Index(folder, memory.Drawn())
    yield cost("start: the memory index of a year", (time.perf_counter() - began) * 1e3, "ms", index.rows.live)
    yield from (Row(**row | {"what": row["what"].replace(f", {len(told):,}", ", a year")}) for row in memory.recalls(index, told))
    yield cost("memory that it takes", max(1, memory.resident_bytes() - before) / 2**20, "MB", index.rows.live)
    index.close()


def _vault(folder: Path, made: int, days: int) -> Iterator[Row]:
    began = time.perf_counter()
    repository = DiskRepository(folder)
    repository.scan()
    yield cost("start: the vault of a year, first look included", (time.perf_counter() - began) * 1e3, "ms", made)
    spent, day = [], f"memory/episodic/{2012 + days // 365 + 1}-01-01.md"
    for number in range(COMMITS):
        start = time.perf_counter()
        at_us = vault.BORN_AT + (made + number) * 60_000_000
        commit = repository.apply((FileChange(day, "append", f"- said {number}\n"),), f"Talked ({number})", vault.AUTHOR, at_us, 0, write=f"w-{number}")
        spent.append((time.perf_counter() - start) * 1e3)
        assert commit == repository.head()
    repository.close()
    yield cost("commit of a turn after a year", statistics.median(spent), "ms", COMMITS, vault.GOAL_MS)


def _size(what: str, folder: Path) -> Row:
    files = [place for place in folder.rglob("*") if place.is_file()]
    return cost(what, sum(place.stat().st_size for place in files) / 2**20, "MB", len(files))
