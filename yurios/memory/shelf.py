"""What the index keeps: entries, their words in FTS5, their vectors as bytes, and the marks that say what it was made from.

One SQLite file on disk, or the same in memory. It is a cache of markdown, so it syncs nothing and, when anything about it is
wrong, it is thrown away and made again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from ecs.effects import MemoryEntry

SCHEMA = 2
TABLES = """
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS files(path TEXT PRIMARY KEY, mark TEXT);
CREATE TABLE IF NOT EXISTS gone(turn TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS entry(id INTEGER PRIMARY KEY, turn TEXT, kind TEXT, at_us INTEGER, day TEXT, salience INTEGER, trust TEXT,
    text TEXT, UNIQUE(turn, kind, text));
CREATE TABLE IF NOT EXISTS passage(id INTEGER PRIMARY KEY, entry INTEGER, pair INTEGER, mark BLOB, slot INTEGER);
CREATE INDEX IF NOT EXISTS passage_entry ON passage(entry);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(text, before, earlier, tokenize='porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE IF NOT EXISTS terms USING fts5vocab(words, 'row');
"""


class Stale(Exception):
    """The file cannot be used as it is: another schema, another embedder, or not a database. Make it again from markdown."""


class Shelf:
    """`path` is the database file, or None for memory. Raises Stale when a file is there and does not fit `fingerprint`."""

    def __init__(self, path: Path | None, fingerprint: str) -> None:
        self.path = path
        self._db = sqlite3.connect(str(path) if path else ":memory:", isolation_level=None, check_same_thread=False)
        try:
            self._open(fingerprint)
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise Stale(str(error)) from error
        except Stale:
            self._db.close()
            raise

    def _open(self, fingerprint: str) -> None:
        for line in ("journal_mode=MEMORY", "synchronous=OFF", "secure_delete=ON", "temp_store=MEMORY", "cache_size=-32768"):
            self._db.execute(f"PRAGMA {line}")
        fresh = not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        self._db.executescript(TABLES)
        mine = {"schema": str(SCHEMA), "embedder": fingerprint}
        if fresh:
            self._db.executemany("INSERT INTO meta VALUES(?, ?)", mine.items())
        kept = dict(self._db.execute("SELECT key, value FROM meta"))
        if {key: kept.get(key) for key in mine} != mine:
            raise Stale("made by another version or another embedder")
        if self._db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Stale("its file is damaged")
        if self._db.execute("SELECT (SELECT count(*) FROM entry) <> (SELECT count(*) FROM words_docsize)").fetchone()[0]:
            raise Stale("rows were lost")

    def meta(self, key: str) -> str:
        """A mark of the index about itself, "" when it was never set."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else ""

    def set_meta(self, key: str, value: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES(?, ?)", (key, value))

    def files(self) -> dict[str, str]:
        """{vault path: mark} of the files that were read."""
        return dict(self._db.execute("SELECT path, mark FROM files"))

    def set_files(self, marks: dict[str, str]) -> None:
        with self:
            self._db.execute("DELETE FROM files")
            self._db.executemany("INSERT INTO files VALUES(?, ?)", marks.items())

    def gone(self) -> set[str]:
        """Turns that were let go and must not come back."""
        return {turn for (turn,) in self._db.execute("SELECT turn FROM gone")}

    def add(self, entry: MemoryEntry, before: str, earlier: str) -> int | None:
        """Keep an entry and its words, with those of the two entries before it; its row, or None when the very same is kept already."""
        kept = self._db.execute(
            "INSERT OR IGNORE INTO entry(turn, kind, at_us, day, salience, trust, text) VALUES(?, ?, ?, ?, ?, ?, ?)",
            (entry.turn, entry.kind, entry.at_us, entry.day, entry.salience, entry.trust, entry.text))
        if not kept.rowcount:
            return None
        self._db.execute("INSERT INTO words(rowid, text, before, earlier) VALUES(?, ?, ?, ?)", (kept.lastrowid, entry.text, before, earlier))
        return kept.lastrowid

    def set_context(self, row: int, before: str, earlier: str) -> None:
        """What stood before an entry has changed: one of those was let go."""
        self._db.execute("UPDATE words SET before = ?, earlier = ? WHERE rowid = ?", (before, earlier, row))

    def add_vectors(self, row: int, marked: Iterable[tuple[bytes, int]], pair: bool) -> None:
        """Note where an entry's vectors lie, under the marks of the words they were made from; a pair's replaces the one before."""
        if pair:
            self._db.execute("DELETE FROM passage WHERE entry = ? AND pair = 1", (row,))
        self._db.executemany("INSERT INTO passage(entry, pair, mark, slot) VALUES(?, ?, ?, ?)", ((row, pair, mark, slot) for mark, slot in marked))

    def drop_vectors(self, rows: Sequence[int]) -> None:
        """The files have lost the vectors of these entries."""
        self._db.executemany("DELETE FROM passage WHERE entry = ?", ((row,) for row in rows))

    def remove(self, rows: Sequence[int]) -> None:
        """Take entries out."""
        for table, key in (("words", "rowid"), ("passage", "entry"), ("entry", "id")):
            self._db.executemany(f"DELETE FROM {table} WHERE {key} = ?", ((row,) for row in rows))

    def scrub(self) -> None:
        """Leave no byte of what was taken out: FTS5 keeps a deleted row's words until its segments are merged."""
        self._db.execute("INSERT INTO words(words) VALUES('optimize')")

    def add_gone(self, turns: Iterable[str]) -> None:
        self._db.executemany("INSERT OR IGNORE INTO gone VALUES(?)", ((turn,) for turn in turns))

    def entries(self) -> list[tuple[int, MemoryEntry]]:
        """(row, entry) in the order they came."""
        rows = self._db.execute("SELECT id, turn, at_us, day, text, kind, salience, trust FROM entry ORDER BY id")
        return [(row[0], MemoryEntry(*row[1:])) for row in rows]

    def texts(self, rows: Sequence[int]) -> dict[int, str]:
        """{row: text}."""
        marks = ",".join("?" * len(rows))
        return dict(self._db.execute(f"SELECT id, text FROM entry WHERE id IN ({marks})", list(rows)))

    def facts_reading(self, texts: Sequence[str]) -> list[tuple[int, str]]:
        """(row, text) of the distilled facts with exactly these texts."""
        return [row for text in texts for row in self._db.execute("SELECT id, text FROM entry WHERE kind = 'fact' AND text = ?", (text,))]

    def trusts(self, rows: Sequence[int]) -> dict[int, str]:
        """{row: how far whoever said it is trusted} of those that are not the owner's own."""
        marks = ",".join("?" * len(rows))
        return dict(self._db.execute(f"SELECT id, trust FROM entry WHERE trust <> 'owner' AND id IN ({marks})", list(rows)))

    def entries_of(self, kind: str, day: str = "") -> list[tuple[str, str]]:
        """(turn, text) of the facts, or of a day's exchanges."""
        return list(self._db.execute("SELECT turn, text FROM entry WHERE (kind = 'fact') = ? AND (? = '' OR day = ?)", (kind == "fact", day, day)))

    def turns(self) -> dict[int, str]:
        """{row: turn} in the order they came."""
        return dict(self._db.execute("SELECT id, turn FROM entry ORDER BY id"))

    def passages(self) -> np.ndarray:
        """[n, 3] of entry, whether of a pair, and slot: where each vector lies."""
        return np.array(self._db.execute("SELECT entry, pair, slot FROM passage ORDER BY id").fetchall(), np.int64).reshape(-1, 3)

    def marks(self) -> list[tuple[int, bytes, int]]:
        """(whether of a pair, mark, slot) of each vector."""
        return self._db.execute("SELECT pair, mark, slot FROM passage ORDER BY id").fetchall()

    def matching(self, query: str, limit: int) -> list[tuple[int, float]]:
        """(row, BM25) for an FTS5 query, best first: what was said counts 1, the entry before it 1, the one before that 1/2."""
        found = self._db.execute("SELECT rowid, -bm25(words, 1.0, 1.0, 0.5) AS score FROM words WHERE words MATCH ? ORDER BY score DESC, rowid LIMIT ?", (query, limit))
        return list(found)

    def holders(self, word: str) -> int:
        """In how many entries, or in what stood before them, a word occurs."""
        return self._db.execute("SELECT count(*) FROM words WHERE words MATCH ?", (quoted(word),)).fetchone()[0]

    def holding(self, words: str) -> list[tuple[int, str]]:
        """(row, text) of the entries that hold these words one after another; stems count here, the caller looks again."""
        return list(self._db.execute("SELECT rowid, text FROM words WHERE words MATCH ?", (f"text : {quoted(words)}",)))

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Shelf:
        self._db.execute("BEGIN")
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._db.execute("ROLLBACK" if kind else "COMMIT")


def quoted(words: str) -> str:
    """Words as one FTS5 phrase, whatever signs stand in them."""
    return '"' + words.replace('"', " ").replace("\0", " ") + '"'
