"""The working files: read whole, replaced by rename, never followed through a link. One twin on disk, one in memory.

Both speak bytes and canonical paths; what a path may be is decided in `paths` before it comes here.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from yurios.vault.moments import Moments
from yurios.vault.paths import PathRefused

REPARSE = 0x400  # Windows: a junction or another link that lstat does not call a symlink
Mark = tuple[int, int, int]  # mtime_ns, size, inode: enough to notice that a file is no longer the one we saw


class Folder(Protocol):
    """What a vault needs of its working files."""

    def read(self, path: str) -> bytes | None: ...
    def write(self, path: str, data: bytes) -> None: ...
    def delete(self, path: str) -> None: ...
    def mark(self, path: str) -> Mark | None: ...
    def state(self, path: str) -> os.stat_result | None: ...
    def mark_of_folder(self, folder: str) -> Mark | None: ...
    def listing(self, folder: str) -> tuple[list[str], list[str]]: ...
    def walk(self) -> Iterator[str]: ...


class DiskFolder:
    """Files under one root. `scratch` is a folder on the same disk where new files are made before they are renamed in."""

    def __init__(self, root: Path, scratch: Path, moments: Moments) -> None:
        self.root, self._scratch, self._moments = root, scratch, moments
        self._root = os.fspath(root)

    def place(self, path: str) -> Path:
        """Where the path lies, once no part of it is a link. Raises `PathRefused`."""
        place = self.root
        for part in path.split("/"):
            place = place / part
            try:
                state = place.lstat()
            except (FileNotFoundError, NotADirectoryError):
                continue
            if stat.S_ISLNK(state.st_mode) or getattr(state, "st_file_attributes", 0) & REPARSE:
                raise PathRefused(path, "it leads through a link", "Put a real file or folder there instead of the link.")
        return place

    def read(self, path: str) -> bytes | None:
        place = self.place(path)
        try:
            return place.read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None

    def write(self, path: str, data: bytes) -> None:
        """The whole file, or the old one: made beside, then renamed over."""
        place = self.place(path)
        if not self.root.is_dir():
            raise FileNotFoundError(2, "the vault's folder is gone", str(self.root))
        place.parent.mkdir(parents=True, exist_ok=True)
        self._scratch.mkdir(exist_ok=True)
        self._moments.before(f"{path}: before the new file")
        fresh = self._scratch / "fresh"
        write_bytes(fresh, data, _mode_of(place))
        self._moments.after(f"{path}: new file made, not renamed")
        os.replace(fresh, place)
        self._moments.after(f"{path}: renamed")

    def delete(self, path: str) -> None:
        self._moments.before(f"{path}: before deleting")
        self.place(path).unlink(missing_ok=True)
        self._moments.after(f"{path}: deleted")

    def mark(self, path: str) -> Mark | None:
        state = self.state(path)
        return (state.st_mtime_ns, state.st_size, state.st_ino) if state is not None and stat.S_ISREG(state.st_mode) else None

    def state(self, path: str) -> os.stat_result | None:
        """A cheap look at what lies there: the path is not checked for links on the way, as reading it does."""
        try:
            return os.lstat(f"{self._root}/{path}")
        except (FileNotFoundError, NotADirectoryError):
            return None

    def mark_of_folder(self, folder: str) -> Mark | None:
        """Changes when a name in the folder ("" is the root) comes, goes or is replaced."""
        state = self.state(folder)
        return (state.st_mtime_ns, state.st_size, state.st_ino) if state is not None else None

    def listing(self, folder: str) -> tuple[list[str], list[str]]:
        """Plain files and folders directly in the folder, sorted; links are not among them, and `.git` is not."""
        try:
            with os.scandir(self.place(folder) if folder else self.root) as found:
                rows = [(entry.name, entry.is_file(follow_symlinks=False), entry.is_dir(follow_symlinks=False)) for entry in found]
        except (FileNotFoundError, NotADirectoryError, PathRefused):
            return [], []
        return sorted(name for name, plain, _ in rows if plain), sorted(name for name, _, below in rows if below and name != ".git")

    def walk(self) -> Iterator[str]:
        for base, folders, files in os.walk(self.root):
            folders[:] = sorted(name for name in folders if name != ".git" and not os.path.islink(os.path.join(base, name)))
            above = Path(base).relative_to(self.root).as_posix()
            for name in sorted(files):
                yield name if above == "." else f"{above}/{name}"


def _mode_of(place: Path) -> int:
    try:
        return stat.S_IMODE(place.lstat().st_mode)
    except FileNotFoundError:
        return 0o644


def write_bytes(place: Path, data: bytes, mode: int = 0o644) -> None:
    """The file at `place` holds exactly `data` afterwards. Not fsynced: the tape is what survives a power cut."""
    place.unlink(missing_ok=True)
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    with os.fdopen(handle, "wb") as out:
        out.write(data)


class MemoryFolder:
    """The same files in a dictionary, for worlds without a disk and for tests."""

    def __init__(self, moments: Moments) -> None:
        self._files: dict[str, tuple[bytes, int]] = {}
        self._moments, self._stamp = moments, 0

    def read(self, path: str) -> bytes | None:
        found = self._files.get(path)
        return found[0] if found else None

    def write(self, path: str, data: bytes) -> None:
        self._moments.before(f"{path}: before the new file")
        self._stamp += 1
        self._files[path] = (data, self._stamp)
        self._moments.after(f"{path}: renamed")

    def delete(self, path: str) -> None:
        self._moments.before(f"{path}: before deleting")
        self._files.pop(path, None)
        self._moments.after(f"{path}: deleted")

    def mark(self, path: str) -> Mark | None:
        found = self._files.get(path)
        return (found[1], len(found[0]), 0) if found else None

    def state(self, path: str) -> None:
        return None

    def mark_of_folder(self, folder: str) -> Mark | None:
        return None

    def listing(self, folder: str) -> tuple[list[str], list[str]]:
        start = f"{folder}/" if folder else ""
        below = [path[len(start):] for path in list(self._files) if path.startswith(start)]  # another thread may write meanwhile
        return sorted(name for name in below if "/" not in name), sorted({name.split("/")[0] for name in below if "/" in name})

    def walk(self) -> Iterator[str]:
        return iter(sorted(self._files))
