"""Her history to be read while she may be writing in it: nothing here is locked, mended, packed or made."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import islice
from pathlib import Path

from yurios.vault import commits
from yurios.vault.disk_history import DiskHistory
from yurios.vault.folder import DiskFolder
from yurios.vault.foreign import words
from yurios.vault.history import Entry
from yurios.vault.git_place import find_git
from yurios.vault.lineage import Lineage
from yurios.vault.moments import Moments
from yurios.vault.owners_work import OwnersWork
from yurios.vault.signature import PATH as CONSTITUTION
from yurios.vault.signature import sign
from yurios.vault.trees import Trees
from yurios.vault.trouble import VaultError

Change = tuple[bytes | None, bytes | None]
Tell = Callable[[int], object]
SILENT: Tell = lambda done: None  # noqa: E731 - a name for "nobody wants to know how far it is"
UNDO = "Undo: "  # begins the message of a commit that takes another back, and so names its turn too
_BACK = re.compile(r"(?:HEAD)?(?:~(\d+))?", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]{4,40}")


class NoSuchCommit(VaultError):
    """The owner named a commit that is not there, or is not one."""

    passing = False

    def __init__(self, word: str, why: str) -> None:
        super().__init__("no_commit", f'"{word[:60]}" is no commit of hers: {why}.', "run.py vault log lists them; a turn (t-88) or HEAD~1 will do too.")


class Reader:
    """One vault's history. Raises `VaultError` when there is none in `root`."""

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self.root = Path(root).resolve()
        if find_git(self.root) is None:
            raise VaultError("no_vault", f"There is no history in {self.root}.", "She is born at the first talk: run.py chat. --home and --name say where and who.")
        self.history = DiskHistory(self.root, Moments())
        self.lineage, self.trees = Lineage(self.history), Trees(self.history.get)
        self.folder = DiskFolder(self.root, self.history.scratch, Moments())

    def close(self) -> None:
        """Let go of the packs."""
        self.history.close()

    def head(self) -> commits.Written:
        """The newest commit. Raises `VaultError` before the first."""
        ident = self.history.head()
        if ident is None:
            raise VaultError("no_vault", "Her history has no commit yet.", "She is born at the first talk: run.py chat.")
        return self.lineage.commit(ident)

    def walk(self) -> Iterator[commits.Written]:
        """Newest first, along first parents."""
        return self.lineage.walk(self.head().id)

    def find(self, word: str) -> commits.Written:
        """The commit that the owner means: an id or its beginning, HEAD~2, or a turn such as t-88. "" is the newest."""
        if back := _BACK.fullmatch(word):
            found = next(islice(self.walk(), int(back[1] or 0), None), None)
            if found is None:
                raise NoSuchCommit(word, "the history is not that long")
            return found
        if _HEX.fullmatch(word) and (ids := self.history.starting_with(word)):
            if len(ids) > 1:
                raise NoSuchCommit(word, f"{len(ids)} begin so")
            return self.lineage.commit(ids[0])
        named = next((commit for commit in self.walk() if f"({word})" in commit.message and not commit.message.startswith(UNDO)), None)
        if named is None:
            raise NoSuchCommit(word, "no id begins so, and no message names it")
        return named

    def files(self, commit: commits.Written | None) -> dict[str, tuple[int, bytes]]:
        """path → (mode, id) of every file in a commit."""
        return self.trees.files(commit.tree.encode()) if commit else {}

    def parent(self, commit: commits.Written) -> commits.Written | None:
        """Its first parent."""
        return self.lineage.commit(commit.parents[0]) if commit.parents else None

    def changes(self, commit: commits.Written) -> dict[str, Change]:
        """path → (bytes before, bytes after) of what the commit changed against its first parent."""
        old, new = self.files(self.parent(commit)), self.files(commit)
        changed = sorted(path for path in old.keys() | new.keys() if old.get(path) != new.get(path))
        return {path: (self.blob(old.get(path)), self.blob(new.get(path))) for path in changed}

    def blob(self, entry: Entry) -> bytes | None:
        """The bytes of a file in a commit."""
        return self.history.get(entry[1]) if entry else None

    def in_head(self, path: str) -> bytes | None:
        """The file as it was last committed."""
        return self.blob(self.trees.entry(self.head().tree.encode(), path))

    def signed(self) -> tuple[str, bytes | None]:
        """(git's name for the constitution that the owner signed, its bytes): ("", what was last committed) before they signed any."""
        ident, committed = self.history.signed(), self.in_head(CONSTITUTION)
        try:
            return ident, self.history.get(ident.encode()) if ident else committed
        except KeyError:  # signed, and not taken up yet
            return ident, committed

    def sign(self, data: bytes) -> str:
        """The owner signs this text of the constitution. Returns git's name for it."""
        return sign(self.history, data)

    def accept(self) -> str:
        """Note that the owner meant a rewritten history. Returns the commit that she goes on from."""
        OwnersWork(self.history, self.lineage, self.trees, []).accept()
        return self.head().id


def when(commit: commits.Written) -> datetime:
    """The commit's moment, by the clock that stood beside her then."""
    return (datetime.fromtimestamp(commit.at_s, UTC) + timedelta(seconds=commit.offset_s)).replace(tzinfo=None)


def stamp(commit: commits.Written) -> str:
    """The same in RFC 3339."""
    return datetime.fromtimestamp(commit.at_s, timezone(timedelta(seconds=commit.offset_s))).isoformat()


def who(commit: commits.Written) -> str:
    """The author's name."""
    return commit.author.partition(" <")[0]


def subject(commit: commits.Written) -> str:
    """The first line of the message, as one line that a terminal may be shown."""
    return printable((commit.message.splitlines() or [""])[0])


def printable(text: str) -> str:
    """The text without what would command a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\t" else "·" for letter in text)


def rows(data: bytes | None) -> list[bytes]:
    """The text's lines in UTF-8, without their ends."""
    return words(data).removesuffix(b"\n").split(b"\n") if data else []


def lines(data: bytes | None) -> list[str]:
    """The same, to be read."""
    return [row.decode("utf-8", "replace").rstrip("\r") for row in rows(data)]
