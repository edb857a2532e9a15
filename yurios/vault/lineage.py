"""HEAD's first parents: which commits are hers to call done. Reading only; nothing here writes."""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from dulwich.errors import ChecksumMismatch, FileFormatException, NotGitRepository

from yurios.vault import commits
from yurios.vault.history import History
from yurios.vault.trees import EMPTY_TREE, Level, object_id
from yurios.vault.trouble import VaultDamaged

LOOK_BACK = 2_000  # commits searched for one that a restart hands over again
#: What a missing or broken object raises at its reader.
UNREADABLE = (KeyError, ValueError, zlib.error, FileFormatException, ChecksumMismatch, NotGitRepository)
SLACK_S = 7 * 86_400  # clocks differ: a child may look this much older than its parent
FOLDER, SUBMODULE = 0o040000, 0o160000


class Lineage:
    """Walks the history of one vault; remembers the roots it has read."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._roots: dict[str, bytes] = {}
        self._before_opening: dict[tuple[str, int, str], list[commits.Written]] | None = None
        self._opened_on: str | None = None
        self._opened_at: int | None = None

    def commit(self, ident: str) -> commits.Written:
        """One commit. Parents that a shallow clone left out are none."""
        found = commits.parse(ident, self._history.get(ident.encode()))
        return replace(found, parents=()) if ident in self._history.cut() else found

    def root(self, ident: str | None) -> bytes:
        """The tree of a commit; the empty tree before the first."""
        if ident is None:
            return EMPTY_TREE
        if ident not in self._roots:
            self.remember(ident, self.commit(ident).tree.encode())
        return self._roots[ident]

    def remember(self, ident: str, root: bytes) -> None:
        if len(self._roots) > 64:
            self._roots.clear()
        self._roots[ident] = root

    def walk(self, ident: str | None) -> Iterator[commits.Written]:
        """The commit and its first parents, newest first."""
        while ident:
            commit = self.commit(ident)
            yield commit
            ident = commit.parents[0] if commit.parents else None

    def holds(self, wanted: str, start: str | None = None) -> bool:
        """Whether the commit is among the newest first parents of HEAD (or of `start`)."""
        walk = zip(self.walk(start or self._history.head()), range(LOOK_BACK))
        return any(commit.id == wanted for commit, _ in walk)

    def descends(self, later: str, earlier: str) -> bool:
        """Whether `earlier` lies under `later`, by any parent. Raises KeyError when `earlier` is not there."""
        oldest = self.commit(earlier).at_s - SLACK_S
        waiting, seen = deque([later]), {later}
        while waiting:
            ident = waiting.popleft()
            if ident == earlier:
                return True
            commit = self.commit(ident)
            fresh = [parent for parent in commit.parents if parent not in seen] if commit.at_s >= oldest else []
            seen.update(fresh)
            waiting.extend(fresh)
        return False

    def left_behind(self, ident: str) -> bool:
        """Whether the owner took HEAD away from this commit on purpose: then it stays undone."""
        return any(self._reaches(start, ident) for start in self._history.left_behind())

    def _reaches(self, start: str, ident: str) -> bool:
        try:
            return bool(start.strip("0")) and self.holds(ident, start)
        except UNREADABLE:
            return False  # pruned since: nobody can say

    def alike(self, author: str, at_s: int, message: str) -> list[commits.Written]:
        """Commits older than this session with the same author, second and message, oldest first."""
        if self._opened_at is None:
            newest = next(self.walk(self._history.head()), None)
            self._opened_on, self._opened_at = (newest.id, newest.at_s) if newest else (None, -1)
        if at_s > self._opened_at:
            return []
        if self._before_opening is None:
            self._before_opening = {}
            for commit, _ in zip(self.walk(self._opened_on), range(LOOK_BACK)):
                self._before_opening.setdefault((commit.author, commit.at_s, commit.message), []).insert(0, commit)
        key = (commits.identity(author).decode(), at_s, commits.text(message).decode())
        return self._before_opening.get(key, [])

    def verify(self) -> int:
        """Read everything HEAD reaches and check each id against its bytes. Returns how many objects."""
        count = 0
        for count in self.verifying():
            pass
        return count

    def verifying(self) -> Iterator[int]:
        """The same in steps, a commit and what is new in it each: yields how many objects were read so far."""
        seen: set[bytes] = {EMPTY_TREE}
        head = self._history.head()
        waiting = [head] if head else []
        while waiting:
            ident = waiting.pop()
            if ident.encode() in seen:
                continue
            self._check(ident.encode(), b"commit", seen)
            commit = self.commit(ident)
            self._check_tree(commit.tree.encode(), seen)
            waiting += commit.parents
            yield len(seen) - 1

    def _check_tree(self, tree: bytes, seen: set[bytes]) -> None:
        if tree in seen:
            return
        level = Level.parse(self._check(tree, b"tree", seen))
        for mode, ident in level.entries():
            if mode == FOLDER:
                self._check_tree(ident, seen)
            elif ident not in seen and mode != SUBMODULE:
                self._check(ident, b"blob", seen)

    def _check(self, ident: bytes, kind: bytes, seen: set[bytes]) -> bytes:
        raw = self._history.get(ident)
        if object_id(kind, raw) != ident:
            raise VaultDamaged("damaged", f"The {kind.decode()} {ident.decode()[:10]} in her history is damaged.", MEND)
        seen.add(ident)
        return raw


MEND = "Restore a backup, or that object from another copy of the vault."
