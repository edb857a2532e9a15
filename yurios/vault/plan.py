"""What one request means for each file: pure, so that doing it again after a crash is a calculation and not a guess.

The commit's content is worked out from HEAD and the request alone. The working file's content is worked out from the
working file, so an edit of the owner that is not committed yet is never in her commit and never lost.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from ecs.effects import FileChange
from ecs.stores.block import inside, splice, struck
from yurios.vault.foreign import words
from yurios.vault.trouble import VaultError


class BadChange(VaultError):
    """A request that no file can follow: the fault of the system that made it."""

    passing = False

    def __init__(self, change: FileChange) -> None:
        super().__init__("bad_change", f"A change of {change.path} says {change.how!r}.", "It must say 'replace', 'append', 'delete', 'block', 'strike' or 'keep', and a block may not hold its own marks.")


@dataclass(frozen=True, slots=True)
class Named:
    """A file's bytes by git's name for them: what is committed without being read."""

    ident: bytes


@dataclass(slots=True)
class Step:
    """One file: what HEAD holds, what it shall hold, what lies in the folder, and what shall lie there.

    `plain` files are not committed. `before` is what HEAD held when an earlier attempt began; `tried` says that there was
    one, `touched` that the folder's file has changed since.
    """

    path: str
    plain: bool
    head: bytes | None
    found: bytes | None
    before: bytes | None = None
    tried: bool = False
    touched: bool = False
    commit: bytes | Named | None = None
    work: bytes | None = None
    kept: bool = False

    def __post_init__(self) -> None:
        self.commit, self.work = self.head, self.found


def take(step: Step, change: FileChange) -> None:
    """Put one change into the step."""
    if change.how == "keep":
        step.commit = Named(change.text.encode())
        return
    if not step.plain and not (step.tried and _holds(step.head, step.before, change)):
        step.commit = changed(step.commit, change)
    if step.plain:
        step.work = step.found if step.touched and change.how == "append" else changed(step.work, change)
    elif change.how == "append":
        step.work = step.work if step.touched and _holds(step.found, step.before, change) else changed(step.work, change)
    elif change.how == "strike" or change.how == "block" and _hers(step, change):
        step.work = changed(step.work, change)
    else:
        step.kept = True


def settle(step: Step) -> None:
    """Where the folder already holds what HEAD held, or what it shall hold, the folder follows the commit.

    The same words in another encoding are what it shall hold: they become UTF-8. Elsewhere the owner has been at work:
    appends were added to theirs, and a replacement leaves theirs in place (`kept`).
    """
    if isinstance(step.commit, Named):
        return
    same = step.found is not None and words(step.found) == step.commit
    if not step.plain and (same or step.found in (step.head, step.commit)):
        step.work, step.kept = step.commit, False


def changed(base: bytes | None, change: FileChange) -> bytes | None:
    """The file after the change. An append starts on a line of its own."""
    if change.how == "delete":
        return None
    text = change.text.encode("utf-8", "replace")
    if change.how == "replace":
        return text
    base = words(base or b"")
    if change.how in _IN_PLACE:
        try:
            return _IN_PLACE[change.how](base.decode("utf-8"), text.decode("utf-8")).encode("utf-8")
        except ValueError:
            raise BadChange(change) from None
    if change.how != "append":
        raise BadChange(change)
    return base + (b"\n" if base and not base.endswith(b"\n") else b"") + text


def _hers(step: Step, change: FileChange) -> bool:
    """Whether the block in the folder is as she left it: then she writes it anew. Else the owner is at work in it, and theirs stays."""
    here = _block(step.work)
    return here is None or here in (_block(step.head), _block(step.before), change.text)


def _block(data: bytes | None) -> str | None:
    return None if data is None else inside(words(data).decode("utf-8"))


def _holds(data: bytes | None, before: bytes | None, change: FileChange) -> bool:
    """Whether `data` holds an append that `before` did not: an earlier attempt, or the owner's commit, put it there."""
    text = change.text.encode("utf-8", "replace")
    return change.how == "append" and text != b"" and (data or b"").count(text) > (before or b"").count(text)


#: Changes of some lines of a file; what she does not own in it stays byte for byte.
_IN_PLACE = {"block": splice, "strike": struck}


def fingerprint(data: bytes | None) -> str:
    """Short name of a working file's content; "" for a file that is not there."""
    return "" if data is None else hashlib.blake2b(data, digest_size=12).hexdigest()
