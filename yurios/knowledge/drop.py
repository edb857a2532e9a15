"""The drop folder: which files lie in it and what they hold; on disk, or in whatever else keeps a vault's files."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from yurios.knowledge.document import Refused
from yurios.knowledge.reading import refuse_size

DROP, INDEX = "knowledge/reference", "knowledge/index/shelf.db"
#: The folder's own note to the owner, and what editors and systems leave behind.
PASSED_OVER = re.compile(r"^(readme\.md|\..*|.*~|.*\.(tmp|part|crdownload|swp)|thumbs\.db|desktop\.ini)$", re.IGNORECASE)


class Drop(Protocol):
    """`marks` is {path below the folder: what changes with its contents}; `content` raises Refused or OSError."""

    def marks(self) -> dict[str, str]: ...
    def content(self, path: str) -> bytes: ...


class Files(Protocol):
    """What is needed of a vault's files where they are no folder; the vault's own twins have this shape."""

    def read(self, path: str) -> bytes | None: ...
    def mark(self, path: str) -> tuple | None: ...
    def listing(self, folder: str) -> tuple[list[str], list[str]]: ...


@dataclass(frozen=True)
class Place:
    """One resident's shelf: where its files are dropped, and its index file (None: in memory)."""

    drop: Drop
    index: Path | None = None


def place_of(vault: Path | Place) -> Place:
    """A vault's folder holds both."""
    return vault if isinstance(vault, Place) else Place(DiskDrop(vault / DROP), vault / INDEX)


class DiskDrop:
    """A real folder. Links and what is no file are told apart, never followed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def marks(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for place, folders, names in os.walk(self._folder, followlinks=False):
            folders[:] = sorted(name for name in folders if not PASSED_OVER.match(name))
            for name in [*names, *(one for one in folders if (Path(place) / one).is_symlink())]:
                if not PASSED_OVER.match(name):
                    path = Path(place) / name
                    try:
                        told = path.lstat()
                    except OSError:
                        continue
                    kind = "link" if stat.S_ISLNK(told.st_mode) else "" if stat.S_ISREG(told.st_mode) else "odd"
                    found[path.relative_to(self._folder).as_posix()] = f"{kind}{told.st_size}:{told.st_mtime_ns}"
        return dict(sorted(found.items()))

    def content(self, path: str) -> bytes:
        place = self._folder / path
        told = place.lstat()
        if stat.S_ISLNK(told.st_mode):
            raise Refused("it is a link; lay the file itself here")
        if not stat.S_ISREG(told.st_mode):
            raise Refused("it is no ordinary file")
        refuse_size(path, told.st_size)
        handle = os.open(place, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            return file.read()


class KeptDrop:
    """The drop folder of a vault that is no folder."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def marks(self) -> dict[str, str]:
        found, folders = {}, [DROP]
        while folders:
            folder = folders.pop()
            names, below = self._files.listing(folder)
            folders += [f"{folder}/{name}" for name in below if not PASSED_OVER.match(name)]
            for path in (f"{folder}/{name}" for name in names if not PASSED_OVER.match(name)):
                if (mark := self._files.mark(path)) is not None:
                    found[path.removeprefix(f"{DROP}/")] = ":".join(map(str, mark))
        return dict(sorted(found.items()))

    def content(self, path: str) -> bytes:
        data = self._files.read(f"{DROP}/{path}")
        if data is None:
            raise FileNotFoundError(2, "the file is gone", path)
        refuse_size(path, len(data))
        return data
