"""A commit before it is stored: which blobs and trees it needs, and the id it will have."""

from __future__ import annotations

from dataclasses import dataclass

from yurios.vault.commits import commit_bytes
from yurios.vault.history import Entry
from yurios.vault.plan import Named, Step
from yurios.vault.trees import FILE, Trees, object_id


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything to store for one commit, in the order to store it: blobs, trees (leaves first), the commit."""

    id: str
    root: bytes
    blobs: tuple[bytes, ...]
    trees: tuple[bytes, ...]
    raw: bytes
    changed: dict[str, tuple[Entry, Entry]]


def draft(trees: Trees, steps: list[Step], root: bytes, parent: str | None, message: str, author: str,
          at_us: int, offset_s: int) -> Draft | None:
    """The commit that these steps make on top of `parent`, or None when nothing that git tracks changes."""
    changed = _changed(trees, steps, root)
    if not message or not changed:
        return None
    tree, fresh = trees.graft(root, {path: new for path, (_, new) in changed.items()})
    raw = commit_bytes(tree, parent, message, author, at_us, offset_s)
    blobs = tuple(step.commit for step in steps if step.path in changed and isinstance(step.commit, bytes))
    return Draft(object_id(b"commit", raw).decode(), tree, blobs, tuple(fresh), raw, changed)


def _changed(trees: Trees, steps: list[Step], root: bytes) -> dict[str, tuple[Entry, Entry]]:
    changed: dict[str, tuple[Entry, Entry]] = {}
    for step in steps:
        if not step.plain and (step.commit is None or step.commit != step.head):
            old = trees.entry(root, step.path)
            new = None if step.commit is None else (old[0] if old else FILE, _ident(step.commit))
            if new != old:
                changed[step.path] = (old, new)
    return changed


def _ident(commit: bytes | Named) -> bytes:
    return commit.ident if isinstance(commit, Named) else object_id(b"blob", commit)
