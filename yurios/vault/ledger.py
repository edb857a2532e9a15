"""What was begun and what was done, one line each, so that a write handed over twice happens once.

Git remembers commits but not which request made them, and plain files remember nothing. The ledger is appended to and
never waited for: after a kill the operating system still holds it; after a power cut the tape is the truth and a line too
few only means that a write is done again, with the same result.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ecs.effects import FileChange
from yurios.vault.folder import write_bytes
from yurios.vault.moments import Moments

KEPT = 4_000  # lines kept when a longer ledger is opened: days of talk, far more than a restart hands back


@dataclass(frozen=True, slots=True)
class Begun:
    """An attempt: the commit it was to make ("" for none), the HEAD it started from, and each file's new fingerprint."""

    commit: str
    base: str
    files: dict[str, str] = field(default_factory=dict)


def mark_of_write(write: str, changes: Iterable[FileChange], message: str, author: str, at_us: int, offset_s: int) -> str:
    """Names a request by everything in it, so that a key used again in another life is not taken for an old one."""
    whole = json.dumps([write, [asdict(change) for change in changes], message, author, at_us, offset_s])
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class Ledger:
    """In memory; `DiskLedger` keeps the same lines in a file."""

    def __init__(self, moments: Moments) -> None:
        self.begun: dict[str, Begun] = {}
        self.done: dict[str, str] = {}
        self._moments = moments

    def begin(self, mark: str, begun: Begun) -> None:
        self._keep({"begun": mark, **asdict(begun)})

    def finish(self, mark: str, commit: str) -> None:
        self._keep({"done": mark, "commit": commit})

    def newest(self) -> str | None:
        """The last commit that was done; None when none is known."""
        return next((commit for commit in reversed(self.done.values()) if commit), None)

    def _keep(self, line: dict) -> None:
        self._moments.before("ledger: before a line")
        self._store(line)
        self._take(line)
        self._moments.after("ledger: line written")

    def _take(self, line: dict) -> None:
        if "begun" in line:
            self.begun[line["begun"]] = Begun(line["commit"], line["base"], line["files"])
        elif "done" in line:
            self.done[line["done"]] = line["commit"]
            self.begun.pop(line["done"], None)
            if len(self.done) > KEPT:
                del self.done[next(iter(self.done))]  # the oldest

    def _store(self, line: dict) -> None:
        """Nothing to keep: the memory is the ledger."""

    def close(self) -> None:
        """Nothing to close."""


class DiskLedger(Ledger):
    """Lines in one file, each written by one call; a torn last line is passed over."""

    def __init__(self, place: Path, moments: Moments) -> None:
        super().__init__(moments)
        self._place = place
        lines = [line for line in place.read_bytes().splitlines() if line] if place.exists() else []
        for line in lines:
            self._take_line(line)
        if len(lines) > KEPT:
            write_bytes(place, b"".join(line + b"\n" for line in lines[-KEPT:]))
        self._file: int | None = None

    def _take_line(self, line: bytes) -> None:
        try:
            self._take(json.loads(line))
        except (ValueError, KeyError, TypeError):
            return  # torn by a crash: the write it spoke of is done again

    def _store(self, line: dict) -> None:
        if self._file is None:
            self._file = os.open(self._place, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        # The leading newline closes a line that a crash or a full disk may have torn.
        data = b"\n" + json.dumps(line).encode() + b"\n"
        if os.write(self._file, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
