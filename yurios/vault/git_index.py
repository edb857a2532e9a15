"""Git's index file, kept in step so that the owner's `git status` is clean whenever they look.

Only the entries of the files a commit changed are touched, and only where the owner has staged nothing of their own; the
others are carried over as bytes. An index that lags would be worse than an untidy one: the owner's next commit would take
her newest words out again.
"""

from __future__ import annotations

import hashlib
import os
import struct
from pathlib import Path

from yurios.vault.moments import Moments
from yurios.vault.trees import FILE

STATS = struct.Struct(">10L20sH")
LOW = 0xFFFFFFFF
FLAGS_AT, NAME_AT = 60, 62
EXTENDED, STAGED = 0x4000, 0x3000
CONFLICT_STAGES = (1, 2, 3)
VERSIONS = (2, 3, 4)
Entry = tuple[int, bytes] | None  # (mode, id), or None where there is no file
Key = tuple[bytes, int]  # a name and its stage: 0, or 1 to 3 while a conflict is open
Rows = dict[Key, bytes]


class GitIndex:
    """The index of one repository. `refresh` returns False when it is not ours to touch now; ask again later."""

    def __init__(self, place: Path, moments: Moments) -> None:
        self._place, self._lock = place, place.with_name("index.lock")
        self._moments = moments
        self._rows: Rows = {}
        self._in_order, self._extended = True, False
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

    def staged(self, path: str, head: Entry) -> bool:
        """Whether the owner has staged something of their own for this file; True also where that cannot be seen."""
        name = path.encode()
        if not self._load() or any((name, stage) in self._rows for stage in CONFLICT_STAGES):
            return True
        row = self._rows.get((name, 0))
        return (_id(row) if row else None) != (head[1] if head else None)

    def unchanged(self, path: str, state: os.stat_result) -> bytes | None:
        """The blob that a working file surely still holds, by the stat git noted; None when only reading tells."""
        row = self._rows.get((path.encode(), 0)) if self._load() else None
        if row is None or self._seen is None or state.st_mtime_ns >= self._seen[0]:
            return None  # a file as young as the index may have changed after the look at it
        noted, now = STATS.unpack_from(row), divmod(state.st_mtime_ns, 10**9)
        same = noted[2:4] == tuple(part & LOW for part in now) and noted[5] == state.st_ino & LOW and noted[9] == state.st_size & LOW
        return _id(row) if same else None

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
        rows = {} if seen is None else rows_of(self._place.read_bytes())
        self._rows, self._seen = dict(sorted((rows or {}).items())), seen
        self._in_order, self._extended = True, any(_flags(row) & EXTENDED for row in self._rows.values())
        if rows is None:
            self._seen = None  # look again next time: the owner may have finished
        return rows is not None

    def _turn(self, name: bytes, old: Entry, new: Entry, state: os.stat_result | None) -> None:
        if any((name, stage) in self._rows for stage in CONFLICT_STAGES):
            return  # a conflict is the owner's to resolve
        row = self._rows.get((name, 0))
        held = _id(row) if row else None
        if held not in (old[1] if old else None, new[1] if new else None):
            return  # the owner staged something else here: theirs to commit
        if new is None:
            self._rows.pop((name, 0), None)
        else:
            self._in_order = self._in_order and row is not None
            self._rows[name, 0] = _row(name, new, state)

    def _save(self) -> None:
        if not self._in_order:
            self._rows, self._in_order = dict(sorted(self._rows.items())), True
        body = b"DIRC" + struct.pack(">2L", 3 if self._extended else 2, len(self._rows)) + b"".join(self._rows.values())
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


def _id(row: bytes) -> bytes:
    return row[40:60].hex().encode()


def _flags(row: bytes) -> int:
    return struct.unpack_from(">H", row, FLAGS_AT)[0]


def _row(name: bytes, entry: tuple[int, bytes], state: os.stat_result | None) -> bytes:
    """One entry. Without a stat all times are zero, which makes git compare the contents itself."""
    times = (0,) * 10
    if state is not None:
        ctime, mtime = divmod(state.st_ctime_ns, 10**9), divmod(state.st_mtime_ns, 10**9)
        times = (*ctime, *mtime, state.st_dev, state.st_ino, 0, state.st_uid, state.st_gid, state.st_size)
    numbers = [number & LOW for number in times]
    numbers[6] = entry[0] or FILE
    return _padded(STATS.pack(*numbers, bytes.fromhex(entry[1].decode()), min(len(name), 0xFFF)) + name)


def _padded(row: bytes) -> bytes:
    return row + b"\0" * (8 - len(row) % 8)


def rows_of(data: bytes) -> Rows | None:
    """The entries of an index (version 2, 3 or 4) as version-2 rows by name and stage.

    None for a split or sparse index, whose entries lie elsewhere: such a one is left alone.
    """
    magic, version, count = struct.unpack_from(">4s2L", data)
    if magic != b"DIRC" or version not in VERSIONS:
        return None
    rows: Rows = {}
    at, name = 12, b""
    for _ in range(count):
        flags = struct.unpack_from(">H", data, at + FLAGS_AT)[0]
        name_at = at + NAME_AT + (2 if flags & EXTENDED else 0)
        if version == 4:
            dropped, name_from = _number(data, name_at)
            end = data.index(b"\0", name_from)
            name, after = name[: len(name) - dropped] + data[name_from:end], end + 1
        else:
            end = data.index(b"\0", name_at)
            name, after = data[name_at:end], at + (end - at + 8) // 8 * 8
        rows[name, (flags & STAGED) >> 12] = _padded(data[at:name_at] + name)
        at = after
    return None if _needs_more(data, at) else rows


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Git's variable-length number, and where it ends."""
    value = data[at] & 0x7F
    while data[at] & 0x80:
        at += 1
        value = ((value + 1) << 7) | (data[at] & 0x7F)
    return value, at + 1


def _needs_more(data: bytes, at: int) -> bool:
    """Whether an extension follows that a reader must know; those whose name begins with a capital may be dropped."""
    while at + 8 <= len(data) - 20:
        if not data[at : at + 1].isupper():
            return True
        at += 8 + struct.unpack_from(">L", data, at + 4)[0]
    return False
