"""HEAD's folders in memory: a commit re-writes only the folders it touched and the root, whatever the history's size."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Callable

from yurios.vault.paths import PathRefused, fold

FILE, FOLDER = 0o100644, 0o040000
EMPTY_TREE = b"4b825dc642cb6eb9a060e54bf8d69288fbee4904"


def object_id(kind: bytes, raw: bytes) -> bytes:
    """Git's name for the bytes: 40 hex digits, as bytes."""
    return hashlib.sha1(b"%s %d\0" % (kind, len(raw)) + raw, usedforsecurity=False).hexdigest().encode()


class Level:
    """One folder as git stores it: rows in git's order, where a folder sorts as if its name ended in a slash."""

    __slots__ = ("keys", "rows")

    def __init__(self, keys: list[bytes], rows: list[bytes]) -> None:
        self.keys, self.rows = keys, rows

    @classmethod
    def parse(cls, raw: bytes) -> Level:
        keys, rows, at = [], [], 0
        while at < len(raw):
            end = raw.index(b"\0", at) + 21
            row = raw[at:end]
            mode, name = row[:-21].split(b" ", 1)
            keys.append(name + b"/" if int(mode, 8) == FOLDER else name)
            rows.append(row)
            at = end
        return cls(keys, rows)

    def get(self, name: bytes) -> tuple[int, bytes] | None:
        """The (mode, id) of a name, or None."""
        for key in (name, name + b"/"):
            at = bisect_left(self.keys, key)
            if at < len(self.keys) and self.keys[at] == key:
                row = self.rows[at]
                return int(row[: row.index(b" ")], 8), row[-20:].hex().encode()
        return None

    def entries(self) -> list[tuple[int, bytes]]:
        return [(int(row[: row.index(b" ")], 8), row[-20:].hex().encode()) for row in self.rows]

    def names(self) -> list[str]:
        return [key.rstrip(b"/").decode("utf-8", "surrogateescape") for key in self.keys]

    def replaced(self, name: bytes, entry: tuple[int, bytes] | None) -> Level:
        """A new level in which the name holds the entry, or is gone."""
        keys, rows = self.keys.copy(), self.rows.copy()
        for key in (name, name + b"/"):
            at = bisect_left(keys, key)
            if at < len(keys) and keys[at] == key:
                del keys[at], rows[at]
        if entry is not None:
            key = name + b"/" if entry[0] == FOLDER else name
            at = bisect_left(keys, key)
            keys.insert(at, key)
            rows.insert(at, b"%o %s\0" % (entry[0], name) + bytes.fromhex(entry[1].decode()))
        return Level(keys, rows)

    def raw(self) -> bytes:
        return b"".join(self.rows)


class Trees:
    """Levels by id. `fetch` reads one tree's bytes from the store; what HEAD uses stays in memory."""

    def __init__(self, fetch: Callable[[bytes], bytes]) -> None:
        self._fetch = fetch
        self._levels: dict[bytes, Level] = {EMPTY_TREE: Level([], [])}

    def level(self, tree: bytes) -> Level:
        if tree not in self._levels:
            self._levels[tree] = Level.parse(self._fetch(tree))
        return self._levels[tree]

    def entry(self, root: bytes, path: str) -> tuple[int, bytes] | None:
        """The (mode, id) of the file at `path`, or None."""
        entry: tuple[int, bytes] | None = (FOLDER, root)
        for part in path.encode().split(b"/"):
            if entry is None or entry[0] != FOLDER:
                return None
            entry = self.level(entry[1]).get(part)
        return None if entry is None or entry[0] == FOLDER else entry

    def files(self, root: bytes, prefix: str = "") -> dict[str, tuple[int, bytes]]:
        """Every file under `root`: path → (mode, id)."""
        found: dict[str, tuple[int, bytes]] = {}
        level = self.level(root)
        for name in level.names():
            mode, ident = level.get(name.encode("utf-8", "surrogateescape"))
            if mode == FOLDER:
                found.update(self.files(ident, f"{prefix}{name}/"))
            else:
                found[prefix + name] = (mode, ident)
        return found

    def graft(self, root: bytes, blobs: dict[str, tuple[int, bytes] | None]) -> tuple[bytes, list[bytes]]:
        """The id of `root` with the blobs put in (or taken out, when None), and the new trees' bytes, leaves first."""
        fresh: list[bytes] = []
        split = {tuple(path.encode().split(b"/")): entry for path, entry in blobs.items()}
        return self._graft(root, split, fresh), fresh

    def _graft(self, tree: bytes, blobs: dict[tuple[bytes, ...], tuple[int, bytes] | None], fresh: list[bytes]) -> bytes:
        level = self.level(tree)
        deeper: dict[bytes, dict] = {}
        for parts, entry in blobs.items():
            if len(parts) == 1:
                _check_name(level, parts[0], entry)
                level = level.replaced(parts[0], entry)
            else:
                deeper.setdefault(parts[0], {})[parts[1:]] = entry
        for name, inner in deeper.items():
            _check_name(level, name, (FOLDER, b""))
            old = level.get(name)
            below = self._graft(old[1] if old else EMPTY_TREE, inner, fresh)
            level = level.replaced(name, None if below == EMPTY_TREE else (FOLDER, below))
        return self._remember(level, fresh)

    def _remember(self, level: Level, fresh: list[bytes]) -> bytes:
        raw = level.raw()
        if not raw:
            return EMPTY_TREE
        ident = object_id(b"tree", raw)
        if ident not in self._levels:
            self._levels[ident] = level
        fresh.append(raw)
        return ident

    def keep_only(self, root: bytes, above: int) -> None:
        """When more than `above` levels are held, let go of those this root does not use: years must not grow the memory."""
        if len(self._levels) <= above:
            return
        used: dict[bytes, Level] = {EMPTY_TREE: self._levels[EMPTY_TREE]}
        waiting = [root]
        while waiting:
            tree = waiting.pop()
            if (level := self._levels.get(tree)) is None:
                continue
            used[tree] = level
            waiting += [level.get(key[:-1])[1] for key in level.keys if key.endswith(b"/")]
        self._levels = used


def _check_name(level: Level, name: bytes, entry: tuple[int, bytes] | None) -> None:
    """A file may not stand where a folder stands, nor differ from its neighbour by case alone: some disks merge the two."""
    old = level.get(name)
    text = name.decode()
    if entry is None and (old is None or old[0] != FOLDER):
        return
    if old is None and any(fold(other) == fold(text) for other in level.names()):
        raise PathRefused(text, "another file there differs from it by case or accents alone")
    if old is not None and (entry is None or (old[0] == FOLDER) != (entry[0] == FOLDER)):
        raise PathRefused(text, "a folder and a file would share the name")
