"""One resident's memory index: what is kept, what is derived from markdown, and how it is made again.

The rows and their words are there at once; vectors follow in small steps, and until they are there she looks by words alone.
What is looked for, and how it is scored, is in `recall.py` and `rank.py`.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ecs.effects import MemoryEntry
from yurios.memory.daybook import FORGOTTEN, Calendar, Folder, plain
from yurios.memory.embedder import Embedder
from yurios.memory.files import Place, place_of
from yurios.memory.rows import Rows
from yurios.memory.shelf import Shelf, Stale
from yurios.memory.vectors import Vectors
from yurios.memory.wording import sentences

STEP_ROWS = 16


class Index:
    """`vault` is her folder, a `Place`, or None for a memory that lasts as long as the process. `embedder` None means words alone."""

    def __init__(self, vault: Path | Place | None, embedder: Embedder | None, calendar: Calendar = Calendar()) -> None:
        place = place_of(vault)
        self.embedder, self.calendar = embedder, calendar
        self.folder = Folder(place.files) if place.files else None
        self.notices: list[str] = []
        self._path = place.index
        self._fingerprint = embedder.fingerprint if embedder else "none"
        self._ready_made: dict[bytes, np.ndarray] = {}
        self._empty()
        self._open()

    # --- what is there

    @property
    def ready(self) -> bool:
        """True when every row has its vectors, or none will: what is found now is what will be found later."""
        return not self.pending

    @property
    def progress(self) -> float:
        """Share of the rows that have their vectors, 0 to 1."""
        return 1.0 if not self.rows.live else 1 - len(self.pending) / self.rows.live

    @property
    def hybrid(self) -> bool:
        """True when likeness of meaning counts; else she looks by words alone."""
        return self.embedder is not None and self.ready

    def holders(self, word: str) -> int:
        """In about how many memories a word occurs; counted again when there is a tenth more of them."""
        if not self._counted <= self.rows.live <= self._counted * 1.1:
            self._holders, self._counted = {}, self.rows.live
        if word not in self._holders:
            self._holders[word] = self.shelf.holders(word)
        return self._holders[word]

    # --- what goes in and out

    def remember(self, entries: Iterable[MemoryEntry]) -> int:
        """Add entries; how many were new. What was let go stays out."""
        added = 0
        with self.shelf:
            for entry in entries:
                added += self._add(entry)
        if len(self.pending) <= STEP_ROWS:
            self.work()
        return added

    def retire(self, texts: Iterable[str]) -> int:
        """Take out the distilled facts that read so; the turns they rested on stay. How many rows went."""
        gone = [row for row, text in self.shelf.facts_reading([plain(text) for text in texts]) if row in self.rows.turns]
        if gone:
            self._remove(gone, set())
        return len(gone)

    def forget(self, words: str, turns: Iterable[str]) -> tuple[list[str], int]:
        """Take out what was said in these turns and what holds these words as words; (turns found, rows gone).

        A fact goes with any turn it rests on. A fact that holds the words while none of its turns does takes its turns along:
        else it would be distilled from them again.
        """
        asked = set(turns)
        held = self._holding(words) if words.strip() else []
        found = asked & {turn for row in self.rows.turns for turn in cited(self.rows.turns[row])}
        found |= {turn for row in held if self.rows.all[row]["turn"] for turn in cited(self.rows.turns[row])}
        for row in held:
            mine = set(cited(self.rows.turns[row]))
            found |= mine if not mine & found else set()
        gone = sorted({row for row, turn in self.rows.turns.items() if found & set(cited(turn))} | set(held))
        self._remove(gone, found | asked)
        return sorted(found, key=turn_order), len(gone)

    def work(self) -> bool:
        """One small step of what is left to do (vectors, then the graph). True while there is more."""
        if self.pending and self.embedder is not None:
            rows, self.pending = self.pending[:STEP_ROWS], self.pending[STEP_ROWS:]
            with self.shelf:
                self._embed(rows)
            if not self.pending:
                self._made()
            return True
        return self.sentences.grow()

    def look(self) -> None:
        """Compare with the folder: a day that reads otherwise than it did (the owner's hand) makes the index again."""
        if self.folder is None:
            return
        marks, known = self.folder.fingerprints(), self.shelf.files()
        changed = [name for name in {*marks, *known} if marks.get(name) != known.get(name)]
        if any(self._differs(name) for name in sorted(changed)):
            self.make_again("her day files changed")
        elif changed:
            self.shelf.set_files(marks)

    def make_again(self, why: str) -> None:
        """Throw the index away and derive it from markdown; vectors of words that did not change are taken over."""
        try:
            self._ready_made = {mark: vector.copy() for _, _, mark, vector in self.shelf.vectors()}
        except sqlite3.DatabaseError:
            self._ready_made = {}
        self.shelf.close()
        self._discard()
        self._empty()
        self.shelf = Shelf(self._path, self._fingerprint)
        self._derive(self._gone, why)

    def leave_the_disk(self, why: str) -> None:
        """The disk takes no index (full, read-only): go on in memory, from the same markdown, until the next start."""
        self.notices.append(f"Her memory index cannot be kept on the disk ({why}). She recalls from memory, and it is made again at the next start.")
        try:
            kept = [entry for _, entry in self.shelf.entries()]
        except sqlite3.DatabaseError:
            kept = []
        self._path = None
        self.make_again("")
        self.remember(kept)

    def close(self) -> None:
        if self._path and self.ready:
            self.sentences.save(self._path.with_name("graph.hnsw"))
        self.shelf.close()

    # --- inside

    def _empty(self) -> None:
        dim = self.embedder.dim if self.embedder else 1
        self.rows, self.sentences = Rows(), Vectors(dim)
        self.owner = np.zeros(1024, np.int64)
        self.pairs = np.zeros((1024, dim), np.float16)
        self.pending: list[int] = []
        self._holders: dict[str, int] = {}
        self._counted = 0

    def _open(self) -> None:
        self._gone: set[str] = set()
        try:
            if self._path:
                self._path.parent.mkdir(parents=True, exist_ok=True)
            self.shelf = Shelf(self._path, self._fingerprint)
        except Stale as why:
            self._discard()
            self.shelf = Shelf(self._path, self._fingerprint)
            self._derive(set(), str(why))
            return
        except OSError as error:
            self._path, self.shelf = None, Shelf(None, self._fingerprint)
            self.notices.append(f"Her memory index cannot be kept on the disk ({error.strerror}). She recalls from memory, and it is made again at the next start.")
        if self.folder and self.shelf.meta("state") == "":
            self._derive(set(), "")
            return
        self._gone = self.shelf.gone()
        self._load()
        self.look()

    def _discard(self) -> None:
        if self._path:
            for name in (self._path, self._path.with_name("graph.hnsw"), self._path.with_name("memory.sqlite-journal")):
                name.unlink(missing_ok=True)

    def _derive(self, gone: set[str], why: str) -> None:
        """Read the whole folder into an empty shelf."""
        self._gone = gone | (self.folder.gone() if self.folder else set())
        marks = self.folder.fingerprints() if self.folder else {}
        with self.shelf:
            self.shelf.set_meta("state", "making")
            self.shelf.add_gone(self._gone)
            for name in marks:
                for entry in self.folder.entries(name, self.calendar):
                    self._add(entry)
        self.shelf.set_files(marks)
        if why and self.rows.live:
            self.notices.append(f"The memory index is being made again from her day files ({why}); meanwhile she looks by words alone.")
        if not self.pending:
            self._made()

    def _made(self) -> None:
        self._ready_made = {}
        self.shelf.set_meta("state", "made")

    def _load(self) -> None:
        """Take rows and vectors from the shelf; rows whose vectors are not there yet wait for them."""
        for row, entry in self.shelf.entries():
            self.rows.add(row, entry)
        self._room()
        whole: dict[int, list[np.ndarray]] = {}
        paired = set()
        for row, pair, _, vector in self.shelf.vectors():
            if pair:
                self.pairs[row] = vector
                paired.add(row)
            else:
                whole.setdefault(row, []).append(vector)
        for row in sorted(whole):
            self._place(row, np.array(whole[row]))
        if self.embedder is not None:
            self.pending = [row for row in sorted(self.rows.turns) if row not in whole or row not in paired]
        if self._path:
            self.sentences.load(self._path.with_name("graph.hnsw"))

    def _differs(self, name: str) -> bool:
        if name == FORGOTTEN:
            return not self.folder.gone() <= self._gone
        day = Path(name).stem
        read = {(entry.turn, entry.text) for entry in self.folder.entries(name, self.calendar) if not set(cited(entry.turn)) & self._gone}
        facts = not name.startswith("memory/episodic")
        kept = {(entry.turn, entry.text) for _, entry in self.shelf.entries() if (entry.kind == "fact") == facts and (facts or entry.day == day)}
        return read != kept

    def _add(self, entry: MemoryEntry) -> bool:
        entry = MemoryEntry(entry.turn, entry.at_us, entry.day, plain(entry.text), entry.kind, entry.salience, entry.trust)
        if not entry.text or set(cited(entry.turn)) & self._gone:
            return False
        before = self.rows.before(entry)
        row = self.shelf.add(entry, *self._context(before))
        if row is None:
            return False
        self.rows.add(row, entry)
        self._room()
        if self.embedder is not None:
            self.pending.append(row)
        return True

    def _context(self, before: int) -> tuple[str, str]:
        """The texts of the two entries that stood before."""
        earlier = int(self.rows.all[before]["before"]) if before else 0
        texts = self.shelf.texts([row for row in (before, earlier) if row])
        return texts.get(before, ""), texts.get(earlier, "")

    def _room(self) -> None:
        while self.rows.count > len(self.pairs):
            self.pairs = np.concatenate([self.pairs, np.zeros_like(self.pairs)])

    def _embed(self, rows: list[int]) -> None:
        """Sentences of these rows, and each row's text together with the one before it."""
        texts = self.shelf.texts(sorted({*rows, *(int(self.rows.all[row]["before"]) for row in rows)}))
        parts: list[tuple[int, bool, str]] = []
        for row in rows:
            if row in self.rows.turns:
                before = texts.get(int(self.rows.all[row]["before"]), "")
                parts += [(row, False, sentence) for sentence in sentences(texts[row])] if not self.rows.all[row]["many"] else []
                parts.append((row, True, f"{before}\n{texts[row]}" if before else texts[row]))
        marks = [hashlib.blake2b(text.encode(), digest_size=12).digest() for _, _, text in parts]
        self._make_ready(dict(zip(marks, (text for _, _, text in parts))))
        by_row: dict[int, list[tuple[bytes, np.ndarray]]] = {}
        for (row, pair, _), mark in zip(parts, marks):
            vector = self._ready_made[mark]
            if pair:
                self.pairs[row] = vector
                self.shelf.add_vectors(row, [(mark, vector)], pair=True)
            else:
                by_row.setdefault(row, []).append((mark, vector))
        for row, marked in by_row.items():
            self._place(row, np.array([vector for _, vector in marked]))
            self.shelf.add_vectors(row, marked, pair=False)
        if self.shelf.meta("state") != "making":
            self._ready_made = {}

    def _make_ready(self, texts: dict[bytes, str]) -> None:
        new = [mark for mark in texts if mark not in self._ready_made]
        if new:
            vectors = self.embedder.embed([texts[mark] for mark in new]).astype(np.float16)
            self._ready_made.update(zip(new, vectors))

    def _place(self, row: int, vectors: np.ndarray) -> None:
        names = self.sentences.add(vectors)
        while names.stop > len(self.owner):
            self.owner = np.concatenate([self.owner, np.zeros_like(self.owner)])
        self.owner[names.start:names.stop] = row
        self.rows.all[row]["first"], self.rows.all[row]["many"] = names.start, len(vectors)

    def _holding(self, words: str) -> list[int]:
        """Rows that hold these words as words, whatever their case: "cat" is not in "education", nor in "cats"."""
        whole = re.compile(rf"(?<!\w){re.escape(words.strip())}(?!\w)", re.IGNORECASE)
        return [row for row, text in self.shelf.holding(words) if whole.search(text)]

    def _remove(self, rows: list[int], turns: set[str]) -> None:
        self._gone |= turns
        touched: set[int] = set()
        for row in rows:
            record = self.rows.all[row]
            self.sentences.remove(range(int(record["first"]), int(record["first"] + record["many"])))
            self.pairs[row] = 0
            touched |= set(self.rows.remove(row))
        touched -= set(rows)
        self.pending = [row for row in self.pending if row not in set(rows)]
        with self.shelf:
            self.shelf.add_gone(turns)
            self.shelf.remove(rows)
            for row in sorted(touched):
                self.shelf.set_context(row, *self._context(int(self.rows.all[row]["before"])))
        if rows:
            self.shelf.scrub()
            if self._path:
                self._path.with_name("graph.hnsw").unlink(missing_ok=True)
        if self.embedder is not None and touched:
            with self.shelf:
                self._embed(sorted(touched))


def cited(turn: str) -> list[str]:
    """The turns that an entry rests on."""
    return [part.strip() for part in turn.split(",") if part.strip()]


def turn_order(turn: str) -> tuple:
    """t-9 before t-10."""
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", turn) if part)
