"""What the owner has under way in her folder, and whether she may go on from where they left it.

She never finishes their merge, and never goes on from a history that was written anew without some of her files, unless
they say that they meant it. Nothing here waits: it looks, and the write is owed.
"""

from __future__ import annotations

from pathlib import Path

from yurios.vault.history import History
from yurios.vault.lineage import UNREADABLE, Lineage
from yurios.vault.trees import Trees
from yurios.vault.trouble import VaultError

OPEN_WORK = {
    "MERGE_HEAD": "merge", "rebase-merge": "rebase", "rebase-apply": "rebase", "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert", "sequencer": "cherry-pick or revert", "BISECT_LOG": "bisect",
}
ACCEPTED, KEPT = "accepted", "kept"
NAMED = 3


def open_work(own: Path, branch: str, hers: str) -> VaultError | None:
    """What is open in the `.git` of this folder; `hers` is the branch that she wrote on last."""
    for name, what in OPEN_WORK.items():
        if (own / name).exists():
            return VaultError("paused", f"A {what} of yours is open in her vault.", "Finish or abort it (git status says how); she goes on by herself.")
    if branch == "HEAD":
        return VaultError("paused", "Her vault stands on a single commit, not on a branch.", f"Run `git switch {hers}` in it; she goes on by herself.")
    return None


class OwnersWork:
    """Asked before each commit and each look. `notices` gets a sentence when a rewritten history is followed."""

    def __init__(self, history: History, lineage: Lineage, trees: Trees, notices: list[str]) -> None:
        self._history, self._lineage, self._trees, self._notices = history, lineage, trees, notices
        self._followed: tuple[str, str] | None = None
        self._refused: tuple[str, str, VaultError] | None = None

    def in_the_way(self, known: str | None) -> VaultError | None:
        """Why nothing may be committed now; `known` is the newest commit that she knows of."""
        return self._history.paused() or self._rewritten(known)

    def accept(self) -> str | None:
        """The owner means it: go on from HEAD as it is. Returns its id."""
        head = self._history.head()
        if head is not None:
            self._history.mark(ACCEPTED, head)
        return head

    def _rewritten(self, known: str | None) -> VaultError | None:
        head = self._history.head()
        if known is None or head is None or head == known or self._followed == (known, head):
            return None
        if self._refused and self._refused[:2] == (known, head) and self._history.marked(ACCEPTED) != head:
            return self._refused[2]
        trouble = self._judge(known, head)
        self._followed, self._refused = (None, (known, head, trouble)) if trouble else ((known, head), None)
        return trouble

    def _judge(self, known: str, head: str) -> VaultError | None:
        try:
            if self._lineage.descends(head, known):
                return None
            lost = self._lost(known, head)
        except UNREADABLE:
            self._notices.append(f"Her newest commit ({known[:10]}) is not in this history. She goes on from the one that is there ({head[:10]}).")
            return None
        if not lost or self._history.marked(ACCEPTED) == head:
            self._notices.append(f"Her history was written anew; she goes on from {head[:10]}. What it was before is {known[:10]}.")
            return None
        self._history.mark(f"{KEPT}/{known[:12]}", known)
        return _refusal(lost, known)

    def _lost(self, known: str, head: str) -> list[str]:
        """Files of `known` that `head` holds neither under their name nor under another."""
        old, new = (self._trees.files(self._lineage.root(ident)) for ident in (known, head))
        blobs = {ident for _, ident in new.values()}
        return sorted(path for path, (_, ident) in old.items() if path not in new and ident not in blobs)


def _refusal(lost: list[str], known: str) -> VaultError:
    names = ", ".join(lost[:NAMED]) + (f" and {len(lost) - NAMED} more" if len(lost) > NAMED else "")
    return VaultError(
        "rewritten", f"The history in her folder was written anew and {len(lost)} of her files are gone from it ({names}). She writes nothing on top of that.",
        f"`git reset --hard {known[:12]}` in her folder brings them back; if you meant it, run.py vault accept. Then she goes on by herself.")
