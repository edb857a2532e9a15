"""Commits that other hands put on top of hers: found, and told in full, so that a replay can make them again.

What cannot be made again from a message, texts and one moment (a merge, a rewritten past, bytes that are no text, much at
once) is told without its message: then the tape says that something came, and a replay says what it cannot compare.
"""

from __future__ import annotations

from collections.abc import Callable

from yurios.vault import commits
from yurios.vault.foreign import decode
from yurios.vault.history import History
from yurios.vault.lineage import Lineage
from yurios.vault.trees import Trees

MOST, MOST_BYTES = 200, 1_000_000


class Newcomers:
    """`known` is the newest commit that has been told of; `ours` says whether a commit is of her own making."""

    def __init__(self, history: History, lineage: Lineage, trees: Trees, ours: Callable[[str], bool]) -> None:
        self._history, self._lineage, self._trees, self._ours = history, lineage, trees, ours
        self.known: str | None = None

    def look(self) -> list[dict]:
        """Payloads of `vault_changed`, oldest first, for what came since the last look."""
        head = self._history.head()
        if head == self.known or head is None:
            return []
        found, reached = [], False
        for commit, _ in zip(self._lineage.walk(head), range(MOST)):
            reached = commit.id == self.known
            if reached:
                break
            found.insert(0, commit)
            reached = not commit.parents and self.known is None
        self.known = head
        if not reached:
            return [{"cause": "commit", "files": {}, "commit": head}]
        return [self._told(commit) for commit in found if not self._ours(commit.id)]

    def _told(self, commit: commits.Written) -> dict:
        parent = commit.parents[0] if commit.parents else None
        old, new = self._trees.files(self._lineage.root(parent)), self._trees.files(commit.tree.encode())
        changed = sorted(path for path in old.keys() | new.keys() if old.get(path) != new.get(path))
        data = {path: self._history.get(new[path][1]) if path in new else None for path in changed}
        files = {path: None if raw is None else decode(raw) for path, raw in data.items()}
        bare = {"cause": "commit", "files": {path: text for path, text in files.items() if path.startswith("soul/")}, "commit": commit.id}
        if sum(len(raw or b"") for raw in data.values()) > MOST_BYTES or any(raw is not None and files[path].encode() != raw for path, raw in data.items()):
            return bare
        whole = {"author": commit.author, "message": commit.message, "at_us": commit.at_s * 1_000_000, "offset_s": commit.offset_s}
        again = commits.commit_bytes(commit.tree.encode(), parent, commit.message, commit.author, whole["at_us"], commit.offset_s)
        plain = all(path not in new or path not in old or old[path][0] == new[path][0] for path in changed) and all(
            new[path][0] == 0o100644 for path in changed if path in new and path not in old)
        return bare | {"files": files} | whole if plain and again == self._history.get(commit.id.encode()) else bare
