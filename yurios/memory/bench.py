"""`run.py bench memory`: how long recall, adding, starting and making again take at 1,000, 10,000 and 100,000 memories.

The memories are drawn from a made-up vocabulary with a fixed seed, two speakers each, twenty exchanges a day. Their vectors
are drawn, too (a topic's direction and noise), since the embedding is given: what the starter embedder costs is a row of its own.
"""

from __future__ import annotations

import re
import resource
import tempfile
import time
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

import numpy as np

from ecs.effects import MemoryEntry, Recall
from yurios.memory.embedder import starter
from yurios.memory.index import Index
from yurios.memory.recall import recall

SIZES = (1_000, 10_000, 100_000)
GOAL_MS, GOAL_SIZE = 5.0, 100_000
QUESTIONS, WARM = 200, 20
A_DAY, START = 20, datetime(2012, 1, 1, 8, 0, tzinfo=timezone.utc)
TOPICS, WORDS = 200, 6_000


class Drawn:
    """Vectors without a model: a text's topic word chooses a direction, its bytes the noise around it. Same bits in every run."""

    dim = 384
    fingerprint = "drawn-1"

    def __init__(self) -> None:
        self._topics = np.random.default_rng(1).normal(size=(TOPICS, self.dim)).astype(np.float32)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.empty((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts):
            mark = zlib.crc32(text.encode())
            found = re.search(r"topic(\d+)", text)
            topic = int(found[1]) if found else mark
            row[:] = self._topics[topic % TOPICS] + 0.8 * np.random.default_rng(mark).normal(size=self.dim)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def memories(count: int) -> Iterator[MemoryEntry]:
    """`count` exchanges, words by Zipf's law, as talk has them."""
    dice = np.random.default_rng(7)
    drawn = np.minimum(dice.zipf(1.3, size=(count, 16)), WORDS)
    topics = dice.integers(0, TOPICS, count)
    for n in range(count):
        at = START + timedelta(days=n // A_DAY, minutes=7 * (n % A_DAY))
        said = " ".join(f"w{word}" for word in drawn[n])
        yield MemoryEntry(f"t-{n}", int(at.timestamp()) * 1_000_000, at.strftime("%Y-%m-%d"), f"owner: {said} topic{topics[n]} t{n}.\nyuri: I hear you about topic{topics[n]} t{n}.")


def rows(sizes: Sequence[int] = SIZES) -> list[dict]:
    """The benchmark's rows; those of recall fail unless nineteen questions in twenty find the memory they were drawn from."""
    return [row for size in sizes for row in _size(size)] + _embedder()


def _size(size: int) -> Iterator[dict]:
    told = list(memories(size))
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder)
        write_days(vault, told)
        before, began = resident_bytes(), time.perf_counter()
        index = Index(vault, Drawn())
        yield _row(f"words ready again from markdown, {size:,}", _ms(began), "ms", index.rows.live == size)
        while index.work():
            pass
        yield _row(f"made again from markdown, {size:,}", _ms(began) / 1e3, "s", index.ready and index.rows.live == size)
        yield from recalls(index, told)
        yield from _changes(index, told)
        yield _row(f"resident memory, {size:,}", (resident_bytes() - before) / 2**20, "MB", True)
        index.close()
        yield _row(f"on disk, {size:,}", sum(file.stat().st_size for file in (vault / "memory/index").iterdir()) / 2**20, "MB", True)
        index = None
        before, began = resident_bytes(), time.perf_counter()
        index = Index(vault, Drawn())
        yield _row(f"start, {size:,}", _ms(began), "ms", index.rows.live > 0)
        yield _row(f"resident memory after a start, {size:,}", max(2**16, resident_bytes() - before) / 2**20, "MB", True)
        index.close()


def write_days(vault: Path, told: Sequence[MemoryEntry]) -> None:
    """The exchanges as her day files."""
    for path, text in day_files(told).items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text, encoding="utf-8")


def day_files(told: Sequence[MemoryEntry]) -> dict[str, str]:
    """{vault path: text} of the days of these exchanges."""
    days: dict[str, list[str]] = {}
    for entry in told:
        at = datetime.fromtimestamp(entry.at_us // 1_000_000, timezone.utc)
        said = "".join(f"**{line.replace(': ', ':** ', 1)}\n" for line in entry.text.split("\n"))
        days.setdefault(entry.day, []).append(f"\n### {at:%H:%M} {{#{entry.turn} channel=terminal}}\n{said}")
    return {f"memory/episodic/{day}.md": f"# {day}\n" + "".join(exchanges) for day, exchanges in days.items()}


def recalls(index: Index, told: Sequence[MemoryEntry]) -> Iterator[dict]:
    """Questions made of a third of a memory's words; the question's vector is given."""
    dice, times, own_times, found = np.random.default_rng(3), [], [], 0
    now_us = told[-1].at_us + 3_600_000_000
    for n in range(WARM + QUESTIONS):
        aim = told[int(dice.integers(len(told)))]
        words = aim.text.split("\n")[0].removeprefix("owner: ").rstrip(".").split()
        query = " ".join(dice.choice(words[:-2], 4)) + " " + " ".join(words[-2:])
        given = Given(index.embedder, query)
        index.embedder, own = given, index.embedder
        began, own_began = time.perf_counter(), time.thread_time()
        _, hits = recall(index, Recall("r", "her", query, now_us))
        if n >= WARM:
            times.append(_ms(began))
            own_times.append((time.thread_time() - own_began) * 1e3)
            found += aim.turn in [hit["turn"] for hit in hits]
        index.embedder = own
    ok = found >= 0.95 * QUESTIONS
    p50, p95 = np.percentile(times, [50, 95])
    yield _row(f"recall p50, {len(told):,}", p50, "ms", ok)
    yield _row(f"recall p95, {len(told):,}", p95, "ms", ok and (len(told) != GOAL_SIZE or p95 <= GOAL_MS), GOAL_MS if len(told) == GOAL_SIZE else None)
    yield _row(f"recall p95 of its own processor time, {len(told):,}", np.percentile(own_times, 95), "ms", ok)
    yield _row(f"recalled what was asked for, {len(told):,}", found / QUESTIONS, "share", ok)


class Given:
    """An embedder that has the question's vector already: the embedding is given."""

    def __init__(self, embedder: Drawn, query: str) -> None:
        self.dim, self.fingerprint, self._vector = embedder.dim, embedder.fingerprint, embedder.embed([query])

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        return self._vector


def _changes(index: Index, told: Sequence[MemoryEntry]) -> Iterator[dict]:
    """A hundred more, one by one, as a day brings them; then one that is let go."""
    later = [MemoryEntry(f"n-{n}", told[-1].at_us + (n + 1) * 60_000_000, told[-1].day, f"owner: n{n} topic{n % TOPICS}.") for n in range(100)]
    began = time.perf_counter()
    for entry in later:
        index.remember([entry])
        index.work()
    yield _row(f"add a memory, {len(told):,}", _ms(began) / 100, "ms", index.rows.live == len(told) + 100)
    began = time.perf_counter()
    gone = index.forget("", [told[len(told) // 2].turn])[1]
    yield _row(f"forget a turn, {len(told):,}", _ms(began), "ms", gone == 1)
    while index.work():
        pass


def _embedder() -> list[dict]:
    made = starter()
    if made is None:
        return []
    made.embed(["warm up"])
    began = time.perf_counter()
    shape = made.embed([f"When did I tell you about the {word} by the river?" for word in ("cat", "boat", "house", "letter")] * 8).shape
    return [_row("embed a sentence, starter", _ms(began) / 32, "ms", shape == (32, 384))]


def _ms(began: float) -> float:
    return (time.perf_counter() - began) * 1e3


def resident_bytes() -> int:
    """Bytes of this process that are in memory now (Linux; elsewhere the highest so far)."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _row(what: str, value: float, unit: str, ok: bool, goal: float | None = None) -> dict:
    return {"what": what, "value": round(float(value), 3), "unit": unit, "goal": goal, "ok": bool(ok and value > 0), "peer": None, "ratio": None}
