"""Commits in a real git repository, through dulwich where it reads and packs, by hand where every millisecond counts.

New objects are loose files, made beside and renamed in; nothing here is fsynced, because the tape is.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
import zlib
from contextlib import closing
from pathlib import Path

from dulwich.objects import Commit
from dulwich.repo import Repo

from yurios.vault.folder import write_bytes
from yurios.vault.git_index import Entry, GitIndex
from yurios.vault.git_locks import REMOVED, clear_stale, git_runs_in
from yurios.vault.git_place import GitPlace, find_git, shut
from yurios.vault.history import SIGNED, HeadMoved
from yurios.vault.moments import Moments
from yurios.vault.owners_work import open_work
from yurios.vault.packs import Packs
from yurios.vault.trees import object_id
from yurios.vault.trouble import VaultError

SHORT_WAITS, SHORT_WAIT_S = 30, 0.01  # a plain git commit takes less than this
ASIDE = ".yurios-new"
READ_ONLY_FILE = 0o644 if os.name == "nt" else 0o444  # Windows cannot replace or delete a read-only file
LARGE_TREE = 16_000
SETTINGS = {b"autocrlf": b"false", b"quotepath": b"false"}  # her bytes are her bytes, on every machine


class DiskHistory:
    """One repository with a working tree at `root`; `yurios/` in its `.git` holds what is ours alone."""

    def __init__(self, root: Path, moments: Moments) -> None:
        self.place = find_git(root) or _found(root)
        self._root, self._repo = root, Repo(str(root))
        self._moments = moments
        self._objects = os.fspath(self.place.shared / "objects")
        self._packs = Packs(self._repo.object_store, self._objects)
        self.scratch = self.place.own / "yurios"
        self._index = GitIndex(self.place.own / "index", moments)
        self._owed: dict[str, tuple[Entry, Entry, os.stat_result | None]] = {}
        self.notices: list[str] = []
        self._on = self._repo.refs.follow(b"HEAD")[0][-1]

    def get(self, ident: bytes) -> bytes:
        return self._repo.object_store.get_raw(ident)[1]

    def put(self, kind: bytes, raw: bytes) -> bytes:
        """Store one object. One that lies there already is read back: a power cut can leave an empty file in its place."""
        ident = object_id(kind, raw)
        self._moments.before(f"{kind.decode()}: before")
        name = ident.decode()
        place = f"{self._objects}/{name[:2]}/{name[2:]}"
        if os.path.exists(place) and self._sound(ident, raw):
            return ident
        # A folder of thousands of days is mostly ids, which do not shrink, and a pack keeps only differences of it soon.
        packed = zlib.compress(b"%s %d\0" % (kind, len(raw)) + raw, 0 if kind == b"tree" and len(raw) > LARGE_TREE else 1)
        self.scratch.mkdir(exist_ok=True)
        fresh = self.scratch / "object"
        write_bytes(fresh, packed, READ_ONLY_FILE)
        self._moments.after(f"{kind.decode()}: made, not renamed")
        os.makedirs(os.path.dirname(place), exist_ok=True)
        os.replace(fresh, place)
        self._packs.one_more()
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
        if ident is None and not (self.place.own / "HEAD").exists():
            raise FileNotFoundError(errno.ENOENT, "the vault's history is gone", str(self.place.own))
        if ident is None and any(name.startswith(b"refs/heads/") for name in self._repo.refs.allkeys()):
            raise VaultError("paused", f"Her vault stands on a branch without a commit ({_short(names[-1])}).", f"Run `git switch {self._hers()}` in it; she goes on by herself.")
        return names[-1], ident.decode() if ident else None

    def _hers(self) -> str:
        """The branch to go back to: the one she wrote on last, as far as this session or the reflogs know."""
        heads = sorted(name for name in self._repo.refs.allkeys() if name.startswith(b"refs/heads/"))
        if self._on in heads:
            return _short(self._on)
        return _short(max(heads, key=lambda name: _touched(self.place.shared / "logs" / os.fsdecode(name)), default=b"main"))

    def branch(self) -> str:
        """The full name of the branch that HEAD stands on; "HEAD" for none."""
        return self._branch()[0].decode("utf-8", "surrogateescape")

    def remotes(self) -> list[str]:
        """The names under which the owner has noted other places."""
        return [section[1].decode("utf-8", "replace") for section in self._repo.get_config().sections() if len(section) == 2 and section[0] == b"remote"]

    def starting_with(self, prefix: str) -> list[str]:
        """Commits whose id begins so."""
        store = self._repo.object_store
        return sorted({found.decode() for found in store.iter_prefix(prefix.encode()) if store.get_raw(found)[0] == Commit.type_num})

    def copy_to(self, target: Repo, head: str) -> None:
        """Give another repository every object of `head` that it lacks."""
        self._repo.fetch(target, determine_wants=lambda refs, depth=None: [head.encode()])

    def mark(self, name: str, ident: str) -> None:
        """Hold a commit under `refs/yurios/`, where git never prunes it."""
        place = self.place.shared / "refs/yurios" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh = place.with_name(place.name + ".new")
        write_bytes(fresh, ident.encode() + b"\n")
        os.replace(fresh, place)

    def marked(self, name: str) -> str | None:
        """The commit held under that name."""
        found = self._repo.refs.read_ref(f"refs/yurios/{name}".encode())
        return found.decode("ascii", "replace") if found else None

    def sign(self, ident: str) -> None:
        """Note the owner's signature, in a place of ours that git does not look at. Safe while she is awake."""
        self.scratch.mkdir(exist_ok=True)
        fresh = self.scratch / f"{SIGNED}.new"
        write_bytes(fresh, ident.encode() + b"\n")
        os.replace(fresh, self.scratch / SIGNED)

    def signed(self) -> str:
        """Git's name for the constitution that the owner signed, "" before that."""
        try:
            return (self.scratch / SIGNED).read_text("ascii", errors="replace").strip()
        except OSError:
            return ""

    def cut(self) -> frozenset[str]:
        """Commits whose parents were left out on purpose: the ends of a shallow clone."""
        place = self.place.shared / "shallow"
        return frozenset(place.read_text("ascii").split()) if place.exists() else frozenset()

    def advance(self, old: str | None, new: str, line: bytes) -> None:
        """Move the branch from `old` to `new`, or raise `HeadMoved` / a locked error and move nothing."""
        self._moments.before("ref: before")
        branch, _ = self._branch()
        place = self.place.shared / branch.decode()
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
        if branch != self._on:
            self.notices.append(f"She writes on the branch {_short(branch)} now, since her folder stands on it.")
            self._on = branch

    def _log(self, branch: bytes, old: str | None, new: str, line: bytes) -> None:
        """The reflog: how an owner finds the way back, and why git never prunes what she was."""
        row = f"{old or '0' * 40} {new} ".encode() + line + b"\n"
        for place in (self.place.own / "logs/HEAD", self.place.shared / "logs" / branch.decode()):
            place.parent.mkdir(parents=True, exist_ok=True)
            with open(place, "ab") as log:
                log.write(row)

    def left_behind(self) -> list[str]:
        """Commits the owner moved HEAD away from (reset, rebase, switch), newest first, by the reflog's word."""
        place = self.place.own / "logs/HEAD"
        rows = place.read_bytes().splitlines() if place.exists() else []
        moved = [row for row in rows if not row.partition(b"\t")[2].startswith((b"yurios:", b"commit"))]
        return [row[:40].decode("ascii", "replace") for row in reversed(moved[-20:])]

    def paused(self) -> VaultError | None:
        """Why nothing may be committed now, when the owner is in the middle of something of theirs."""
        return open_work(self.place.own, self._branch()[0].decode("utf-8", "replace"), self._hers())

    def busy(self) -> bool:
        """Whether a git command of the owner's is at work here: then files and HEAD may not belong together."""
        if (self.place.own / "index.lock").exists():
            self._clear_locks()
        return (self.place.own / "index.lock").exists()

    def at_work(self) -> VaultError | None:
        """A living git command of the owner's that a commit of hers would make fail: one with the index, or with a message
        open in their editor. A short one is waited for."""
        for _ in range(SHORT_WAITS):
            if not self._under_way():
                return None
            time.sleep(SHORT_WAIT_S)
        return VaultError("locked", "A git command of yours is at work in her vault.", "Let it finish, or close its editor; she goes on by herself.")

    def _under_way(self) -> bool:
        if (self.place.own / "index.lock").exists() and git_runs_in(self._root):
            return True
        return _touched(self.place.own / "COMMIT_EDITMSG") > _touched(self.place.own / "logs/HEAD") and bool(git_runs_in(self._root, "commit"))

    def staged(self, path: str, head: Entry) -> bool:
        """Whether the index holds something else than HEAD does for this file, or cannot be read."""
        if self._owed:
            self.show({})
        return self._index.staged(path, head)

    def unchanged(self, path: str, state: os.stat_result) -> bytes | None:
        """The blob that the file surely still holds, by the stat that git noted; None when only reading tells."""
        return self._index.unchanged(path, state)

    def _clear_locks(self) -> None:
        """A lock stands in the way: take it away if its owner is dead, and say so once."""
        self.notices += [said for said in clear_stale(self.place, self._root, unfinished=False) if said.endswith(REMOVED)]

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
        self._packs.settle()

    def close(self) -> None:
        shut(self._repo)


def _found(root: Path) -> GitPlace:
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
    return GitPlace(root / ".git", root / ".git")


def _touched(place: Path) -> int:
    try:
        return place.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _short(branch: bytes) -> str:
    return branch.removeprefix(b"refs/heads/").decode("utf-8", "replace")
