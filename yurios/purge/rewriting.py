"""Her history as it will be: the same commits without what goes, in a `.git` of its own beside the old one.

Authors, times and order stay; a commit whose folder, parents and message stay keeps its id. Only what changed is written
anew. Old objects come along when a new commit reaches them, and only then: the new `.git` has nothing else, no reflog, no
ledger, nothing left by a merge.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
from collections.abc import Iterable
from pathlib import Path

from dulwich.object_store import DiskObjectStore
from dulwich.objects import ShaFile
from dulwich.pack import deltify_pack_objects

from yurios.purge.erasing import Gone, cleaned
from yurios.purge.past import FOLDER, LINK, ROW, SUBMODULE, Past, Progress, parsed
from yurios.purge.trouble import PurgeRefused
from yurios.vault.git_index import EXTENDED, FLAGS_AT, rows_of
from yurios.vault.git_place import shut
from yurios.vault.trees import EMPTY_TREE, object_id

KINDS = {b"commit": 1, b"tree": 2, b"blob": 3, b"tag": 4}
AT_ONCE, BYTES_AT_ONCE = 4_000, 48_000_000  # what one pack's making holds in memory
DELTA_WINDOW = 2
#: Of the old `.git`, what is the owner's and holds no history.
CARRIED = ("HEAD", "config", "description", "hooks", "info/exclude", "info/attributes", "info/sparse-checkout")
_SIGNED = (b"gpgsig", b"gpgsig-sha256", b"mergetag")


class Rewriting:
    """`ids` maps each commit to what it became. `reached` are all objects that the new history is made of,
    `tracked` the paths of the owner's index."""

    def __init__(self, past: Past, gone: Gone, target: Path, progress: Progress) -> None:
        self._past, self._gone, self._progress = past, gone, progress
        self.ids: dict[bytes, bytes] = {}
        self.refs: dict[bytes, bytes] = {}
        self.reached: set[bytes] = set()
        self.tracked: set[str] = set()
        self._trees: dict[tuple[str, bytes], bytes] = {}
        self._rows: dict[str, dict[tuple, tuple | None]] = {}
        self.git = target
        for name in ("objects/pack", "objects/info", "refs/heads", "refs/tags", "yurios"):
            (target / name).mkdir(parents=True)
        self._new = NewObjects(DiskObjectStore(str(target / "objects")))

    def run(self) -> None:
        """Make everything. What is unsound in the old history raises, and nothing was touched."""
        commits = self._past.commits
        for number, ident in enumerate(commits):
            if number % 200 == 0:
                self._progress("rewriting her history", number, len(commits))
            self.ids[ident] = self._commit(ident)
        self._index()
        self._refs()
        self._new.flush()
        self._carry_objects()
        self._new.close()
        self._carry_files()

    @property
    def rewritten(self) -> int:
        """How many commits have another id now."""
        return sum(old != new for old, new in self.ids.items())

    # Commits, trees, blobs.

    def _commit(self, ident: bytes) -> bytes:
        raw = self._past.get(ident)
        commit = parsed(raw)
        tree = self._tree(commit.tree, "")
        parents = [self.ids[parent] for parent in commit.parents]
        message = redacted(commit.message, self._gone)
        if (tree, parents, message) == (commit.tree, commit.parents, commit.message):
            self.reached.add(ident)
            return ident
        rest = _unsigned(line for line in commit.head[1:] if not line.startswith(b"parent "))
        head = [b"tree " + tree, *(b"parent " + parent for parent in parents), *rest]
        return self._put(b"commit", b"\n".join(head) + b"\n\n" + message)

    def _tree(self, ident: bytes, prefix: str) -> bytes:
        key = (prefix, ident)
        if key not in self._trees:
            known, rows = self._rows.setdefault(prefix, {}), ROW.findall(self._past.get(ident))
            for row in rows:
                if row not in known:
                    known[row] = self._row(row, prefix)
            fresh = [known[row] for row in rows]
            self._trees[key] = self._kept(ident) if fresh == rows else self._made_tree([row for row in fresh if row], prefix)
        return self._trees[key]

    def _made_tree(self, rows: list[tuple], prefix: str) -> bytes:
        if prefix and not rows:
            return EMPTY_TREE  # git keeps no empty folders, and an object that nothing names would lie about
        return self._put(b"tree", b"".join(b"%s %s\0%s" % row for row in rows))

    def _row(self, row: tuple, prefix: str) -> tuple | None:
        mode, name, short = row
        path, ident = prefix + name.decode("utf-8", "surrogateescape"), short.hex().encode()
        if mode == SUBMODULE:
            return row
        if mode.lstrip(b"0") == FOLDER:
            below = self._tree(ident, path + "/")
            return None if below == EMPTY_TREE else (mode, name, bytes.fromhex(below.decode()))
        fresh = self._kept(ident) if mode == LINK else self._blob(path, ident)
        return None if fresh is None else (mode, name, bytes.fromhex(fresh.decode()))

    def _blob(self, path: str, ident: bytes) -> bytes | None:
        data = self._past.get(ident)
        left = cleaned(path, data, self._gone)
        if left is None:
            return None
        return self._kept(ident) if left == data else self._put(b"blob", left)

    def _kept(self, ident: bytes) -> bytes:
        self.reached.add(ident)
        return ident

    def _put(self, kind: bytes, raw: bytes) -> bytes:
        ident = object_id(kind, raw)
        if ident not in self.reached:
            self.reached.add(ident)
            self._new.add(ident, kind, raw)
        return ident

    # What points into it.

    def _refs(self) -> None:
        for name, ident in self._past.refs.items():
            raw = self._past.tags.get(name)
            self.refs[name] = self.ids[ident] if raw is None else self._tag(ident, raw)
            place = self.git / name.decode()
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(self.refs[name] + b"\n")

    def _tag(self, ident: bytes, raw: bytes) -> bytes:
        head, _, message = raw.partition(b"\n\n")
        first, _, rest = head.partition(b"\n")
        target = self.ids[first.removeprefix(b"object ")]
        fresh = b"object " + target + b"\n" + rest + b"\n\n" + redacted(message, self._gone)
        if fresh == raw:
            return self._kept(ident)
        return self._put(b"tag", fresh.partition(b"-----BEGIN ")[0])

    def _index(self) -> None:
        """The owner's index, row by row: what was staged stays staged, without what goes."""
        place = self._past.git / "index"
        if not place.is_file():
            return
        rows = rows_of(place.read_bytes())
        if rows is None or any(stage for _, stage in rows):
            raise PurgeRefused("Her folder's index holds a conflict, or is a split or sparse one. Finish the merge, or run `git sparse-checkout disable` and `git update-index --no-split-index` in it; then purge.")
        self.tracked = {name.decode("utf-8", "surrogateescape") for name, _ in rows}
        fresh = {name: made for (name, _), row in rows.items() if (made := self._index_row(name, row)) is not None}
        version = 3 if any(struct.unpack_from(">H", row, FLAGS_AT)[0] & EXTENDED for row in fresh.values()) else 2
        body = b"DIRC" + struct.pack(">2L", version, len(fresh)) + b"".join(fresh[name] for name in sorted(fresh))
        (self.git / "index").write_bytes(body + hashlib.sha1(body, usedforsecurity=False).digest())

    def _index_row(self, name: bytes, row: bytes) -> bytes | None:
        mode, ident = b"%o" % struct.unpack_from(">L", row, 24), row[40:60].hex().encode()
        prefix, _, base = name.rpartition(b"/")
        made = self._row((mode, base, row[40:60]), prefix.decode("utf-8", "surrogateescape") + "/" if prefix else "")
        if made is None:
            return None
        if made[2].hex().encode() == ident:
            return row
        return bytes(24) + row[24:28] + bytes(12) + made[2] + row[60:]  # without times git compares the contents itself

    # What comes along.

    def _carry_objects(self) -> None:
        """Packs that are needed whole are linked; of others, and of loose objects, what is needed."""
        old, wanted = self._past.store, self.reached - self._new.ids
        for pack in old.packs:
            mine = set(pack)
            if mine <= self.reached:
                self._link_pack(Path(pack._basename))  # noqa: SLF001 - dulwich tells a pack's path nowhere else
                wanted -= mine
        for ident in [ident for ident in wanted if old.contains_loose(ident)]:
            _link(self._loose(self._past.git, ident), self._loose(self.git, ident))
            wanted.discard(ident)
        self._repack(sorted(wanted))

    def _repack(self, idents: list[bytes]) -> None:
        for number, ident in enumerate(idents):
            if number % 1000 == 0:
                self._progress("packing what stays", number, len(idents))
            kind, raw = self._past.store.get_raw(ident)
            self._new.add_raw(ident, kind, raw)
        self._new.flush()

    def _link_pack(self, pack: Path) -> None:
        for ending in (".pack", ".idx"):
            _link(pack.with_name(pack.name + ending), self.git / "objects" / "pack" / (pack.name + ending))

    def _loose(self, git: Path, ident: bytes) -> Path:
        return git / "objects" / ident[:2].decode() / ident[2:].decode()

    def _carry_files(self) -> None:
        for name in CARRIED:
            source = self._past.git / name
            if source.is_dir():
                shutil.copytree(source, self.git / name, symlinks=True)
            elif source.is_file():
                (self.git / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, self.git / name)


class NewObjects:
    """Objects on their way into packs: a bounded number waits in memory."""

    def __init__(self, store: DiskObjectStore) -> None:
        self._store, self._size = store, 0
        self._waiting: dict[bytes, ShaFile] = {}
        self.ids: set[bytes] = set()

    def add(self, ident: bytes, kind: bytes, raw: bytes) -> None:
        """One object, unless it was given before."""
        self.add_raw(ident, KINDS[kind], raw)

    def add_raw(self, ident: bytes, kind: int, raw: bytes) -> None:
        """The same, with the kind as packs number it."""
        if ident in self.ids:
            return
        self.ids.add(ident)
        self._waiting[ident] = ShaFile.from_raw_string(kind, raw)
        self._size += len(raw)
        if len(self._waiting) >= AT_ONCE or self._size >= BYTES_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Pack what waits."""
        if self._waiting:
            objects = list(self._waiting.values())
            self._store.add_pack_data(len(objects), deltify_pack_objects(iter(objects), window_size=DELTA_WINDOW))
            self._waiting, self._size = {}, 0

    def close(self) -> None:
        shut(self._store)


def redacted(message: bytes, gone: Gone) -> bytes:
    """A message without the words; as it was when it has none of them."""
    text = message.decode("utf-8", "surrogateescape")
    return gone.words.redact(text).encode("utf-8", "surrogateescape") if gone.words.holds(text) else message


def _unsigned(lines: Iterable[bytes]) -> list[bytes]:
    """A changed commit is no longer what was signed."""
    kept, dropping = [], False
    for line in lines:
        dropping = line.split(b" ", 1)[0] in _SIGNED or (dropping and line.startswith(b" "))
        kept += [] if dropping else [line]
    return kept


def _link(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
