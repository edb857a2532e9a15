"""One writer per resident: a lock of the operating system, and a note beside it that says who holds it.

The lock is what decides, because it goes when its process goes; the note only explains.
"""

from __future__ import annotations

import json
import os
import socket
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from yurios.vault.folder import write_bytes
from yurios.vault.trouble import VaultError, from_os_error


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lease: process, the port it serves on (0 for none), machine, and since when (RFC 3339)."""

    pid: int
    port: int
    host: str
    started_at: str


class LeaseHeld(VaultError):
    """Another process holds the resident. `holder` is None when it has not written its note yet."""

    passing = False

    def __init__(self, name: str, holder: Holder | None) -> None:
        self.holder = holder
        super().__init__("lease_held", _who(name, holder), "Attach to that session, or close it first.")


def _who(name: str, holder: Holder | None) -> str:
    if holder is None:
        return f"{name} is already awake in another process that has not said who it is yet."
    where = f", port {holder.port}" if holder.port else ""
    return f"{name} is already awake in process {holder.pid} on {holder.host} since {holder.started_at}{where}."


class Lease:
    """Held from construction to `close`. `folder` is the resident's, beside the vault.

    Raises `LeaseHeld` at once when another process has it. `notices` tells of a last session that did not close.
    """

    def __init__(self, folder: str | os.PathLike[str], started_at: str, port: int = 0) -> None:
        self._folder = Path(folder)
        self._note = self._folder / "holder.json"
        self.notices: list[str] = []
        self._lock = self._take()
        if (last := read_holder(self._note)) is not None:
            self.notices.append(f"The last session (pid {last.pid}) ended without closing; it had begun at {last.started_at}.")
        self.holder = Holder(os.getpid(), port, socket.gethostname(), started_at)
        self._write()

    def _take(self) -> FileLock:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(str(self._folder / "lease.lock"))
            lock.acquire(timeout=0)
        except Timeout:
            raise LeaseHeld(self._folder.name, read_holder(self._note)) from None
        except OSError as error:
            raise from_os_error(error) from error
        return lock

    def serve_on(self, port: int) -> None:
        """Say on which port this session listens, once it does."""
        self.holder = Holder(self.holder.pid, port, self.holder.host, self.holder.started_at)
        self._write()

    def _write(self) -> None:
        fresh = self._note.with_name("holder.json.new")
        try:
            write_bytes(fresh, json.dumps(asdict(self.holder)).encode(), 0o600)
            os.replace(fresh, self._note)
        except OSError as error:
            raise from_os_error(error) from error

    def close(self) -> None:
        """Take the note away, then let go: nobody may find the lock free and a note that is not theirs."""
        self._note.unlink(missing_ok=True)
        self._lock.release()


def read_holder(note: Path) -> Holder | None:
    """The note, or None when there is none or it cannot be read."""
    try:
        found = json.loads(note.read_bytes())
        return Holder(int(found["pid"]), int(found["port"]), str(found["host"]), str(found["started_at"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
