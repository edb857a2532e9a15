"""Her folder under git: write, commit, read back. One engine, two twins: on disk and in memory.

How one write goes is in `writing`; when the owner's own work keeps her from writing, in `owners_work`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from ecs.effects import FileChange
from yurios.vault import commits
from yurios.vault.disk_history import DiskHistory
from yurios.vault.folder import DiskFolder, Folder, MemoryFolder
from yurios.vault.foreign import decode
from yurios.vault.git_locks import clear_stale
from yurios.vault.history import History, MemoryHistory
from yurios.vault.ledger import DiskLedger, Ledger, mark_of_write
from yurios.vault.lineage import MEND, UNREADABLE, Lineage
from yurios.vault.moments import Moments
from yurios.vault.paths import GateToken, PathRefused, canonical, ignored, writable
from yurios.vault.plan import Named
from yurios.vault.signature import PATH as CONSTITUTION
from yurios.vault.signature import Signature
from yurios.vault.trees import Trees
from yurios.vault.trouble import VaultDamaged, VaultError, from_os_error
from yurios.vault.writing import Request, Writer

Answer = TypeVar("Answer")


class Repository:
    """One vault. Use `DiskRepository(path)` or `MemoryRepository()`. Failures are `VaultError`s with a code and a hint."""

    def __init__(self, folder: Folder, history: History, ledger: Ledger, moments: Moments) -> None:
        self.folder, self.moments = folder, moments
        self.notices = history.notices
        self._history, self._ledger, self._lineage = history, ledger, Lineage(history)
        self._trees = Trees(history.get)
        self._writer = Writer(folder, history, ledger, self._lineage, self._trees, self.notices)
        self._newcomers, self._signature = self._writer.newcomers, Signature(folder, history)

    def head(self) -> str | None:
        """The newest commit's id, or None before birth."""
        return _told(self._history.head)

    def read(self, path: str) -> str | None:
        """The working file's text, in whatever encoding an editor left it, or None."""
        data = _told(lambda: self.folder.read(canonical(path)))
        return None if data is None else decode(data)

    def committed(self, path: str) -> str | None:
        """The file's text in HEAD, or None."""
        data = _told(lambda: self._writer.in_head(canonical(path)))
        return None if data is None else decode(data)

    def paths(self) -> list[str]:
        """Every file in HEAD, sorted."""
        return _told(lambda: sorted(self._trees.files(self._lineage.root(self._history.head()))))

    def log(self, count: int = 20) -> list[commits.Written]:
        """The newest commits, newest first, along first parents."""
        return _told(lambda: [commit for _, commit in zip(range(count), self._lineage.walk(self._history.head()))])

    def scan(self) -> dict[str, str | Named | None]:
        """What other hands changed in her files since the last look: path → text, None if deleted, `Named` for what is kept as it is.

        Nothing while work of the owner's is open (`in_the_way`): what lies there then is not finished.
        """
        return {} if self.in_the_way() else _told(self._writer.watch.look)

    def in_the_way(self) -> VaultError | None:
        """Why she may not commit now: a merge of the owner's is open, HEAD is on no branch, the history lost files."""
        return _told(self._writer.in_the_way)

    def accept(self) -> str | None:
        """The owner meant it: go on from a history that was written anew. Returns its newest commit."""
        return _told(self._writer.owners_work.accept)

    def held(self) -> dict[str, str]:
        """Edits that stay the owner's to commit: path → why."""
        return self._writer.watch.held

    def newly_signed(self) -> tuple[str, str] | None:
        """(text, git's name) of a constitution that the owner signed as it lies there, once after each start and signing."""
        return _told(self._signature.news)

    def told_of(self, head: str | None) -> None:
        """The newest commit that the tape knows: what lies above it, and is not hers, is news."""
        self._newcomers.known = head

    def known_head(self) -> str | None:
        return self._newcomers.known

    def newcomers(self) -> list[dict]:
        """Commits of other hands since the last call, oldest first, as payloads of `vault_changed`."""
        return [] if self.in_the_way() else _told(self._newcomers.look)

    def verify(self) -> int:
        """Read everything that HEAD reaches and check each id. Returns how many objects; raises `VaultDamaged`."""
        return _told(self._lineage.verify)

    def verifying(self) -> Iterator[int]:
        """The same in steps: yields how many objects were read so far."""
        steps = _told(self._lineage.verifying)
        while (count := _told(lambda: next(steps, None))) is not None:
            yield count

    def note(self, path: str, text: str) -> None:
        """Write a file that git ignores, as it is: nothing is committed, nothing is remembered of it."""
        if not ignored(canonical(path)):
            raise PathRefused(path, "only files that git ignores are written without a commit")
        _told(lambda: self.folder.write(path, text.encode("utf-8")))

    def apply(self, changes: Iterable[FileChange], message: str, author: str, at_us: int, offset_s: int, *,
              write: str = "", token: GateToken | None = None, owners: bool = False) -> str | None:
        """Write the files; with a message, commit those that git tracks. Returns the commit id, or None when none was due.

        `write` is the request's key: called again with the same key and arguments, nothing happens twice and the answer is
        the same. `owners`: these are saved edits of the owner's. Raises, before anything is touched, `PathRefused`, and `StillOwners`
        when one of the owner's is staged, or carries conflict markers, by now.
        """
        changes = tuple(changes)
        for change in changes:
            if not (change.how == "keep" and change.path == CONSTITUTION and token is not None):  # what the owner signed is kept, and never written
                writable(change.path, token)
        mark = mark_of_write(write, changes, message, author, at_us, offset_s) if write else ""
        return _told(lambda: self._writer.apply(Request(changes, message, author, at_us, offset_s, mark, owners)))

    def birth(self, files: Mapping[str, str], message: str, author: str, at_us: int, offset_s: int) -> str:
        """The first commit: the starter vault. The one time that the constitution is written.

        Done again after a crash it answers the same id; a vault that began otherwise is refused.
        """
        changes = tuple(FileChange(canonical(path), "replace", text) for path, text in sorted(files.items()))
        mark = mark_of_write("birth", changes, message, author, at_us, offset_s)
        return _told(lambda: self._writer.birth(Request(changes, message, author, at_us, offset_s, mark)))

    def commit_owners(self, files: Mapping[str, str | None], message: str, author: str, at_us: int, offset_s: int) -> str | None:
        """The owner's own commit of these files as they are in the folder (None: deleted). No path is theirs to be refused."""
        changes = tuple(FileChange(path, "delete" if text is None else "replace", text or "") for path, text in sorted(files.items()))
        return _told(lambda: self._writer.apply(Request(changes, message, author, at_us, offset_s, "")))

    def settle(self) -> None:
        """Quiet time: let the owner's git see everything, and pack when there is much to pack. Bounded; call it again."""
        _told(self._history.settle)

    def set_up(self, up: bool) -> None:
        """False makes every write fail as on a full disk, until True."""
        self.moments.full = not up

    def close(self) -> None:
        self._ledger.close()
        self._history.close()


def _told(work: Callable[[], Answer]) -> Answer:
    """Run the work; what the machine or a missing object raises becomes a `VaultError`."""
    try:
        return work()
    except OSError as error:
        raise from_os_error(error) from error
    except UNREADABLE as error:
        raise VaultDamaged("damaged", f"Part of her history cannot be read ({type(error).__name__}: {error}).", MEND) from error


def _scratch(root: Path, history: DiskHistory) -> Path:
    """Where new files are made: on the disk of the folder itself, else they could not be renamed in."""
    return history.scratch if history.scratch.stat().st_dev == root.stat().st_dev else root / "state"


class DiskRepository(Repository):
    """The vault in a folder: opened, or made with branch `main` when there is none. `watch` sees each moment of a write."""

    def __init__(self, path: str | os.PathLike[str], watch: Callable[[str], None] | None = None) -> None:
        moments = Moments(watch)
        root = Path(path).resolve()
        history = _told(lambda: DiskHistory(root, moments))
        _told(lambda: history.scratch.mkdir(exist_ok=True))
        ledger = _told(lambda: DiskLedger(history.scratch / "writes.jsonl", moments))
        super().__init__(DiskFolder(root, _told(lambda: _scratch(root, history)), moments), history, ledger, moments)
        self.notices += clear_stale(history.place, root, unfinished=bool(ledger.begun))


class MemoryRepository(Repository):
    """The same vault without a disk."""

    def __init__(self, watch: Callable[[str], None] | None = None) -> None:
        moments = Moments(watch)
        super().__init__(MemoryFolder(moments), MemoryHistory(moments), Ledger(moments), moments)
