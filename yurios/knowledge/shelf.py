"""The shelf: what is known of each file, and its passages, in SQLite beside the files. All of it can be made again.

Full text is FTS5 with BM25 (Robertson and Zaragoza 2009, as SQLite computes it); vectors are blobs, searched in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from yurios.knowledge.chunking import Passage
from yurios.knowledge.document import Document

SCHEMA = 1
_TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE docs(path TEXT PRIMARY KEY, stat TEXT, hash TEXT, state TEXT, reason TEXT, title TEXT, text TEXT);
CREATE TABLE passages(id INTEGER PRIMARY KEY, path TEXT, start INTEGER, stop INTEGER, heading TEXT, page TEXT, vector BLOB);
CREATE INDEX passages_of ON passages(path);
CREATE VIRTUAL TABLE words USING fts5(situated, tokenize = 'porter unicode61 remove_diacritics 2');
"""


@dataclass(frozen=True)
class Entry:
    """What is known of one file. `stat` is size and time of change, as last looked at."""

    path: str
    stat: str
    hash: str
    state: str
    reason: str
    title: str


@dataclass(frozen=True)
class Held:
    """A passage as it is kept."""

    id: int
    path: str
    title: str
    start: int
    stop: int
    heading: str
    page: str
    text: str


class Shelf:
    """One resident's shelf; `path` None keeps it in memory. A damaged file, or one of another schema or embedder, is begun anew."""

    def __init__(self, path: Path | None, fingerprint: str) -> None:
        self._path, self._mark = path, f"{SCHEMA}:{fingerprint}"
        self.begun_anew = False
        self._db = self._opened()

    def entries(self) -> dict[str, Entry]:
        """{path: entry} of every file that was looked at."""
        return {row[0]: Entry(*row) for row in self._db.execute("SELECT path, stat, hash, state, reason, title FROM docs ORDER BY path")}

    def put(self, entry: Entry, document: Document | None = None, passages: Iterable[tuple[Passage, str, np.ndarray | None]] = ()) -> None:
        """Keep a file's entry and, in the same transaction, its passages with their situated words and vectors."""
        with self._db:
            self._drop(entry.path)
            self._db.execute("INSERT INTO docs VALUES (?,?,?,?,?,?,?)", (entry.path, entry.stat, entry.hash, entry.state, entry.reason, entry.title, document.text if document else ""))
            for passage, words, vector in passages:
                blob = None if vector is None else vector.astype("<f4").tobytes()
                row = self._db.execute("INSERT INTO passages(path,start,stop,heading,page,vector) VALUES (?,?,?,?,?,?)", (entry.path, passage.start, passage.end, passage.heading, passage.page, blob))
                self._db.execute("INSERT INTO words(rowid, situated) VALUES (?,?)", (row.lastrowid, words))

    def rename(self, old: str, new: Entry) -> None:
        """The same content under another path: nothing is read again."""
        with self._db:
            self._db.execute("DELETE FROM docs WHERE path=?", (new.path,))
            self._db.execute("UPDATE docs SET path=?, stat=? WHERE path=?", (new.path, new.stat, old))
            self._db.execute("UPDATE passages SET path=? WHERE path=?", (new.path, old))

    def touch(self, path: str, stat: str) -> None:
        """The file was looked at again and says the same."""
        with self._db:
            self._db.execute("UPDATE docs SET stat=? WHERE path=?", (stat, path))

    def remove(self, path: str) -> None:
        with self._db:
            self._drop(path)

    def vectors(self) -> tuple[np.ndarray, np.ndarray]:
        """(ids int64 [n], vectors float32 [n, dim]) of every passage that has one."""
        rows = self._db.execute("SELECT id, vector FROM passages WHERE vector IS NOT NULL ORDER BY id").fetchall()
        ids = np.array([row[0] for row in rows], dtype=np.int64)
        return ids, np.stack([np.frombuffer(row[1], "<f4") for row in rows]) if rows else np.zeros((0, 0), np.float32)

    def by_words(self, query: str, k: int) -> list[int]:
        """Passage ids by BM25, best first. `query` is an FTS5 expression."""
        return [row[0] for row in self._db.execute("SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words), rowid LIMIT ?", (query, k))]

    def passage(self, ident: int) -> Held:
        """One passage; its text is cut from the document's, so the span cannot lie."""
        row = self._db.execute(
            "SELECT p.id, p.path, d.title, p.start, p.stop, p.heading, p.page, substr(d.text, p.start + 1, p.stop - p.start) "
            "FROM passages p JOIN docs d ON d.path = p.path WHERE p.id=?", (ident,),
        ).fetchone()
        return Held(*row)

    def text(self, path: str) -> str:
        """The document's text that spans count in, "" when it is not shelved."""
        row = self._db.execute("SELECT text FROM docs WHERE path=?", (path,)).fetchone()
        return row[0] if row else ""

    def count(self) -> int:
        """Passages in all."""
        return self._db.execute("SELECT count(*) FROM passages").fetchone()[0]

    def close(self) -> None:
        self._db.close()

    def _drop(self, path: str) -> None:
        self._db.execute("DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE path=?)", (path,))
        self._db.execute("DELETE FROM passages WHERE path=?", (path,))
        self._db.execute("DELETE FROM docs WHERE path=?", (path,))

    def _opened(self) -> sqlite3.Connection:
        try:
            return self._open()
        except (sqlite3.DatabaseError, ValueError):
            if self._path is None:
                raise
            self.begun_anew = True
            for gone in self._path.parent.glob(self._path.name + "*"):
                gone.unlink()
            return self._open()

    def _open(self) -> sqlite3.Connection:
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(self._path or ":memory:", check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = OFF")  # a cache: after a power cut it is made again
            if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                db.executescript(_TABLES)
                db.execute("INSERT INTO meta VALUES ('mark', ?)", (self._mark,))
                db.commit()
            if db.execute("SELECT value FROM meta WHERE key='mark'").fetchone() != (self._mark,):
                raise ValueError("made by another version or embedder")
            db.execute("SELECT count(*) FROM docs, passages, words LIMIT 1")
            return db
        except BaseException:
            db.close()
            raise
