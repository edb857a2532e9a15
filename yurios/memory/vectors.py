"""Nearest vectors: exact while they are few, hnswlib when they are many; rows that were let go are never returned.

hnswlib is run with one thread and a fixed seed, so the same additions give the same graph. The graph is grown in small steps
when nothing else is to do; until it is whole, the search is exact (100,000 rows: some 15 ms instead of one). A removed row is
filtered at once, and the graph is grown anew without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from yurios.memory.halves import LEAST, Halves

try:
    import hnswlib
except ImportError:  # exact search then, at any size: slower, never wrong
    hnswlib = None

EXACT_BELOW = 8_000
SEED = 7
LINKS, BUILD_WIDTH, SEARCH_WIDTH = 16, 80, 128


class Vectors:
    """`dim` floats a row, of length one; rows are named by whole numbers in order from 0. float16, so that a row read back from disk is the same row."""

    def __init__(self, dim: int, exact_below: int = EXACT_BELOW, path: Path | None = None) -> None:
        self.count = 0
        self._dim, self._exact_below = dim, exact_below
        self.kept = Halves(dim, path)
        self._live = np.zeros(256, bool)
        self._float = np.zeros((0, dim), np.float32)
        self._graph = None
        self._grown = 0

    def add(self, rows: np.ndarray) -> range:
        """Keep these rows; returns their numbers."""
        names = range(self.count, self.count + len(rows))
        self.kept.write(names.start, rows)
        self._room(names.stop)
        self._live[names.start:names.stop] = True
        self.count = names.stop
        return names

    def restore(self, count: int, live: np.ndarray) -> None:
        """The kept rows are `count`, and those named are the live ones among them."""
        self.count = count
        self.kept.reserve(count)
        self._room(count)
        self._live[:] = False
        self._live[live] = True

    def close(self) -> None:
        self.kept.close()

    def _room(self, count: int) -> None:
        if count > len(self._live):
            self._live = np.concatenate([self._live, np.zeros(max(count - len(self._live), len(self._live)), bool)])

    def remove(self, names: Sequence[int]) -> None:
        """Forget these rows: gone from every answer now, their floats zeroed, and the graph that knew them dropped."""
        for name in names:
            self._live[name] = False
            self.kept.write(name, np.zeros((1, self._dim), np.float16))
        if len(names):
            self._float = self._float[:0]
            self._graph, self._grown = None, 0

    def vectors(self, names: np.ndarray) -> np.ndarray:
        """These rows, float32."""
        return self._whole()[names] if self.count <= self._exact_below else self.kept[names].astype(np.float32)

    def nearest(self, query: np.ndarray, k: int) -> np.ndarray:
        """Names of the k rows nearest to the query (fewer when there are fewer), in the order of their numbers."""
        if self._graph is not None and self._grown == self.count:
            found = self._walk(query, min(k, int(self._live[:self.count].sum())))
            if found is not None:
                return np.sort(found.astype(np.int64))
        cosines = self._cosines(query)
        cosines[~self._live[:self.count]] = -2
        best = np.argpartition(-cosines, min(k, self.count) - 1)[:k] if self.count else np.zeros(0, np.int64)
        return np.sort(best[cosines[best] > -2])

    def _walk(self, query: np.ndarray, k: int) -> np.ndarray | None:
        """The graph's answer; None when it reaches fewer than k rows (hundreds of equal sentences can cut a part off): look exactly then."""
        for width in (SEARCH_WIDTH, 4 * SEARCH_WIDTH):
            self._graph.set_ef(max(width, k))
            try:
                return self._graph.knn_query(query, k=k, num_threads=1)[0][0]
            except RuntimeError:
                continue
        return None

    def _cosines(self, query: np.ndarray) -> np.ndarray:
        if self.count <= self._exact_below:
            return self._whole() @ query
        return np.concatenate([self.kept[at:min(at + 4096, self.count)].astype(np.float32) @ query for at in range(0, self.count, 4096)])

    def _whole(self) -> np.ndarray:
        """All rows as float32, kept while they are few: numpy turns float16 into float32 slowly."""
        if len(self._float) != self.count:
            self._float = self.kept[:self.count].astype(np.float32)
        return self._float

    def grow(self, step: int = 500) -> bool:
        """Put up to `step` more rows into the graph. True while some are left to do."""
        if hnswlib is None or self.count <= self._exact_below or self._grown == self.count:
            return False
        if self._graph is None:
            self._graph = hnswlib.Index(space="ip", dim=self._dim)
            self._graph.init_index(self.count * 5 // 4, ef_construction=BUILD_WIDTH, M=LINKS, random_seed=SEED)
        if self._graph.get_max_elements() < self.count:
            self._graph.resize_index(self.count * 5 // 4)
        stop = min(self.count, self._grown + step)
        names = self._grown + np.flatnonzero(self._live[self._grown:stop])
        if len(names):
            self._graph.add_items(self.vectors(names), names, num_threads=1)
        self._grown = stop
        return stop < self.count

    def save(self, path: Path) -> None:
        """Keep a whole graph beside the index; a partial one is grown anew at the next start."""
        if self._graph is not None and self._grown == self.count:
            part = path.with_suffix(".part")
            self._graph.save_index(str(part))
            part.replace(path)

    def load(self, path: Path) -> None:
        """Take a kept graph if it knows exactly the rows that are here; else leave it. The caller vouches that it is of these rows."""
        if hnswlib is None or self.count <= self._exact_below or not path.is_file():
            return
        graph = hnswlib.Index(space="ip", dim=self._dim)
        try:
            graph.load_index(str(path), max_elements=self.count + LEAST)
        except (RuntimeError, OSError):
            return
        if graph.get_current_count() == int(self._live[:self.count].sum()):
            self._graph, self._grown = graph, self.count
