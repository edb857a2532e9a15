"""Git's index file, kept in step so that the owner's `git status` is clean whenever they look.

Only the entries of the files a commit changed are touched, and only where the owner has staged nothing of their own; the
others are carried over as bytes.
"""

from __future__ import annotations

import hashlib
import os
import struct
from pathlib import Path

from yurios.vault.folder import write_bytes
from yurios.vault.moments import Moments
from yurios.vault.trees import FILE

STATS = struct.Struct(">10L20sH")
LOW = 0xFFFFFFFF
FLAGS_AT, NAME_AT = 60, 62
EXTENDED, STAGED = 0x4000, 0x3000
Entry = tuple[int, bytes] | None  # (mode, id), or None where there is no file


class GitIndex:
    """The index of one repository. `refresh` returns False when it is not ours to touch now; ask again later."""

    def __init__(self, place: Path, moments: Moments) -> None:
        self._place, self._lock = place, place.with_name("index.lock")
        self._moments = moments
        self._rows: dict[bytes, bytes] = {}
        self._seen: tuple[int, int, int] | None = None

    def refresh(self, changed: dict[str, tuple[Entry, Entry, os.stat_result | None]]) -> bool:
        """For each path: what HEAD held, what it holds now, and the working file's stat when its bytes are HEAD's."""
        if not self._claim():
            return False
        if not self._load():
            self._lock.unlink()
            return False
        for path, (old, new, state) in changed.items():
            self._turn(path.encode(), old, new, state)
        self._save()
        return True

    def _claim(self) -> bool:
        try:
            os.close(os.open(self._lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
        except FileExistsError:
            return False
        self._moments.after("index: locked")
        return True

    def _load(self) -> bool:
        seen = _seen(self._place)
        if seen == self._seen:
            return True
        self._rows, self._seen = {}, seen
        if seen is None:
            return True
        rows = rows_of(self._place.read_bytes())
        self._rows = rows or {}
        if rows is None:
            self._seen = None  # look again next time: the owner may have finished
        return rows is not None

    def _turn(self, name: bytes, old: Entry, new: Entry, state: os.stat_result | None) -> None:
        row = self._rows.get(name)
        held = row[40:60].hex().encode() if row else None
        if held not in (old[1] if old else None, new[1] if new else None):
            return  # the owner staged something else here: theirs to commit
        if new is None:
            self._rows.pop(name, None)
        else:
            self._rows[name] = _row(name, new, state)

    def _save(self) -> None:
        body = b"DIRC" + struct.pack(">2L", 2, len(self._rows)) + b"".join(self._rows[name] for name in sorted(self._rows))
        try:
            # Into the lock itself, as git does, so that a crash leaves a lock and never half an index.
            self._lock.write_bytes(body + hashlib.sha1(body, usedforsecurity=False).digest())
            self._moments.after("index: written, not renamed")
            os.replace(self._lock, self._place)
        except Exception:
            self._lock.unlink(missing_ok=True)
            self._seen = None
            raise
        self._seen = _seen(self._place)
        self._moments.after("index: renamed")


def _seen(place: Path) -> tuple[int, int, int] | None:
    try:
        state = place.stat()
    except FileNotFoundError:
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino


def _row(name: bytes, entry: tuple[int, bytes], state: os.stat_result | None) -> bytes:
    """One entry. Without a stat all times are zero, which makes git compare the contents itself."""
    times = (0,) * 10
    if state is not None:
        ctime, mtime = divmod(state.st_ctime_ns, 10**9), divmod(state.st_mtime_ns, 10**9)
        times = (*ctime, *mtime, state.st_dev, state.st_ino, 0, state.st_uid, state.st_gid, state.st_size)
    numbers = [number & LOW for number in times]
    numbers[6] = entry[0] or FILE
    row = STATS.pack(*numbers, bytes.fromhex(entry[1].decode()), min(len(name), 0xFFF)) + name
    return row + b"\0" * (8 - len(row) % 8)


def rows_of(data: bytes) -> dict[bytes, bytes] | None:
    """The entries of an index as raw rows by name; None when it holds a conflict or a form we do not write (v3, v4)."""
    magic, version, count = struct.unpack_from(">4s2L", data)
    if magic != b"DIRC" or version != 2:
        return None
    rows, at = {}, 12
    for _ in range(count):
        (flags,) = struct.unpack_from(">H", data, at + FLAGS_AT)
        if flags & (EXTENDED | STAGED):
            return None
        end = data.index(b"\0", at + NAME_AT)
        size = (end - at + 8) // 8 * 8
        rows[data[at + NAME_AT : end]] = data[at : at + size]
        at += size
    return rows
