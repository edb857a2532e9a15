"""Her folder under git: write, commit, read back. One engine, two twins: on disk and in memory.

The order of a write is: ledger (begun), working files, objects, branch, index, ledger (done). A process may die between
any two of them; `apply` called again with the same request ends in the same bytes and the same commit id. The rules are
in `docs/vault.md`.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from dulwich.errors import ChecksumMismatch, FileFormatException, NotGitRepository

from ecs.effects import FileChange
from yurios.vault import commits, plan
from yurios.vault.disk_history import DiskHistory
from yurios.vault.drafts import Draft, draft
from yurios.vault.folder import DiskFolder, Folder, MemoryFolder
from yurios.vault.foreign import Watch, decode
from yurios.vault.git_locks import clear_stale
from yurios.vault.history import Entry, HeadMoved, History, MemoryHistory
from yurios.vault.ledger import Begun, DiskLedger, Ledger, mark_of_write
from yurios.vault.lineage import MEND, Lineage
from yurios.vault.moments import Moments
from yurios.vault.newcomers import Newcomers
from yurios.vault.paths import GateToken, canonical, ignored, writable
from yurios.vault.trees import Trees, object_id
from yurios.vault.trouble import VaultDamaged, VaultError, from_os_error

LEVELS_KEPT = 512
TRIES = 3  # how often another's commit in the same moment is followed before the write is owed
UNREADABLE = (KeyError, ValueError, zlib.error, FileFormatException, ChecksumMismatch, NotGitRepository)
Answer = TypeVar("Answer")


class AlreadyBorn(VaultError):
    """A birth was asked for where a life is. Nothing was touched."""

    passing = False

    def __init__(self) -> None:
        super().__init__("already_born", "This vault has a life already; it is not born twice.", "Choose another folder.")


@dataclass(frozen=True, slots=True)
class Request:
    """One `apply`, as it was asked; `mark` names it in the ledger."""

    changes: tuple[FileChange, ...]
    message: str
    author: str
    at_us: int
    offset_s: int
    mark: str


class Repository:
    """One vault. Use `DiskRepository(path)` or `MemoryRepository()`. Failures are `VaultError`s with a code and a hint."""

    def __init__(self, folder: Folder, history: History, ledger: Ledger, moments: Moments) -> None:
        self.folder, self.moments = folder, moments
        self.notices: list[str] = []
        self._history, self._ledger, self._lineage = history, ledger, Lineage(history)
        self._trees = Trees(history.get)
        self._watch = Watch(folder, self._in_head)
        self._newcomers = Newcomers(history, self._lineage, self._trees, self._ours)

    def head(self) -> str | None:
        """The newest commit's id, or None before birth."""
        return _told(self._history.head)

    def read(self, path: str) -> str | None:
        """The working file's text, in whatever encoding an editor left it, or None."""
        data = _told(lambda: self.folder.read(canonical(path)))
        return None if data is None else decode(data)

    def committed(self, path: str) -> str | None:
        """The file's text in HEAD, or None."""
        data = _told(lambda: self._in_head(canonical(path)))
        return None if data is None else decode(data)

    def paths(self) -> list[str]:
        """Every file in HEAD, sorted."""
        return _told(lambda: sorted(self._trees.files(self._lineage.root(self._history.head()))))

    def log(self, count: int = 20) -> list[commits.Written]:
        """The newest commits, newest first, along first parents."""
        return _told(lambda: [commit for _, commit in zip(range(count), self._lineage.walk(self._history.head()))])

    def scan(self) -> dict[str, str | None]:
        """What other hands changed in `soul/` and the root's markdown since the last look: path → text, None if deleted."""
        _told(self._history.head)  # a folder that has vanished is not a folder whose files were all deleted
        return _told(self._watch.look)

    def told_of(self, head: str | None) -> None:
        """The newest commit that the tape knows: what lies above it, and is not hers, is news."""
        self._newcomers.known = head

    def known_head(self) -> str | None:
        return self._newcomers.known

    def newcomers(self) -> list[dict]:
        """Commits of other hands since the last call, oldest first, as payloads of `vault_changed`."""
        return _told(self._newcomers.look)

    def verify(self) -> int:
        """Read everything that HEAD reaches and check each id. Returns how many objects; raises `VaultDamaged`."""
        return _told(self._lineage.verify)

    def apply(self, changes: Iterable[FileChange], message: str, author: str, at_us: int, offset_s: int, *,
              write: str = "", token: GateToken | None = None) -> str | None:
        """Write the files; with a message, commit those that git tracks. Returns the commit id, or None when none was due.

        `write` is the request's key: called again with the same key and arguments, nothing happens twice and the answer is
        the same. Raises `PathRefused` before anything is touched.
        """
        changes = tuple(changes)
        for change in changes:
            writable(change.path, token)
        mark = mark_of_write(write, changes, message, author, at_us, offset_s) if write else ""
        return _told(lambda: self._apply(Request(changes, message, author, at_us, offset_s, mark)))

    def birth(self, files: Mapping[str, str], message: str, author: str, at_us: int, offset_s: int) -> str:
        """The first commit: the starter vault. The one time that the constitution is written.

        Done again after a crash it answers the same id; a vault that began otherwise is refused.
        """
        changes = tuple(FileChange(canonical(path), "replace", text) for path, text in sorted(files.items()))
        mark = mark_of_write("birth", changes, message, author, at_us, offset_s)
        return _told(lambda: self._birth(Request(changes, message, author, at_us, offset_s, mark)))

    def commit_owners(self, files: Mapping[str, str | None], message: str, author: str, at_us: int, offset_s: int) -> str | None:
        """The owner's own commit of these files as they are in the folder (None: deleted). No path is theirs to be refused."""
        changes = tuple(FileChange(path, "delete" if text is None else "replace", text or "") for path, text in sorted(files.items()))
        return _told(lambda: self._apply(Request(changes, message, author, at_us, offset_s, "")))

    def settle(self) -> None:
        """Quiet time: let the owner's git see everything, and pack when there is much to pack. Bounded; call it again."""
        _told(self._history.settle)

    def set_up(self, up: bool) -> None:
        """False makes every write fail as on a full disk, until True."""
        self.moments.full = not up

    def close(self) -> None:
        self._ledger.close()
        self._history.close()

    # One write.

    def _apply(self, request: Request) -> str | None:
        known = self._known(request)
        if known is not None:
            return known or None
        if request.message and (trouble := self._history.paused()):
            raise trouble
        begun = self._begun(request)
        for attempt in range(TRIES):
            head = self._history.head()
            try:
                return self._attempt(request, head, begun)
            except HeadMoved:
                begun = begun or Begun("", head or "", {})
        raise HeadMoved

    def _attempt(self, request: Request, head: str | None, begun: Begun | None) -> str | None:
        steps = self._steps(request, head, begun)
        made = self._draft(request, steps, head)
        ident = made.id if made else ""
        if request.mark and (begun is None or begun.commit != ident):
            self._ledger.begin(request.mark, _begin(ident, head, begun, steps))
        self._put_files(steps)
        if made is not None:
            self._put_commit(made, head, request)
        if request.mark:
            self._ledger.finish(request.mark, ident)
        return ident or None

    def _steps(self, request: Request, head: str | None, begun: Begun | None) -> list[plan.Step]:
        root = self._lineage.root(head)
        before = self._lineage.root(begun.base or None) if begun else root
        steps: dict[str, plan.Step] = {}
        for change in request.changes:
            if change.path not in steps:
                steps[change.path] = self._step(change.path, not request.message, root, before, begun)
            plan.take(steps[change.path], change)
        for step in steps.values():
            plan.settle(step)
        return list(steps.values())

    def _step(self, path: str, plain: bool, root: bytes, before: bytes, begun: Begun | None) -> plan.Step:
        found = self.folder.read(path)
        touched = begun is not None and begun.files.get(path) != plan.fingerprint(found)
        return plan.Step(path, plain or ignored(path), self._blob(root, path, found), found,
                         self._blob(before, path, found), begun is not None, touched)

    def _put_files(self, steps: list[plan.Step]) -> None:
        for step in steps:
            if step.kept:
                self.notices.append(f"{step.path}: an unsaved change of yours was kept in the folder; hers is in the history.")
            elif step.work is None and step.found is not None:
                self.folder.delete(step.path)
            elif step.work is not None and step.work != step.found:
                self.folder.write(step.path, step.work)
            self._watch.ours(step.path, step.found, self.folder.read(step.path) if step.kept else step.work)

    def _put_commit(self, made: Draft, head: str | None, request: Request) -> None:
        for blob in made.blobs:
            self._history.put(b"blob", blob)
        for tree in made.trees:
            self._history.put(b"tree", tree)
        self._history.put(b"commit", made.raw)
        self._history.advance(head, made.id, commits.log_line(request.author, request.at_us, request.offset_s, request.message))
        if self._newcomers.known == head:
            self._newcomers.known = made.id
        self._lineage.remember(made.id, made.root)
        self._trees.keep_only(made.root, LEVELS_KEPT)
        self._show(made.changed)

    def _draft(self, request: Request, steps: list[plan.Step], head: str | None) -> Draft | None:
        return draft(self._trees, steps, self._lineage.root(head), head, request.message, request.author,
                     request.at_us, request.offset_s)

    def _show(self, changed: Mapping[str, tuple[Entry, Entry]]) -> None:
        self._history.show({path: (old, new, self._stat(path, new)) for path, (old, new) in changed.items()})

    def _stat(self, path: str, entry: Entry) -> os.stat_result | None:
        """The file's stat when it holds exactly what was committed, so that git need not read it."""
        if entry is None or not isinstance(self.folder, DiskFolder):
            return None
        data = self.folder.read(path)
        return self.folder.place(path).lstat() if data is not None and object_id(b"blob", data) == entry[1] else None

    # Has it been done before?

    def _known(self, request: Request) -> str | None:
        """The answer of a request that is done: a commit id, "" for no commit; None when it is still to do."""
        if not request.mark:
            return None
        done, begun = self._ledger.done.get(request.mark), self._ledger.begun.get(request.mark)
        if done is not None and (done == "" or self._lineage.holds(done) or self._lineage.left_behind(done)):
            return done
        if begun is not None and begun.commit and self._lineage.holds(begun.commit):
            return self._finish_late(request, begun.commit)
        if begun is None and (twin := self._twin(request)):
            return self._finish_late(request, twin)
        return None

    def _begun(self, request: Request) -> Begun | None:
        """An earlier attempt: one that the ledger saw begin, or one it saw done whose commit a power cut took away."""
        if (lost := self._ledger.done.get(request.mark)) is not None:
            return Begun(lost, self._history.head() or "", {})
        return self._ledger.begun.get(request.mark)

    def _twin(self, request: Request) -> str | None:
        """A commit from before this session that this request would make on the same parent: the ledger was lost.

        One that the ledger knows as another request's is not it: two equal requests in one second are two.
        """
        for commit in self._lineage.alike(request.author, request.at_us // 1_000_000, request.message):
            if commit.id in self._ledger.done.values():
                continue
            parent = commit.parents[0] if commit.parents else None
            made = self._draft(request, self._steps(request, parent, None), parent)
            if made is not None and made.id == commit.id:
                return commit.id
        return None

    def _ours(self, ident: str) -> bool:
        return ident in self._ledger.done.values() or any(begun.commit == ident for begun in self._ledger.begun.values())

    def _finish_late(self, request: Request, ident: str) -> str:
        """The commit was made just before a death; what came after it is caught up here."""
        commit = self._lineage.commit(ident)
        old = self._trees.files(self._lineage.root(commit.parents[0] if commit.parents else None))
        new = self._trees.files(self._lineage.root(ident))
        self._show({path: (old.get(path), new.get(path)) for path in sorted(old.keys() | new.keys()) if old.get(path) != new.get(path)})
        self._ledger.finish(request.mark, ident)
        return ident

    def _birth(self, request: Request) -> str:
        head = self._history.head()
        if head is None:
            return self._apply(request) or ""
        steps = self._steps(request, None, None)
        first = [commit.id for commit in self._lineage.walk(head)][-1]
        made = self._draft(request, steps, None)
        if made is None or made.id != first:
            raise AlreadyBorn
        return first if request.mark in self._ledger.done else self._finish_late(request, first)

    def _blob(self, root: bytes, path: str, guess: bytes | None = None) -> bytes | None:
        """The file's bytes in a tree; `guess` spares the reading when it is right, which it nearly always is."""
        entry = self._trees.entry(root, path)
        if entry is None:
            return None
        return guess if guess is not None and object_id(b"blob", guess) == entry[1] else self._history.get(entry[1])

    def _in_head(self, path: str) -> bytes | None:
        return self._blob(self._lineage.root(self._history.head()), path)


def _begin(ident: str, head: str | None, begun: Begun | None, steps: list[plan.Step]) -> Begun:
    """The attempt as the ledger keeps it: a second attempt keeps where the first one started from."""
    if begun is not None:
        return Begun(ident, begun.base, begun.files)
    return Begun(ident, head or "", {step.path: plan.fingerprint(step.found) for step in steps})


def _told(work: Callable[[], Answer]) -> Answer:
    """Run the work; what the machine or a missing object raises becomes a `VaultError`."""
    try:
        return work()
    except OSError as error:
        raise from_os_error(error) from error
    except UNREADABLE as error:
        raise VaultDamaged("damaged", f"Part of her history cannot be read ({type(error).__name__}: {error}).", MEND) from error


class DiskRepository(Repository):
    """The vault in a folder: opened, or made with branch `main` when there is none. `watch` sees each moment of a write."""

    def __init__(self, path: str | os.PathLike[str], watch: Callable[[str], None] | None = None) -> None:
        moments = Moments(watch)
        root = Path(path).resolve()
        history = _told(lambda: DiskHistory(root, moments))
        ledger = _told(lambda: DiskLedger(history.scratch / "writes.jsonl", moments))
        super().__init__(DiskFolder(root, history.scratch, moments), history, ledger, moments)
        self.notices = history.notices
        self.notices += clear_stale(root / ".git", unfinished=bool(ledger.begun))


class MemoryRepository(Repository):
    """The same vault without a disk."""

    def __init__(self, watch: Callable[[str], None] | None = None) -> None:
        moments = Moments(watch)
        super().__init__(MemoryFolder(moments), MemoryHistory(moments), Ledger(moments), moments)
