"""`traces/ticks.jsonl`: whole lines added at the end, never one twice, never half a line kept.

The only file of a vault that is appended to in place: it grows too large to be written anew each tick.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

from yurios.vault.folder import DiskFolder, Folder
from yurios.vault.moments import Moments
from yurios.vault.paths import PathRefused

PATH, TORN = "traces/ticks.jsonl", "traces/torn.txt"
TAIL = 1 << 16
_FIRST_KEY = re.compile(r'\{"tick":(\d+)[,}]')


class TraceLog:
    """One resident's trace. `notices` names a torn line that was set aside.

    `is_there` is asked whenever the file is opened and raises where the folder is not her vault: the empty folder where a drive was mounted.
    """

    def __init__(self, folder: Folder, moments: Moments, is_there: Callable[[], object] = lambda: None) -> None:
        self._folder, self._moments, self._vault_is_there = folder, moments, is_there
        self.notices: list[str] = []
        self._last: int | None = None
        self._known: set[bytes] | None = None
        self._mended = False
        self._file: io.FileIO | None = None

    def close(self) -> None:
        """Let go of the file. The next line opens it again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def add(self, line: str) -> None:
        """Append the line, unless a restart hands over one that is there. Raises `OSError` and leaves the file whole."""
        if not self._mended:
            self._vault_is_there()
            self._mend()
        if self._is_there(line):
            return
        self._moments.before("trace: before a line")
        self._append(line.encode("utf-8", "replace") + b"\n")
        self._moments.after("trace: line written")

    def last(self) -> tuple[int, str] | None:
        """(tick, at) of the last whole line; None when there is none that can be read."""
        try:
            line = json.loads(self.recent(1)[-1])
            return int(line["tick"]), str(line["at"])
        except (IndexError, ValueError, KeyError, TypeError):
            return None

    def recent(self, count: int) -> list[str]:
        """The last whole lines, oldest first; at most what the end of the file holds."""
        tail, size = self._tail()
        whole = tail[: tail.rfind(b"\n") + 1].splitlines()
        return [line.decode("utf-8", "replace") for line in whole[size > len(tail) :][-count:]]

    def _is_there(self, line: str) -> bool:
        """Ticks rise, so only a line that does not rise above the file's last one can be there already."""
        tick = _tick(line)
        if tick is not None and (self._last is None or tick > self._last):
            return False
        if self._known is None:
            data = self._folder.read(PATH) or b""
            self._known = {_mark(row) for row in data.splitlines()}
        return _mark(line.encode("utf-8", "replace")) in self._known

    def _mend(self) -> None:
        """Set a torn last line aside and learn the last tick."""
        tail, size = self._tail()
        torn = tail[tail.rfind(b"\n") + 1 :]
        if torn:
            kept = self._folder.read(TORN) or b""
            self._folder.write(TORN, kept + torn + b"\n")
            self._cut(size - len(torn))
            self.notices.append(f"The last line of {PATH} was torn by a crash; it was set aside in {TORN}.")
        whole = tail[: len(tail) - len(torn)].splitlines()
        self._last = _tick(whole[-1].decode("utf-8", "replace")) if whole else None
        self._mended = True

    def _tail(self) -> tuple[bytes, int]:
        if not isinstance(self._folder, DiskFolder):
            data = self._folder.read(PATH) or b""
            return data, len(data)
        place = self._place(self._folder)
        if not place.exists():
            return b"", 0
        with open(place, "rb") as log:
            size = log.seek(0, os.SEEK_END)
            log.seek(max(0, size - TAIL))
            return log.read(), size

    def _place(self, folder: DiskFolder) -> Path:
        """The file, once it is sure that writing into it writes into no other: a second name may be her constitution's."""
        place = folder.place(PATH)
        if place.exists() and place.stat().st_nlink > 1:
            raise PathRefused(PATH, "the same file has another name elsewhere", "Copy the file instead of linking it.")
        return place

    def _cut(self, size: int) -> None:
        if isinstance(self._folder, DiskFolder):
            os.truncate(self._place(self._folder), size)
        else:
            self._folder.write(PATH, (self._folder.read(PATH) or b"")[:size])

    def _append(self, data: bytes) -> None:
        if not isinstance(self._folder, DiskFolder):
            self._folder.write(PATH, (self._folder.read(PATH) or b"") + data)
            return
        before = self._open(self._folder)
        if self._file.write(data) < len(data):
            os.ftruncate(self._file.fileno(), before)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _open(self, folder: DiskFolder) -> int:
        """Have the file open for adding; returns its size. It stays open while its path still names it and nothing else does."""
        if self._file is not None:
            state = _state(self._file.name)
            if state is not None and state.st_nlink == 1 and os.path.samestat(state, self._opened):
                return state.st_size
            self.close()
        self._vault_is_there()
        place = self._place(folder)
        if not folder.root.is_dir():
            raise FileNotFoundError(errno.ENOENT, "the vault's folder is gone", str(folder.root))
        place.parent.mkdir(parents=True, exist_ok=True)
        self._file = open(os.fspath(place), "ab", buffering=0)
        self._opened = os.fstat(self._file.fileno())
        return self._opened.st_size


def _state(place: str) -> os.stat_result | None:
    try:
        return os.lstat(place)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _tick(line: str) -> int | None:
    usual = _FIRST_KEY.match(line)  # our own lines begin with it, and reading a whole line costs more than writing one
    if usual:
        return int(usual[1])
    try:
        tick = json.loads(line).get("tick")
    except (ValueError, AttributeError):
        return None
    return tick if isinstance(tick, int) else None


def _mark(row: bytes) -> bytes:
    return hashlib.blake2b(row, digest_size=12).digest()
