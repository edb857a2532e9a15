"""The side of the index that knows likeness of meaning: a vector for each sentence, and one for each memory together with the one before.

Rows wait in `pending` until their vectors are made, a few at a time. A vector is known by a mark of the words it was made from, so that an
index made again embeds only what is new.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from yurios.memory.embedder import Embedder
from yurios.memory.halves import Halves
from yurios.memory.rows import Rows
from yurios.memory.shelf import Shelf
from yurios.memory.vectors import Vectors
from yurios.memory.wording import sentences

#: Beside the database: vectors of sentences, of pairs, and the graph over the sentences.
SENTENCES, PAIRS, GRAPH = "sentences.f16", "pairs.f16", "graph.hnsw"


class Meanings:
    """`folder` is where the files lie, or None for memory. `owner` is {sentence: row}; `pairs` are by row. Raises OSError for the disk's sake."""

    def __init__(self, embedder: Embedder | None, folder: Path | None) -> None:
        self._embedder, self._folder = embedder, folder
        dim = embedder.dim if embedder else 1
        self.sentences = Vectors(dim, path=folder / SENTENCES if folder else None)
        self.pairs = Halves(dim, folder / PAIRS if folder else None)
        self.owner = np.zeros(1024, np.int64)
        self.pending: list[int] = []
        self._before: tuple[dict[bytes, int], np.ndarray] = {}, np.zeros((0, dim), np.float16)

    def restore(self, rows: Rows, count: int) -> None:
        """Take up the files as they lie, `count` sentences of which `rows` say whose they are; and the graph, if it is of these."""
        record = rows.all
        mine = np.flatnonzero(record["many"] > 0)
        many, first = record["many"][mine].astype(np.int64), record["first"][mine]
        names = np.repeat(first - np.concatenate([[0], np.cumsum(many)[:-1]]), many) + np.arange(many.sum()) if len(mine) else np.zeros(0, np.int64)
        self.sentences.restore(count, names)
        self._own(count)
        self.owner[names] = np.repeat(mine, many)
        self.pairs.reserve(rows.count)
        if self._folder:
            self.sentences.load(self._folder / GRAPH)

    def mend(self, rows: Rows, shelf: Shelf) -> int:
        """After a death: say in `rows` whose sentence is where, as the shelf has it; what is not whole waits anew. The count of sentences."""
        entry, pair, slot = shelf.passages().T
        there = self._written(np.where(pair == 1, -1, slot), np.where(pair == 1, slot, -1))
        paired = np.unique(entry[there & (pair == 1)])
        said, at = entry[there & (pair == 0)], slot[there & (pair == 0)]
        lost = np.unique(entry[~there])
        order = np.lexsort((at, said))
        mine, starts, many = np.unique(said[order], return_index=True, return_counts=True)
        rows.all["first"][mine], rows.all["many"][mine] = at[order][starts], many
        rows.all["many"][lost] = 0
        if len(lost):
            with shelf:
                shelf.drop_vectors(lost.tolist())
        ready = set(paired.tolist()) & set(mine.tolist()) - set(lost.tolist())
        self.pending = [row for row in sorted(rows.turns) if row not in ready] if self._embedder else []
        return int(slot[pair == 0].max()) + 1 if (pair == 0).any() else 0

    def _written(self, slots: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Which of these vectors really lie in the files: after a power cut there may be none, or zeros."""
        there = np.zeros(len(slots), bool)
        for names, kept in ((slots, self.sentences.kept), (rows, self.pairs)):
            asked = np.flatnonzero((names >= 0) & (names < len(kept)))
            for at in range(0, len(asked), 4096):
                some = asked[at:at + 4096]
                there[some] = kept[names[some]].any(axis=1)
        return there

    def known(self, shelf: Shelf) -> None:
        """Keep what the files hold by its marks, for an index that is about to be made again."""
        marks = shelf.marks()
        kept = [(mark, self.pairs if pair else self.sentences.kept, slot) for pair, mark, slot in marks]
        kept = [(mark, table, slot) for mark, table, slot in kept if slot < len(table)]
        vectors = np.stack([table[slot] for _, table, slot in kept]) if kept else self._before[1][:0]
        self._before = {mark: at for at, (mark, _, _) in enumerate(kept)}, vectors

    def known_from(self, other: Meanings) -> None:
        self._before = other._before

    def made(self) -> None:
        """All is made: what an earlier index knew is of no use any more."""
        self._before = {}, self._before[1][:0]

    def embed(self, asked: Sequence[int], rows: Rows, shelf: Shelf) -> None:
        """Sentences of these rows, and each row's text together with the one before it."""
        texts = shelf.texts(sorted({*asked, *(int(rows.all[row]["before"]) for row in asked)}))
        parts: list[tuple[int, bool, str]] = []
        for row in asked:
            if row in rows.turns:
                before = texts.get(int(rows.all[row]["before"]), "")
                parts += [(row, False, sentence) for sentence in sentences(texts[row])] if not rows.all[row]["many"] else []
                parts.append((row, True, f"{before}\n{texts[row]}" if before else texts[row]))
        marks = [hashlib.blake2b(text.encode(), digest_size=12).digest() for _, _, text in parts]
        vectors = self._vectors(dict(zip(marks, (text for _, _, text in parts))))
        by_row: dict[int, list[bytes]] = {}
        for (row, pair, _), mark in zip(parts, marks):
            if pair:
                self.pairs.write(row, vectors[mark][None])
                shelf.add_vectors(row, [(mark, row)], pair=True)
            else:
                by_row.setdefault(row, []).append(mark)
        for row, its in by_row.items():
            names = self._place(row, rows, np.array([vectors[mark] for mark in its]))
            shelf.add_vectors(row, list(zip(its, names)), pair=False)

    def remove(self, gone: Iterable[int], rows: Rows) -> None:
        """Forget the vectors of these rows, to the last byte."""
        gone = list(gone)
        for row in gone:
            record = rows.all[row]
            self.sentences.remove(range(int(record["first"]), int(record["first"] + record["many"])))
            if row < len(self.pairs):
                self.pairs.write(row, np.zeros_like(self.pairs[row:row + 1]))
        self.pending = [row for row in self.pending if row not in set(gone)]
        if gone and self._folder:
            (self._folder / GRAPH).unlink(missing_ok=True)

    def close(self, whole: bool) -> None:
        if self._folder and whole:
            self.sentences.save(self._folder / GRAPH)
        self.sentences.close()
        self.pairs.close()

    def _vectors(self, texts: dict[bytes, str]) -> dict[bytes, np.ndarray]:
        marks, kept = self._before
        found = {mark: kept[marks[mark]] for mark in texts if mark in marks}
        new = [mark for mark in texts if mark not in found]
        if new:
            found.update(zip(new, self._embedder.embed([texts[mark] for mark in new]).astype(np.float16)))
        return found

    def _place(self, row: int, rows: Rows, vectors: np.ndarray) -> range:
        names = self.sentences.add(vectors)
        self._own(names.stop)
        self.owner[names.start:names.stop] = row
        rows.all[row]["first"], rows.all[row]["many"] = names.start, len(vectors)
        return names

    def _own(self, count: int) -> None:
        if count > len(self.owner):
            self.owner = np.concatenate([self.owner, np.zeros(max(count - len(self.owner), len(self.owner)), np.int64)])
