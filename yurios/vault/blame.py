"""Which commit wrote a line, and thereby which turn: the line is followed back until a version does not have it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ecs.line_blocks import blocks, moved
from yurios.vault.commits import Written
from yurios.vault.foreign import is_text
from yurios.vault.paths import canonical
from yurios.vault.reader import SILENT, Reader, Tell, lines, rows
from yurios.vault.trouble import VaultError

MOST_LINES = 20
EVERY = 200
_PLACE = re.compile(r"(.+):(\d+)")
FOLDER_MODE = b"40000"


class NoSuchLine(VaultError):
    """There is no such line in her folder."""

    passing = False

    def __init__(self, what: str) -> None:
        super().__init__("no_line", f"{what}.", "Give FILE:LINE as her folder has it, or words of the line itself.")


@dataclass(frozen=True, slots=True)
class Found:
    """A line of her folder and the commit that wrote it; None when it is saved and not committed."""

    path: str
    line: int
    text: str
    commit: Written | None


def blame(reader: Reader, what: str, tell: Tell = SILENT) -> list[Found]:
    """The lines that `what` names: FILE:LINE, or every line with these words in it, at most twenty."""
    place = _PLACE.fullmatch(what)
    if place and reader.folder.read(canonical(place[1])) is not None:
        return [_one(reader, place[1], int(place[2]), tell)]
    found = [_one(reader, path, number, tell) for path, number in _with_words(reader, what)]
    if not found:
        raise NoSuchLine(f"No line of her folder holds “{what[:60]}”")
    return found


def _with_words(reader: Reader, what: str) -> Iterator[tuple[str, int]]:
    left, wanted = MOST_LINES, what.casefold()
    for path in sorted(reader.files(reader.head())):
        data = reader.folder.read(path)
        for number, line in enumerate(lines(data) if data is not None and is_text(data) else [], 1):
            if wanted in line.casefold() and left:
                left -= 1
                yield path, number


def _one(reader: Reader, path: str, number: int, tell: Tell) -> Found:
    data = reader.folder.read(path) or b""
    shown = lines(data)
    if not 1 <= number <= len(shown):
        raise NoSuchLine(f"{path} has {len(shown)} lines")
    committed = reader.in_head(path)
    line = None if committed is None else moved(blocks(rows(committed), rows(data)), number - 1)
    commit = None if line is None else _writer(reader, path, line, committed, tell)
    return Found(path, number, shown[number - 1], commit)


def _writer(reader: Reader, path: str, line: int, text: bytes, tell: Tell) -> Written:
    """Back along first parents; only where the file differs is it read."""
    commits = reader.walk()
    commit = next(commits)
    blob = _blob_id(reader, commit, path)
    for done, parent in enumerate(commits):
        if done % EVERY == 0:
            tell(done)
        before = _blob_id(reader, parent, path)
        if before != blob:
            older = reader.history.get(before) if before else b""
            above = moved(blocks(rows(older), rows(text)), line)
            if above is None:
                return commit
            line, text, blob = above, older, before
        commit = parent
    return commit


def _blob_id(reader: Reader, commit: Written, path: str) -> bytes | None:
    """The file's blob by a search in the raw folders: reading a folder of years into rows, commit by commit, takes minutes."""
    tree = commit.tree.encode()
    *above, name = path.encode().split(b"/")
    for part in above:
        tree = _row(reader.history.get(tree), (FOLDER_MODE,), part)
        if tree is None:
            return None
    return _row(reader.history.get(tree), (b"100644", b"100755"), name)


def _row(raw: bytes, modes: tuple[bytes, ...], name: bytes) -> bytes | None:
    for mode in modes:
        key = mode + b" " + name + b"\0"
        at = raw.find(key)
        if at >= 0:
            return raw[at + len(key) : at + len(key) + 20].hex().encode()
    return None
