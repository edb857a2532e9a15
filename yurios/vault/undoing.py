"""Taking a commit back by a new one: only its own lines, and only where nothing was built on them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ecs.line_blocks import Overlaps, taken_back
from yurios.vault.commits import Written
from yurios.vault.foreign import is_text, words
from yurios.vault.reader import UNDO, Reader, subject, who
from yurios.vault.repository import Repository
from yurios.vault.trouble import VaultError

OWNER = "owner <owner@yurios.local>"
_TAKES_BACK = re.compile(r"^Takes back ([0-9a-f]{40})\.$", re.MULTILINE)


class CannotUndo(VaultError):
    """This commit cannot be taken back as it is. Nothing was touched."""

    passing = False

    def __init__(self, message: str, hint: str) -> None:
        super().__init__("cannot_undo", message, hint)


def newest_of_hers(reader: Reader, name: str) -> Written:
    """The newest commit that she wrote and nobody has taken back yet."""
    for commit, void in _with_what_is_void(reader):
        if who(commit).casefold() == name.casefold() and len(commit.parents) == 1 and not void:
            return commit
    raise CannotUndo(f"There is no commit of {name}'s that could be taken back.", "run.py vault log lists what there is; name one.")


def _with_what_is_void(reader: Reader) -> Iterator[tuple[Written, bool]]:
    void: set[str] = set()
    for commit in reader.walk():
        taken = commit.id in void
        if not taken:  # an undo that was itself undone takes nothing back
            void.update(_TAKES_BACK.findall(commit.message))
        yield commit, taken


def plan_undo(reader: Reader, commit: Written) -> dict[str, str | None]:
    """path → text (None: deleted) that takes the commit back. Raises `CannotUndo`, a sentence, when that is not clear."""
    if len(commit.parents) != 1:
        what = "the first day" if not commit.parents else "a merge"
        raise CannotUndo(f"{commit.id[:10]} is {what}, and that is not taken back like a single change.", "Name another commit, or use git itself.")
    if not reader.lineage.descends(reader.head().id, commit.id):
        raise CannotUndo(f"{commit.id[:10]} is not part of her present history.", "run.py vault log lists what is.")
    wanted = {path: _without(reader, path, before, after) for path, (before, after) in reader.changes(commit).items()}
    changed = {path: text for path, (now, text) in wanted.items() if now != text}
    if not changed:
        raise CannotUndo(f"Nothing of {commit.id[:10]} is left in her folder.", "It seems to be taken back already.")
    for path in changed:
        _check_folder(reader, path)
    return {path: None if data is None else words(data).decode("utf-8") for path, data in changed.items()}


def _without(reader: Reader, path: str, before: bytes | None, after: bytes | None) -> tuple[bytes | None, bytes | None]:
    """(the file now, the file without that change)."""
    now = reader.in_head(path)
    if now == after or now == before:
        return now, before
    if now is None or after is None or not all(is_text(data or b"") for data in (before, after, now)):
        raise _changed_since(path)
    try:
        return now, taken_back(words(before or b""), words(after), words(now))
    except Overlaps:
        raise _changed_since(path) from None


def _changed_since(path: str) -> CannotUndo:
    return CannotUndo(f"The same lines of {path} were changed again since.", "Take the later change back first, or edit the file by hand; run.py vault blame says who wrote a line.")


def _check_folder(reader: Reader, path: str) -> None:
    entry = reader.trees.entry(reader.head().tree.encode(), path)
    if reader.folder.read(path) != reader.blob(entry) or reader.history.staged(path, entry):
        raise CannotUndo(f"{path} holds a change of yours that is not committed yet.", "Commit it, or put it back with git restore; then undo.")


def undo(repository: Repository, reader: Reader, commit: Written, at_us: int, offset_s: int) -> str:
    """The new commit's id. Raises `CannotUndo`, or what is in the way (an open merge), and then nothing was touched."""
    if trouble := repository.in_the_way():
        raise trouble
    files = plan_undo(reader, commit)
    made = repository.commit_owners(files, f"{UNDO}{subject(commit)}\n\nTakes back {commit.id}.", OWNER, at_us, offset_s)
    if made is None or repository.head() != made:
        raise CannotUndo("The history did not take the undo.", "run.py vault verify says what is wrong with it.")
    return made
