"""Many-and-alike things as columns: a `Table` is one component that holds numpy arrays, one a field.

Rows have stable names (`ids`, int64, only ever growing), kept in ascending order, so a row is found by bisection and the
order of rows never depends on what was removed when. Writing goes through `write`, which marks rows and hands
out exactly those; a digest hashes again only what was marked, in blocks of 4,096 rows. A view is good until the next `add`
or `remove`, so nobody keeps one.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

BLOCK = 4096
_KINDS = ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")


class TableError(ValueError):
    """The caller's fault: a field, row or type that the table does not have."""


def hash_block(data: bytes) -> bytes:
    """The name of a block: 32 bytes."""
    return blake2b(data, digest_size=32).digest()


class Table:
    """`Table({"x": "i4", "vx": "i4"})`: integer columns of equal length, plus `ids`."""

    def __init__(self, kinds: dict[str, str]) -> None:
        for field, kind in kinds.items():
            if field == "ids":
                raise TableError("every table has ids already; give the column another name")
            if kind not in _KINDS:
                raise TableError(f"column {field!r} is {kind!r}; a column is one of {', '.join(_KINDS)} (numbers in worlds are integers)")
        self.kinds = dict(kinds)
        self.next_id = 0
        self._count = 0
        self._arrays = {field: np.zeros(0, "<" + kind) for field, kind in {**kinds, "ids": "i8"}.items()}
        self._hashes: dict[str, list[bytes | None]] = {}

    def __len__(self) -> int:
        return self._count

    def add(self, count: int, /, **values: object) -> np.ndarray:
        """Add `count` rows; a value is a number or an array (count,). Returns the new ids, int64 (count,).

        Raises TableError, and adds nothing, for a value that does not fit its column.
        """
        if count < 0:
            raise TableError(f"{count} rows cannot be added; rows leave by remove")
        for field, value in values.items():
            self._check(field, value, count)
        first, last = self._count, self._count + count
        self._grow(last)
        ids = np.arange(self.next_id, self.next_id + count, dtype="<i8")
        for field, array in self._arrays.items():
            array[first:last] = ids if field == "ids" else values.get(field, 0)
            self._mark(field, first, last)
        self._count, self.next_id = last, self.next_id + count
        return ids

    def remove(self, ids: np.ndarray) -> int:
        """Remove the rows with these ids (unknown ones are ignored), keeping the others' order. Returns how many went."""
        keep = ~np.isin(self.read("ids"), np.asarray(ids, dtype="i8"), kind="sort")
        gone = self._count - int(keep.sum())
        if not gone:
            return 0
        first = int(np.argmin(keep))
        for field, array in self._arrays.items():
            kept = array[: self._count][keep]
            array[: len(kept)] = kept
            array[len(kept) : self._count] = 0
            self._mark(field, first, self._count)
        self._count -= gone
        return gone

    def rows_of(self, ids: np.ndarray) -> np.ndarray:
        """Row numbers of these ids, int64; -1 where an id is not here."""
        own, wanted = self.read("ids"), np.asarray(ids, dtype="i8")
        if not len(own):
            return np.full(wanted.shape, -1, dtype="i8")
        rows = np.minimum(np.searchsorted(own, wanted), len(own) - 1)
        return np.where(own[rows] == wanted, rows, -1)

    def read(self, field: str) -> np.ndarray:
        """The column, (rows,), not writable."""
        view = self._known(field)[: self._count]
        view.flags.writeable = False
        return view

    def write(self, field: str, first: int = 0, last: int | None = None) -> np.ndarray:
        """Rows [first, last) of the column, writable, taken as changed; all rows when no bounds are given."""
        if field == "ids":
            raise TableError("ids are given by add and never written")
        last = self._count if last is None else last
        if not 0 <= first <= last <= self._count:
            raise TableError(f"rows {first} to {last} are not in a table of {self._count}")
        self._mark(field, first, last)
        return self._known(field)[first:last]

    def blocks(self) -> list[tuple[str, bytes]]:
        """(hash hex, bytes) for every block of every column, in a fixed order; unchanged hashes are remembered."""
        return [(self._block_hash(field, block).hex(), self._block_bytes(field, block)) for field, block in self._block_keys()]

    def digest(self) -> bytes:
        """32 bytes over the shape and every block."""
        total = blake2b(repr((self.kinds, self._count, self.next_id)).encode(), digest_size=32)
        for field, block in self._block_keys():
            total.update(self._block_hash(field, block))
        return total.digest()

    def outline(self) -> dict:
        """What `from_blocks` needs beside the bytes."""
        keys = [self._block_hash(field, block).hex() for field, block in self._block_keys()]
        return {"kinds": dict(self.kinds), "count": self._count, "next_id": self.next_id, "blocks": keys}

    @classmethod
    def from_blocks(cls, outline: dict, chunk: dict[str, bytes]) -> "Table":
        """The table back from its outline and a mapping hash → bytes."""
        table = cls(outline["kinds"])
        table._grow(outline["count"])
        table._count, table.next_id = outline["count"], outline["next_id"]
        for (field, block), key in zip(table._block_keys(), outline["blocks"], strict=True):
            array = table._arrays[field]
            part = np.frombuffer(chunk[key], dtype=array.dtype)
            array[block * BLOCK : block * BLOCK + len(part)] = part
        return table

    def _known(self, field: str) -> np.ndarray:
        if field not in self._arrays:
            raise TableError(f"no column {field!r}; there are {', '.join(self._arrays)}")
        return self._arrays[field]

    def _check(self, field: str, value: object, count: int) -> None:
        kind, rows = self._known(field).dtype, np.asarray(value)
        if field == "ids":
            raise TableError("ids are given by add, not by the caller")
        if rows.dtype.kind not in "iub" or rows.shape not in ((), (count,)):
            raise TableError(f"column {field!r} takes a whole number or {count} of them, not {rows.dtype} of shape {rows.shape}")
        if rows.size and not np.iinfo(kind).min <= int(rows.min()) <= int(rows.max()) <= np.iinfo(kind).max:
            raise TableError(f"column {field!r} is {kind.name}; {int(rows.min())} to {int(rows.max())} does not fit")

    def _grow(self, rows: int) -> None:
        for field, array in self._arrays.items():
            if len(array) < rows:
                larger = np.zeros(max(rows, 2 * len(array), 64), array.dtype)
                larger[: len(array)] = array
                self._arrays[field] = larger

    def _block_keys(self) -> list[tuple[str, int]]:
        return [(field, block) for field in self._arrays for block in range((self._count + BLOCK - 1) // BLOCK)]

    def _mark(self, field: str, first: int, last: int) -> None:
        hashes = self._hashes.setdefault(field, [])
        for block in range(first // BLOCK, min((last + BLOCK - 1) // BLOCK, len(hashes))):
            hashes[block] = None

    def _block_bytes(self, field: str, block: int) -> bytes:
        return self._arrays[field][block * BLOCK : min((block + 1) * BLOCK, self._count)].tobytes()

    def _block_hash(self, field: str, block: int) -> bytes:
        hashes = self._hashes.setdefault(field, [])
        hashes.extend([None] * (block + 1 - len(hashes)))
        if hashes[block] is None:
            hashes[block] = hash_block(self._block_bytes(field, block))
        return hashes[block]
