"""The knowledge edge: looks at her drop folder, reads what is new, and searches what is shelved.

A file is read once it lies still (the same size and time at two looks), ends as shelved or refused with a reason, and is
looked at again only when it changes. A renamed file keeps what was read of it.
"""

from __future__ import annotations

import hashlib
import queue
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from ecs.effects import Search
from yurios.knowledge.chunking import Passage, passages
from yurios.knowledge.document import Document, Refused
from yurios.knowledge.drop import Drop, Place, place_of
from yurios.knowledge.reading import read
from yurios.knowledge.shelf import Entry, Held, Shelf

BATCH = 32
#: Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): a hit's score is the sum of 1/(60 + rank).
RRF = 60
#: A passage is about the question when it is this near to it, or holds this share of the question's own words.
NEAR, SHARED = 0.36, 0.5
_STOP = frozenset("a about an and are as at be by did do does for from had has have he her his how i in is it me my of on or our she that the their them they this to was we were what when where which who why will with you your".split())


class Embedder(Protocol):
    """What this edge needs of an embedder: `embed` gives unit rows, float32 [n, dim]."""

    fingerprint: str

    def embed(self, texts: list[str]) -> np.ndarray: ...


@dataclass
class Room:
    """One resident's shelf under way: the drop folder, the index, and the marks of the last look.

    `expected` is {path: state} of what the simulation knows and the index has lost: read again, it is no news.
    """

    drop: Drop
    shelf: Shelf
    seen: dict[str, str] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
    expected: dict[str, str] = field(default_factory=dict)
    vectors: tuple[np.ndarray, np.ndarray] | None = None


class KnowledgeEdge:
    """Takes `Search`. `look(resident)` scans the drop folder; each file that was dealt with is told by one `parsed`.

    `vaults` names each resident's folder, or a `Place` (files here, index there).
    """

    takes = (Search,)

    def __init__(self, post: Callable, vaults: Mapping[str, Path | Place], embedder: Embedder | None, threaded: bool) -> None:
        self._post, self._embedder = post, embedder
        mark = embedder.fingerprint if embedder else "keyword"
        places = {name: place_of(vault) for name, vault in vaults.items()}
        self._rooms = {name: Room(place.drop, Shelf(place.index, mark)) for name, place in places.items()}
        self._told = [f"The shelf's index of {name} was damaged or from another version; it is being made again." for name, room in self._rooms.items() if room.shelf.begun_anew]
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, name="knowledge", daemon=True) if threaded else None
        if self._worker:
            self._worker.start()

    def handle(self, effect: Search) -> None:
        """Search; in a live run on the worker's thread."""
        self._do(lambda: self._search(effect))

    def look(self, resident: str) -> None:
        """See what lies in the drop folder and deal with what lies still."""
        self._do(lambda: self._look(resident))

    def catch_up(self, resident: str, known: Mapping[str, str]) -> None:
        """Tell again what a crash took from the tape: `known` is {path: state} as the simulation has it."""
        self._do(lambda: self._catch_up(resident, known))

    def notices(self, resident: str) -> list[str]:
        """Sentences for the owner since the last call."""
        told, self._told = self._told, []
        return told

    def close(self) -> None:
        """Finish what is queued, then close the shelves."""
        if self._worker:
            self._jobs.put(None)
            self._worker.join()
        for room in self._rooms.values():
            room.shelf.close()

    def _do(self, job: Callable[[], None]) -> None:
        if self._worker:
            self._jobs.put(job)
        else:
            job()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _catch_up(self, resident: str, known: Mapping[str, str]) -> None:
        room = self._rooms[resident]
        entries = room.shelf.entries()
        for path, entry in entries.items():
            if known.get(path) != entry.state:
                self._post("parsed", {"path": path, "state": entry.state, "reason": entry.reason, "title": entry.title}, to=resident)
        room.expected = {path: state for path, state in known.items() if path not in entries}

    # Reading.

    def _look(self, resident: str) -> None:
        room = self._rooms[resident]
        now, known = room.drop.marks(), room.shelf.entries()
        still = [path for path, mark in now.items() if room.seen.get(path) == mark]
        absent = [path for path in {**known, **room.expected} if path not in now]
        for path in still:
            if path not in known or known[path].stat != now[path]:
                self._deal_with(resident, room, path, known, now)
        for path in absent:
            if path in room.absent and (path in known or path in room.expected):  # absent at two looks, and not renamed
                self._take_away(resident, room, path, known[path].title if path in known else "")
        room.seen, room.absent = now, absent

    def _take_away(self, resident: str, room: Room, path: str, title: str) -> None:
        room.shelf.remove(path)
        room.vectors = None
        room.expected.pop(path, None)
        self._post("parsed", {"path": path, "state": "gone", "title": title}, to=resident)

    def _tell(self, resident: str, room: Room, told: dict) -> None:
        """Say what became of a file, unless it is what the simulation knows and only the index had lost."""
        if room.expected.pop(told["path"], None) != told["state"]:
            self._post("parsed", told, to=resident)

    def _deal_with(self, resident: str, room: Room, path: str, known: dict[str, Entry], now: dict[str, str]) -> None:
        mark = now[path]
        try:
            data = room.drop.content(path)
            digest = hashlib.blake2b(data, digest_size=16).hexdigest()
            if path in known and known[path].hash == digest:
                room.shelf.touch(path, mark)
                return
            moved = next((entry for entry in known.values() if entry.hash == digest and entry.state == "shelved" and entry.path not in now), None)
            if moved is not None:
                room.shelf.rename(moved.path, Entry(path, mark, digest, "shelved", "", moved.title))
                known.pop(moved.path)
                self._post("parsed", {"path": path, "state": "shelved", "title": moved.title, "renamed_from": moved.path}, to=resident)
                return
            document = read(path, data)
        except Refused as refusal:
            room.shelf.put(Entry(path, mark, "", "refused", str(refusal), ""))
            self._tell(resident, room, {"path": path, "state": "refused", "reason": str(refusal)})
            return
        except OSError:
            return  # gone or locked while it was looked at: the next look sees
        cut = passages(document)
        room.shelf.put(Entry(path, mark, digest, "shelved", "", document.title), document, self._situated(document, cut))
        room.vectors = None
        told = {"path": path, "state": "shelved", "title": document.title, "passages": len(cut), "characters": len(document.text)}
        self._tell(resident, room, told)

    def _situated(self, document: Document, cut: list[Passage]) -> list[tuple[Passage, str, np.ndarray | None]]:
        """Each passage with the words by which it is found: title and headings say what it is about."""
        words = [f"{document.title}. {one.heading}. {document.text[one.start:one.end]}" for one in cut]
        if self._embedder is None:
            return [(one, text, None) for one, text in zip(cut, words)]
        rows = [self._embedder.embed(words[at:at + BATCH]) for at in range(0, len(words), BATCH)]
        return list(zip(cut, words, np.concatenate(rows) if rows else []))

    # Searching.

    def _search(self, effect: Search) -> None:
        room = self._rooms.get(effect.to)
        hits, mode = self._hits(room, effect) if room and room.shelf.count() else ([], "none")
        self._post("found", {"search": effect.search, "mode": mode, "hits": hits}, to=effect.to)

    def _hits(self, room: Room, effect: Search) -> tuple[list[dict], str]:
        reach = max(20, 4 * effect.k)
        words = [word for word in re.findall(r"\w+", effect.query.lower()) if word not in _STOP]
        rankings = [room.shelf.by_words(" OR ".join(f'"{word}"' for word in words), reach)] if words else []
        likeness = self._likeness(room, effect.query, reach)
        rankings += [list(likeness)] if likeness else []
        scores: dict[int, float] = {}
        for ranking in rankings:
            for rank, ident in enumerate(ranking):
                scores[ident] = scores.get(ident, 0.0) + 1 / (RRF + rank)
        best = (room.shelf.passage(ident) for ident in sorted(scores, key=lambda ident: (-scores[ident], ident)))
        about = (held for held in best if likeness.get(held.id, 0.0) >= NEAR or _shares(held, words))
        top = len(rankings) / RRF
        return [_hit(held, round(1000 * scores[held.id] / top)) for held, _ in zip(about, range(effect.k))], "hybrid" if likeness else "keyword"

    def _likeness(self, room: Room, query: str, k: int) -> dict[int, float]:
        """{passage: cosine} of the k nearest, nearest first; {} without an embedder."""
        if self._embedder is None:
            return {}
        if room.vectors is None:
            room.vectors = room.shelf.vectors()
        ids, rows = room.vectors
        if not len(ids):
            return {}
        cosines = rows @ self._embedder.embed([query])[0]
        return {int(ids[row]): float(cosines[row]) for row in np.argsort(-cosines, kind="stable")[:k]}


def _shares(held: Held, words: list[str]) -> bool:
    """Whether enough of the question's own words stand in the passage or above it, endings aside."""
    here = set(re.findall(r"\w+", f"{held.title} {held.heading} {held.text}".lower()))
    stems = {word[:5] for word in here}
    shared = sum(word in here or (len(word) > 4 and word[:5] in stems) for word in words)
    return bool(words) and shared >= max(min(2, len(words)), SHARED * len(words))


def _hit(held: Held, score: int) -> dict:
    return {"doc": held.path, "title": held.title, "start": held.start, "end": held.stop, "heading": held.heading, "page": held.page, "text": held.text, "score": score}
