"""Many vaults in one SQLite file: what a game keeps for a village of characters instead of a folder of folders.

The same engine and the same commit ids as on disk; only where the bytes lie differs. Objects are shared between the characters of a
file, so a persona that a hundred of them have is kept once. `Shelf` opens the file; `SqliteRepository(shelf, name)` is one vault in it.
Not synchronised: the tape is what survives a power cut, as for the folder. Format: https://www.sqlite.org/wal.html.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from yurios.vault.folder import Mark, MemoryFolder
from yurios.vault.history import HeadMoved, MemoryHistory
from yurios.vault.ledger import KEPT, Ledger
from yurios.vault.moments import Moments
from yurios.vault.repository import Repository
from yurios.vault.trees import object_id
from yurios.vault.trouble import VaultDamaged

SCHEMA = 1
TABLES = """
CREATE TABLE IF NOT EXISTS object (id BLOB PRIMARY KEY, raw BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (vault TEXT, path TEXT, data BLOB NOT NULL, stamp INTEGER NOT NULL, PRIMARY KEY (vault, path)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ref (vault TEXT, name TEXT, id TEXT NOT NULL, PRIMARY KEY (vault, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ledger (number INTEGER PRIMARY KEY, vault TEXT NOT NULL, line TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS ledger_of ON ledger (vault, number);
"""
HEAD = "HEAD"
#: What SQLite calls by number, and what the machine calls it: https://www.sqlite.org/rescode.html
_ERRNO = {sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_READONLY: errno.EROFS, sqlite3.SQLITE_CANTOPEN: errno.ENOENT,
          sqlite3.SQLITE_PERM: errno.EACCES, sqlite3.SQLITE_BUSY: errno.EBUSY, sqlite3.SQLITE_LOCKED: errno.EBUSY}
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
WAIT_S = 2.0


class Shelf:
    """One SQLite file of vaults. One statement at a time, from whichever thread. Raises `VaultError`s through its repositories."""

    def __init__(self, place: Path) -> None:
        self.place, self._lock = Path(place), threading.Lock()
        self._base = _translated(lambda: sqlite3.connect(self.place, timeout=WAIT_S, isolation_level=None, check_same_thread=False), self.place)
        self.run("PRAGMA journal_mode=WAL")
        self.run("PRAGMA synchronous=OFF")
        self._set_up()

    def _set_up(self) -> None:
        found = self.run("PRAGMA user_version")[0][0]
        if found > SCHEMA:
            raise VaultDamaged("newer", f"{self.place} was written by a newer version (schema {found}).", "Use that version, or another file.")
        _translated(lambda: self._base.executescript(TABLES), self.place)
        self.run(f"PRAGMA user_version={SCHEMA}")

    def run(self, sql: str, values: tuple = ()) -> list[tuple]:
        """All rows of one statement, which is a transaction of its own. Raises `OSError` for what the machine refuses."""
        with self._lock:
            return _translated(lambda: self._base.execute(sql, values).fetchall(), self.place)

    def names(self) -> list[str]:
        """Whose vaults are in the file, sorted."""
        return [name for (name,) in self.run("SELECT vault FROM ref WHERE name = ? ORDER BY vault", (HEAD,))]

    def close(self) -> None:
        self._base.close()


def _translated(work: Callable, place: Path):
    """Run it; what SQLite says of the disk becomes the `OSError` that it is, and what it says of the file `VaultDamaged`."""
    try:
        return work()
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _DAMAGED:
            raise VaultDamaged("damaged", f"{place} is not a whole SQLite file ({error}).", "Put a copy of it back; the tape tells its life again.") from error
        number = _ERRNO.get(code, errno.EIO)
        raise OSError(number, os.strerror(number), str(place)) from error


class SqliteHistory(MemoryHistory):
    """Objects, tip and marks in the shelf. As in memory, there is no owner with a git of their own."""

    def __init__(self, shelf: Shelf, vault: str, moments: Moments) -> None:
        super().__init__(moments)
        self._shelf, self._vault = shelf, vault

    def get(self, ident: bytes) -> bytes:
        rows = self._shelf.run("SELECT raw FROM object WHERE id = ?", (bytes.fromhex(ident.decode()),))
        if not rows:
            raise KeyError(ident)
        return rows[0][0]

    def put(self, kind: bytes, raw: bytes) -> bytes:
        ident = object_id(kind, raw)
        self._moments.before(f"{kind.decode()}: before")
        self._shelf.run("INSERT OR IGNORE INTO object VALUES (?, ?)", (bytes.fromhex(ident.decode()), raw))
        return ident

    def head(self) -> str | None:
        return self.marked(HEAD)

    def advance(self, old: str | None, new: str, line: bytes) -> None:
        self._moments.before("ref: before")
        moved = self._shelf.run("UPDATE ref SET id = ? WHERE vault = ? AND name = ? AND id = ? RETURNING id", (new, self._vault, HEAD, old)) if old \
            else self._shelf.run("INSERT OR IGNORE INTO ref VALUES (?, ?, ?) RETURNING id", (self._vault, HEAD, new))
        if not moved:
            raise HeadMoved
        self._moments.after("ref: moved")

    def mark(self, name: str, ident: str) -> None:
        self._shelf.run("INSERT OR REPLACE INTO ref VALUES (?, ?, ?)", (self._vault, name, ident))

    def marked(self, name: str) -> str | None:
        rows = self._shelf.run("SELECT id FROM ref WHERE vault = ? AND name = ?", (self._vault, name))
        return rows[0][0] if rows else None


class SqliteFolder(MemoryFolder):
    """The working files as rows."""

    def __init__(self, shelf: Shelf, vault: str, moments: Moments) -> None:
        super().__init__(moments)
        self._shelf, self._vault = shelf, vault

    def read(self, path: str) -> bytes | None:
        rows = self._shelf.run("SELECT data FROM file WHERE vault = ? AND path = ?", (self._vault, path))
        return rows[0][0] if rows else None

    def write(self, path: str, data: bytes) -> None:
        self._moments.before(f"{path}: before the new file")
        self._shelf.run("INSERT INTO file VALUES (?, ?, ?, 1) ON CONFLICT (vault, path) DO UPDATE SET data = excluded.data, stamp = stamp + 1", (self._vault, path, data))
        self._moments.after(f"{path}: renamed")

    def delete(self, path: str) -> None:
        self._moments.before(f"{path}: before deleting")
        self._shelf.run("DELETE FROM file WHERE vault = ? AND path = ?", (self._vault, path))
        self._moments.after(f"{path}: deleted")

    def mark(self, path: str) -> Mark | None:
        rows = self._shelf.run("SELECT stamp, length(data) FROM file WHERE vault = ? AND path = ?", (self._vault, path))
        return (*rows[0], 0) if rows else None

    def listing(self, folder: str) -> tuple[list[str], list[str]]:
        start = f"{folder}/" if folder else ""
        below = [path[len(start):] for path in self._below(start)]
        return sorted(name for name in below if "/" not in name), sorted({name.split("/")[0] for name in below if "/" in name})

    def walk(self) -> Iterator[str]:
        return iter(self._below(""))

    def _below(self, start: str) -> list[str]:
        """Paths that begin with `start`, sorted by their bytes as in the other twins."""
        end = start[:-1] + "0" if start else "\U0010ffff"  # "0" is the character after "/"
        return [path for (path,) in self._shelf.run("SELECT path FROM file WHERE vault = ? AND path >= ? AND path < ? ORDER BY path", (self._vault, start, end))]


class SqliteLedger(Ledger):
    """The ledger's lines as rows; the oldest go when a longer ledger is opened."""

    def __init__(self, shelf: Shelf, vault: str, moments: Moments) -> None:
        super().__init__(moments)
        self._shelf, self._vault = shelf, vault
        rows = shelf.run("SELECT number, line FROM ledger WHERE vault = ? ORDER BY number", (vault,))
        for _, line in rows:
            self._take(json.loads(line))
        if len(rows) > KEPT:
            shelf.run("DELETE FROM ledger WHERE vault = ? AND number < ?", (vault, rows[-KEPT][0]))

    def _store(self, line: dict) -> None:
        self._shelf.run("INSERT INTO ledger (vault, line) VALUES (?, ?)", (self._vault, json.dumps(line)))


class SqliteRepository(Repository):
    """One vault of a shelf. Closing it leaves the shelf open, for the others."""

    def __init__(self, shelf: Shelf, name: str, watch: Callable[[str], None] | None = None) -> None:
        moments = Moments(watch)
        super().__init__(SqliteFolder(shelf, name, moments), SqliteHistory(shelf, name, moments), SqliteLedger(shelf, name, moments), moments)
