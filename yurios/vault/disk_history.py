"""Commits in a real git repository, through dulwich where it reads and packs, by hand where every millisecond counts.

New objects are loose files, made beside and renamed in; nothing here is fsynced, because the tape is.
"""

from __future__ import annotations

import errno
import os
import shutil
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from heapq import nsmallest
from pathlib import Path

from dulwich.pack import deltify_pack_objects
from dulwich.repo import Repo

from yurios.vault.folder import write_bytes
from yurios.vault.git_index import Entry, GitIndex
from yurios.vault.git_locks import REMOVED, clear_stale
from yurios.vault.history import HeadMoved
from yurios.vault.moments import Moments
from yurios.vault.trees import object_id
from yurios.vault.trouble import VaultError

ASIDE = ".yurios-new"
PACK_WHEN, PACK_AT_ONCE = 2_000, 500
PACKS_KEPT, MERGED_AT_MOST = 12, 6_000  # packs before small ones are merged; objects that one merge may hold in memory
DELTA_WINDOW = 2  # neighbours compared: a day file and its folder grow by a line a turn, so the next version is right there
READ_ONLY_FILE = 0o644 if os.name == "nt" else 0o444  # Windows cannot replace or delete a read-only file
OPEN_WORK = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")
SETTINGS = {b"autocrlf": b"false", b"quotepath": b"false"}  # her bytes are her bytes, on every machine


class DiskHistory:
    """One repository with a working tree at `root`; `.git/yurios/` holds what is ours alone."""

    def __init__(self, root: Path, moments: Moments) -> None:
        self._git = root / ".git"
        self._repo = Repo(str(root)) if self._git.is_dir() else _found(root)
        self._moments = moments
        self._objects = os.fspath(self._git / "objects")
        self.scratch = self._git / "yurios"
        self.scratch.mkdir(exist_ok=True)
        self._index = GitIndex(self._git / "index", moments)
        self._owed: dict[str, tuple[Entry, Entry, os.stat_result | None]] = {}
        self._loose: int | None = None
        self.notices: list[str] = []

    def get(self, ident: bytes) -> bytes:
        return self._repo.object_store.get_raw(ident)[1]

    def put(self, kind: bytes, raw: bytes) -> bytes:
        """Store one object. One that lies there already is read back: a power cut can leave an empty file in its place."""
        ident = object_id(kind, raw)
        self._moments.before(f"{kind.decode()}: before")
        name = ident.decode()
        place = f"{self._objects}/{name[:2]}/{name[2:]}"
        packed = zlib.compress(b"%s %d\0" % (kind, len(raw)) + raw, 1)
        if os.path.exists(place) and self._sound(ident, raw):
            return ident
        self.scratch.mkdir(exist_ok=True)
        fresh = self.scratch / "object"
        write_bytes(fresh, packed, READ_ONLY_FILE)
        self._moments.after(f"{kind.decode()}: made, not renamed")
        os.makedirs(os.path.dirname(place), exist_ok=True)
        os.replace(fresh, place)
        self._loose = None if self._loose is None else self._loose + 1
        return ident

    def _sound(self, ident: bytes, raw: bytes) -> bool:
        try:
            return self.get(ident) == raw
        except Exception:  # noqa: BLE001 - whatever a broken object does to its reader, it is broken
            return False

    def head(self) -> str | None:
        return self._branch()[1]

    def _branch(self) -> tuple[bytes, str | None]:
        names, ident = self._repo.refs.follow(b"HEAD")
        if ident is None and not (self._git / "HEAD").exists():
            raise FileNotFoundError(errno.ENOENT, "the vault's history is gone", str(self._git))
        return names[-1], ident.decode() if ident else None

    def advance(self, old: str | None, new: str, line: bytes) -> None:
        """Move the branch from `old` to `new`, or raise `HeadMoved` / a locked error and move nothing."""
        self._moments.before("ref: before")
        branch, _ = self._branch()
        place = self._git / branch.decode()
        lock = place.with_name(place.name + ".lock")
        place.parent.mkdir(parents=True, exist_ok=True)
        if lock.exists():
            self._clear_locks()
        try:
            handle = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o644)
        except FileExistsError:
            raise VaultError("locked", "Another program holds her history.", f"Let git finish; if nothing runs, delete {lock.name} in .git.") from None
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(new.encode() + b"\n")
            self._moments.after("ref: locked")
            if self.head() != old:
                raise HeadMoved
            os.replace(lock, place)
        except Exception:
            lock.unlink(missing_ok=True)
            raise
        self._moments.after("ref: moved")
        self._log(branch, old, new, line)

    def _log(self, branch: bytes, old: str | None, new: str, line: bytes) -> None:
        """The reflog: how an owner finds the way back, and why git never prunes what she was."""
        row = f"{old or '0' * 40} {new} ".encode() + line + b"\n"
        for name in ("HEAD", branch.decode()):
            place = self._git / "logs" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            with open(place, "ab") as log:
                log.write(row)

    def left_behind(self) -> list[str]:
        """Commits the owner moved HEAD away from (reset, rebase, switch), newest first, by the reflog's word."""
        place = self._git / "logs" / "HEAD"
        rows = place.read_bytes().splitlines() if place.exists() else []
        moved = [row for row in rows if not row.partition(b"\t")[2].startswith((b"yurios:", b"commit"))]
        return [row[:40].decode("ascii", "replace") for row in reversed(moved[-20:])]

    def paused(self) -> VaultError | None:
        """Why nothing may be committed now, when the owner is in the middle of something of theirs."""
        for name in OPEN_WORK:
            if (self._git / name).exists():
                return VaultError("paused", "A merge or rebase is open in her vault.", "Finish or abort it (git status says how); she goes on by herself.")
        if self._branch()[0] == b"HEAD":
            return VaultError("paused", "Her vault stands on a single commit, not on a branch.", "Run `git switch main` in it; she goes on by herself.")
        return None

    def _clear_locks(self) -> None:
        """A lock stands in the way: take it away if its owner is dead, and say so once."""
        self.notices += [said for said in clear_stale(self._git, unfinished=False) if said.endswith(REMOVED)]

    def show(self, changed: dict[str, tuple[Entry, Entry, os.stat_result | None]]) -> None:
        """Keep the index in step; what cannot be shown now (the owner's git holds it) is shown at `settle`."""
        for path, (old, new, state) in changed.items():
            first = self._owed.get(path)
            self._owed[path] = (first[0] if first else old, new, state)
        if self._index.refresh(self._owed):
            self._owed = {}

    def settle(self) -> None:
        """Quiet time: catch the index up and, when loose files are many, move a bounded batch of them into a pack."""
        if self._owed:
            self._clear_locks()
            self.show({})
        store = self._repo.object_store
        if self._loose is None:
            self._loose = store.count_loose_objects()
        if self._loose > PACK_WHEN:
            self._pack()
        elif len(store.packs) > PACKS_KEPT:
            self._merge()

    def _pack(self) -> None:
        """A pack is complete on disk before the loose files it replaces go. The oldest first: neighbours make small deltas."""
        store = self._repo.object_store
        batch = nsmallest(PACK_AT_ONCE, self._loose_ids(), key=self._age)
        self._store_pack(batch)
        for ident in batch:
            store.delete_loose_object(ident)
        self._loose = None

    def _age(self, ident: bytes) -> int:
        name = ident.decode()
        return os.stat(f"{self._objects}/{name[:2]}/{name[2:]}").st_mtime_ns

    def _store_pack(self, ids: Iterable[bytes]) -> bytes | None:
        """One pack with these objects, kept as differences; its name."""
        store = self._repo.object_store
        objects = [store[ident] for ident in ids]
        made = store.add_pack_data(len(objects), deltify_pack_objects(iter(objects), window_size=DELTA_WINDOW))
        return made.name() if made else None

    def _merge(self) -> None:
        """Many small packs into one, so that years of quiet evenings do not leave hundreds for every reader to open."""
        store, chosen, ids = self._repo.object_store, [], set()
        for pack in sorted(store.packs, key=len):
            if len(ids) + len(pack) > MERGED_AT_MOST:
                break
            chosen.append(pack)
            ids.update(pack)
        if len(chosen) < 2:
            return
        made = self._store_pack(sorted(ids))
        for pack in chosen:
            if made is not None and pack.name() != made:
                store._remove_pack(pack)  # noqa: SLF001 - dulwich has no public way to let go of one pack

    def _loose_ids(self) -> Iterator[bytes]:
        for folder in sorted(os.listdir(self._objects)):
            if len(folder) == 2:
                for name in sorted(os.listdir(f"{self._objects}/{folder}")):
                    if len(name) == 38:
                        yield (folder + name).encode()

    def close(self) -> None:
        self._repo.close()


def _found(root: Path) -> Repo:
    """Make the repository aside and move it in whole, so that a death in between leaves none rather than half of one."""
    aside = root / ASIDE
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    with closing(Repo.init(str(aside), default_branch=b"main")) as made:
        config = made.get_config()
        for name, value in SETTINGS.items():
            config.set((b"core",), name, value)
        config.write_to_path()
    os.replace(aside / ".git", root / ".git")
    shutil.rmtree(aside, ignore_errors=True)
    return Repo(str(root))
