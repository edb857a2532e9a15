"""One write of her folder from beginning to end: ledger (begun), files, objects, branch, index, ledger (done).

A process may die between any two of them; the same request handed over again ends in the same bytes and the same id.
The rules are in `docs/vault.md`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ecs.effects import FileChange
from yurios.vault import commits, plan
from yurios.vault.drafts import Draft, draft
from yurios.vault.folder import DiskFolder, Folder
from yurios.vault.history import Entry, HeadMoved, History
from yurios.vault.ledger import Begun, Ledger
from yurios.vault.lineage import Lineage
from yurios.vault.newcomers import Newcomers
from yurios.vault.owners_work import OwnersWork
from yurios.vault.paths import ignored
from yurios.vault.trees import Trees, object_id
from yurios.vault.trouble import VaultError
from yurios.vault.watch import Watch

LEVELS_KEPT = 512
TRIES = 3  # how often another's commit in the same moment is followed before the write is owed


class AlreadyBorn(VaultError):
    """A birth was asked for where a life is. Nothing was touched."""

    passing = False

    def __init__(self) -> None:
        super().__init__("already_born", "This vault has a life already; it is not born twice.", "Choose another folder.")


@dataclass(frozen=True, slots=True)
class Request:
    """One `apply`, as it was asked; `mark` names it in the ledger; `owners` says that it takes up the owner's saved edits."""

    changes: tuple[FileChange, ...]
    message: str
    author: str
    at_us: int
    offset_s: int
    mark: str
    owners: bool = False


class Writer:
    """Does requests, each once. `notices` gets sentences about edits of the owner's that were left in place."""

    def __init__(self, folder: Folder, history: History, ledger: Ledger, lineage: Lineage, trees: Trees, notices: list[str]) -> None:
        self._folder, self._history, self._ledger = folder, history, ledger
        self._lineage, self._trees, self.notices = lineage, trees, notices
        self.watch = Watch(folder, history, lineage, trees, notices)
        self.newcomers = Newcomers(history, lineage, trees, self._ours)
        self.owners_work = OwnersWork(history, lineage, trees, notices)

    def in_the_way(self) -> VaultError | None:
        """Why nothing may be committed now. Whoever told nothing of the newest commit is answered by the ledger."""
        return self.owners_work.in_the_way(self.newcomers.known or self._ledger.newest())

    def apply(self, request: Request) -> str | None:
        known = self._known(request)
        if known is not None:
            return known or None
        if request.message and (trouble := self._history.at_work() or self.in_the_way()):
            raise trouble
        if request.owners:  # not earlier: an edit whose commit was made just before a death looks as if it were staged
            self.watch.check_owners(request.changes)
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
                steps[change.path] = self._step(change, not request.message, root, before, begun)
            plan.take(steps[change.path], change)
        for step in steps.values():
            plan.settle(step)
        return list(steps.values())

    def _step(self, change: FileChange, plain: bool, root: bytes, before: bytes, begun: Begun | None) -> plan.Step:
        path, found = change.path, self._folder.read(change.path)
        if change.how == "keep" or (change.how == "delete" and found is None):  # what stood there need not be known, and in a replay is not
            return plan.Step(path, plain or ignored(path), None, found)
        touched = begun is not None and begun.files.get(path) != plan.fingerprint(found)
        return plan.Step(path, plain or ignored(path), self.blob(root, path, found), found,
                         self.blob(before, path, found), begun is not None, touched)

    def _put_files(self, steps: list[plan.Step]) -> None:
        for step in steps:
            if step.kept:
                self.notices.append(f"{step.path}: an unsaved change of yours was kept in the folder; hers is in the history.")
            elif step.work is None and step.found is not None:
                self._folder.delete(step.path)
            elif step.work is not None and step.work != step.found:
                self._folder.write(step.path, step.work)
            self.watch.ours(step.path, step.found, self._folder.read(step.path) if step.kept else step.work)

    def _put_commit(self, made: Draft, head: str | None, request: Request) -> None:
        for blob in made.blobs:
            self._history.put(b"blob", blob)
        for tree in made.trees:
            self._history.put(b"tree", tree)
        self._history.put(b"commit", made.raw)
        self._history.advance(head, made.id, commits.log_line(request.author, request.at_us, request.offset_s, request.message))
        if self.newcomers.known == head:
            self.newcomers.known = made.id
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
        if entry is None or not isinstance(self._folder, DiskFolder):
            return None
        data = self._folder.read(path)
        return self._folder.place(path).lstat() if data is not None and object_id(b"blob", data) == entry[1] else None

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

    def birth(self, request: Request) -> str:
        head = self._history.head()
        if head is None:
            return self.apply(request) or ""
        steps = self._steps(request, None, None)
        first = [commit.id for commit in self._lineage.walk(head)][-1]
        made = self._draft(request, steps, None)
        if made is None or made.id != first:
            raise AlreadyBorn
        return first if request.mark in self._ledger.done else self._finish_late(request, first)

    def blob(self, root: bytes, path: str, guess: bytes | None = None) -> bytes | None:
        """The file's bytes in a tree; `guess` spares the reading when it is right, which it nearly always is."""
        entry = self._trees.entry(root, path)
        if entry is None:
            return None
        return guess if guess is not None and object_id(b"blob", guess) == entry[1] else self._history.get(entry[1])

    def in_head(self, path: str) -> bytes | None:
        return self.blob(self._lineage.root(self._history.head()), path)


def _begin(ident: str, head: str | None, begun: Begun | None, steps: list[plan.Step]) -> Begun:
    """The attempt as the ledger keeps it: a second attempt keeps where the first one started from."""
    if begun is not None:
        return Begun(ident, begun.base, begun.files)
    return Begun(ident, head or "", {step.path: plan.fingerprint(step.found) for step in steps})
