"""Where the index finds her markdown: in a folder, or in whatever else keeps a vault's files (memory, SQLite)."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

INDEX = "memory/index/memory.sqlite"


class Files(Protocol):
    """What the index needs of a vault's files; paths are relative, with slashes. The vault's own folders have this shape."""

    def read(self, path: str) -> bytes | None: ...
    def mark(self, path: str) -> tuple | None: ...
    def listing(self, folder: str) -> tuple[list[str], list[str]]: ...


class DiskFiles:
    """Plain files under one root; links are passed over."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, path: str) -> bytes | None:
        """The file's bytes; None when it is gone or cannot be read."""
        try:
            return (self.root / path).read_bytes()
        except OSError:
            return None

    def mark(self, path: str) -> tuple[int, int] | None:
        """Size and time of change; None for what is no plain file."""
        try:
            state = (self.root / path).lstat()
        except OSError:
            return None
        return (state.st_size, state.st_mtime_ns) if stat.S_ISREG(state.st_mode) else None

    def listing(self, folder: str) -> tuple[list[str], list[str]]:
        """Names of plain files and of folders directly below, sorted."""
        try:
            with os.scandir(self.root / folder) as found:
                rows = [(entry.name, entry.is_file(follow_symlinks=False), entry.is_dir(follow_symlinks=False)) for entry in found]
        except OSError:
            return [], []
        return sorted(name for name, plain, _ in rows if plain), sorted(name for name, _, below in rows if below)


@dataclass(frozen=True)
class Place:
    """One resident's memory: the files it is read from (None: nothing but what is told), and the index file (None: in memory)."""

    files: Files | None = None
    index: Path | None = None


def place_of(vault: Path | Place | None) -> Place:
    """A vault's folder holds its index; None is a memory that lasts as long as the process."""
    if isinstance(vault, Place):
        return vault
    return Place(DiskFiles(vault), vault / INDEX) if vault else Place()
