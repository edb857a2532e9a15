"""One resident's memory index: what is kept, what is derived from markdown, and how it is made again.

The rows and their words are there at once; vectors follow in small steps, and until they are there she looks by words alone.
What is looked for, and how it is scored, is in `recall.py` and `rank.py`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ecs.effects import MemoryEntry
from yurios.memory.daybook import FORGOTTEN, Calendar, Folder, plain
from yurios.memory.embedder import Embedder
from yurios.memory.files import Place, place_of
from yurios.memory.halves import Halves
from yurios.memory.kept_rows import NAME, keep, take
from yurios.memory.meanings import GRAPH, PAIRS, SENTENCES, Meanings
from yurios.memory.rows import Rows
from yurios.memory.shelf import Shelf, Stale
from yurios.memory.vectors import Vectors

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
        self._open()

    # --- what is there

    @property
    def ready(self) -> bool:
        """True when every row has its vectors, or none will: what is found now is what will be found later."""
        return not self.meanings.pending

    @property
    def progress(self) -> float:
        """Share of the rows that have their vectors, 0 to 1."""
        return 1.0 if not self.rows.live else 1 - len(self.meanings.pending) / self.rows.live

    @property
    def sentences(self) -> Vectors:
        """The vectors of single sentences; `owner` says whose they are."""
        return self.meanings.sentences

    @property
    def owner(self) -> np.ndarray:
        return self.meanings.owner

    @property
    def pairs(self) -> Halves:
        """By row: the vector of a memory together with the one before."""
        return self.meanings.pairs

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
        if len(self.meanings.pending) <= STEP_ROWS:
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
        if self.meanings.pending and self.embedder is not None:
            rows, self.meanings.pending = self.meanings.pending[:STEP_ROWS], self.meanings.pending[STEP_ROWS:]
            with self.shelf:
                self.meanings.embed(rows, self.rows, self.shelf)
            if not self.meanings.pending:
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
        earlier = self.meanings
        try:
            earlier.known(self.shelf)
        except sqlite3.DatabaseError:
            pass
        self.shelf.close()
        earlier.close(whole=False)
        self._discard()
        self.shelf = Shelf(self._path, self._fingerprint)
        self._empty()
        self.meanings.known_from(earlier)
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
        whole = self.ready and self._path is not None and self.shelf.meta("state") == "made"
        if whole:
            try:
                keep(self.rows, self.sentences.count, self._path.parent, self.shelf)
            except (OSError, sqlite3.DatabaseError) as error:
                self.notices.append(f"Her memory index was not closed well ({error}); the next start takes a little longer.")
        self.meanings.close(whole)
        self.shelf.close()

    # --- inside

    def _empty(self) -> None:
        self.rows, self.meanings = Rows(), Meanings(self.embedder, self._path.parent if self._path else None)
        self._holders: dict[str, int] = {}
        self._counted = 0

    def _open(self) -> None:
        self._gone: set[str] = set()
        try:
            if self._path:
                self._path.parent.mkdir(parents=True, exist_ok=True)
            self.shelf = Shelf(self._path, self._fingerprint)
            self._empty()
        except Stale as why:
            self._discard()
            self.shelf = Shelf(self._path, self._fingerprint)
            self._empty()
            self._derive(set(), str(why))
            return
        except OSError as error:
            self._path, self.shelf = None, Shelf(None, self._fingerprint)
            self._empty()
            self.notices.append(f"Her memory index cannot be kept on the disk ({error.strerror}). She recalls from memory, and it is made again at the next start.")
        if self.folder and self.shelf.meta("state") == "":
            self._derive(set(), "")
            return
        self._gone = self.shelf.gone()
        self._load()
        self.look()

    def _discard(self) -> None:
        if self._path:
            for name in (self._path.name, f"{self._path.name}-journal", NAME, GRAPH, SENTENCES, PAIRS):
                self._path.with_name(name).unlink(missing_ok=True)

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
        if not self.meanings.pending:
            self._made()

    def _made(self) -> None:
        self.meanings.made()
        self.shelf.set_meta("state", "made")

    def _load(self) -> None:
        """Take rows and vectors as they lie; after a death, from every text and every mark. What has no vectors yet waits for them."""
        count = take(self.rows, self._path.parent, self.shelf) if self._path else None
        if count is None:
            for row, entry in self.shelf.entries():
                self.rows.add(row, entry)
            count = self.meanings.mend(self.rows, self.shelf)
        self.meanings.restore(self.rows, count)

    def _differs(self, name: str) -> bool:
        if name == FORGOTTEN:
            return not self.folder.gone() <= self._gone
        day = Path(name).stem
        read = {(entry.turn, entry.text) for entry in self.folder.entries(name, self.calendar) if not set(cited(entry.turn)) & self._gone}
        facts = not name.startswith("memory/episodic")
        kept = set(self.shelf.entries_of("fact") if facts else self.shelf.entries_of("turn", day))
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
        self.meanings.pairs.reserve(self.rows.count)
        if self.embedder is not None:
            self.meanings.pending.append(row)
        return True

    def _context(self, before: int) -> tuple[str, str]:
        """The texts of the two entries that stood before."""
        earlier = int(self.rows.all[before]["before"]) if before else 0
        texts = self.shelf.texts([row for row in (before, earlier) if row])
        return texts.get(before, ""), texts.get(earlier, "")

    def _holding(self, words: str) -> list[int]:
        """Rows that hold these words as words, whatever their case: "cat" is not in "education", nor in "cats"."""
        whole = re.compile(rf"(?<!\w){re.escape(words.strip())}(?!\w)", re.IGNORECASE)
        return [row for row, text in self.shelf.holding(words) if whole.search(text)]

    def _remove(self, rows: list[int], turns: set[str]) -> None:
        self._gone |= turns
        touched: set[int] = set()
        self.meanings.remove(rows, self.rows)
        for row in rows:
            touched |= set(self.rows.remove(row))
        touched -= set(rows)
        with self.shelf:
            self.shelf.add_gone(turns)
            self.shelf.remove(rows)
            for row in sorted(touched):
                self.shelf.set_context(row, *self._context(int(self.rows.all[row]["before"])))
        if rows:
            self.shelf.scrub()
        if self.embedder is not None and touched:
            with self.shelf:
                self.meanings.embed(sorted(touched), self.rows, self.shelf)


def cited(turn: str) -> list[str]:
    """The turns that an entry rests on."""
    return [part.strip() for part in turn.split(",") if part.strip()]


def turn_order(turn: str) -> tuple:
    """t-9 before t-10."""
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", turn) if part)
