"""Loose objects into packs, in quiet time, so that years of commits stay small and fast. Each step is bounded."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from heapq import nsmallest

from dulwich.object_store import DiskObjectStore
from dulwich.pack import deltify_pack_objects

PACK_WHEN, PACK_AT_ONCE = 2_000, 500
PACKS_KEPT, MERGED_AT_MOST = 12, 6_000  # packs before small ones are merged; objects that one merge may hold in memory
DELTA_WINDOW = 2  # neighbours compared: a day file and its folder grow by a line a turn, so the next version is right there


class Packs:
    """The objects of one repository; `folder` is where they lie."""

    def __init__(self, store: DiskObjectStore, folder: str) -> None:
        self._store, self._folder = store, folder
        self._loose: int | None = None

    def one_more(self) -> None:
        """A loose object was added."""
        self._loose = None if self._loose is None else self._loose + 1

    def settle(self) -> None:
        """When loose files are many, move a bounded batch of them into a pack; when packs are many, merge small ones."""
        if self._loose is None:
            self._loose = self._store.count_loose_objects()
        if self._loose > PACK_WHEN:
            self._pack()
        elif len(self._store.packs) > PACKS_KEPT:
            self._merge()

    def _pack(self) -> None:
        """A pack is complete on disk before the loose files it replaces go. The oldest first: neighbours make small deltas."""
        batch = nsmallest(PACK_AT_ONCE, self._loose_ids(), key=self._age)
        self._store_pack(batch)
        for ident in batch:
            self._store.delete_loose_object(ident)
        self._loose = None

    def _age(self, ident: bytes) -> int:
        name = ident.decode()
        return os.stat(f"{self._folder}/{name[:2]}/{name[2:]}").st_mtime_ns

    def _store_pack(self, ids: Iterable[bytes]) -> bytes | None:
        """One pack with these objects, kept as differences; its name."""
        objects = [self._store[ident] for ident in ids]
        made = self._store.add_pack_data(len(objects), deltify_pack_objects(iter(objects), window_size=DELTA_WINDOW))
        return made.name() if made else None

    def _merge(self) -> None:
        """Many small packs into one, so that years of quiet evenings do not leave hundreds for every reader to open."""
        chosen, ids = [], set()
        for pack in sorted(self._store.packs, key=len):
            if len(ids) + len(pack) > MERGED_AT_MOST:
                break
            chosen.append(pack)
            ids.update(pack)
        if len(chosen) < 2:
            return
        made = self._store_pack(sorted(ids))
        for pack in chosen:
            if made is not None and pack.name() != made:
                self._store._remove_pack(pack)  # noqa: SLF001 - dulwich has no public way to let go of one pack

    def _loose_ids(self) -> Iterator[bytes]:
        for folder in sorted(os.listdir(self._folder)):
            if len(folder) == 2:
                for name in sorted(os.listdir(f"{self._folder}/{folder}")):
                    if len(name) == 38:
                        yield (folder + name).encode()
