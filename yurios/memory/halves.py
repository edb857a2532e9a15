"""Vectors as float16 rows, in memory or in a file that is read through the system's page cache: what nobody asks for costs no memory.

A file is written with plain writes, so that a full disk is an error and no crash, and read by mapping it. It is a cache; nothing is synced.
"""

from __future__ import annotations

import errno
import mmap
import os
from pathlib import Path

import numpy as np

LEAST = 1024


class Halves:
    """`dim` floats a row. Rows that were never written are zeros. Raises OSError when the disk refuses."""

    def __init__(self, dim: int, path: Path | None = None) -> None:
        self._dim, self._width = dim, 2 * dim
        self._file = None if path is None else open(path, "r+b" if path.exists() else "w+b", buffering=0)
        self._rows = np.zeros((0, dim), np.float16)
        if self._file:
            self._map()

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, names: np.ndarray | slice | int) -> np.ndarray:
        return self._rows[names]

    def reserve(self, count: int) -> None:
        """There are at least so many rows afterwards."""
        if count <= len(self._rows):
            return
        room = max(count, len(self._rows) * 5 // 4, LEAST)
        if self._file is None:
            self._rows = np.concatenate([self._rows, np.zeros((room - len(self._rows), self._dim), np.float16)])
        else:
            self._rows = self._rows[:0].copy()  # some systems do not let a mapped file grow
            self._file.truncate(room * self._width)
            self._map()

    def write(self, at: int, rows: np.ndarray) -> None:
        """Put rows in place from `at` on."""
        rows = np.ascontiguousarray(rows, np.float16)
        self.reserve(at + len(rows))
        if self._file is None:
            self._rows[at:at + len(rows)] = rows
            return
        self._file.seek(at * self._width)
        if self._file.write(rows.tobytes()) != rows.nbytes:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        if self._file:
            self._rows = self._rows[:0].copy()
            self._file.close()
            self._file = None

    def _map(self) -> None:
        count = os.fstat(self._file.fileno()).st_size // self._width
        if count:
            mapped = mmap.mmap(self._file.fileno(), count * self._width, access=mmap.ACCESS_READ)
            self._rows = np.frombuffer(mapped, np.float16).reshape(count, self._dim)
