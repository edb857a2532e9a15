"""The tape on disk: pieces, their snapshots' chunks, the digests beside them, and the checkpoint to start from.

    <tapes>/<world>/2026-03-02.jsonl           a piece: header, then one line a signal
    <tapes>/<world>/2026-03-02.digests.jsonl   what the state was, for finding where a replay differs
    <tapes>/<world>/checkpoint.json            the newest snapshot and the seq it stands at
    <tapes>/<world>/chunks/ab/abcd…            what snapshots are made of, by hash

Only what a person was told is safe is forced to the disk (`DURABLE`); word pieces are flushed together.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from ecs.json_line import compact
from ecs.signals import Signal
from ecs.snapshot import load, save
from ecs.tape import Header, header_line, read, signal_line
from ecs.world import World

#: Types that are on the disk before anyone acts on them. The rest is flushed within `FLUSH_S`.
DURABLE = frozenset({"user_message", "cancel", "model_done", "turn_committed", "written", "vault_changed", "command", "suspend_gap", "author", "attach"})
FLUSH_S = 0.05


class TapeFile:
    """One piece, open for adding. `sync=False` leaves forcing to the disk out (virtual time).

    What cannot be written raises `OSError` and leaves whole lines: the signal that was just given is not on the tape then,
    earlier ones wait and go first at the next try.
    """

    def __init__(self, path: Path, sync: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.path, self._sync, self._clock, self._flushed = path, sync, clock, 0.0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lines, self._notes = Lines(path), Lines(digests_path(path))

    def begin(self, header: Header) -> None:
        """Write the header of a new piece."""
        self._lines.waiting.append(header_line(header).encode("utf-8", "surrogatepass") + b"\n")
        self.force()
        if self._sync:
            force_folder(self.path.parent)

    def record(self, signal: Signal) -> None:
        """Add a signal's line; a durable one is on the disk when this returns. Raises OSError, and then it is not on the tape."""
        waited = list(self._lines.waiting)
        self._lines.waiting.append(signal_line(signal).encode("utf-8", "surrogatepass") + b"\n")
        try:
            if signal.type in DURABLE:
                self.force()
            elif self._clock() - self._flushed >= FLUSH_S:
                self.flush()
        except OSError:
            self._lines.waiting = waited
            raise

    def record_digests(self, frame: int, seq: int, digests: Mapping[str, str]) -> None:
        """Note the state's digests as they were after signal `seq` on `frame`."""
        self._notes.waiting.append(compact({"frame": frame, "seq": seq, "digests": digests}).encode() + b"\n")

    def flush(self) -> None:
        """Hand everything to the system, unforced. Raises OSError; what could not be handed over waits."""
        self._lines.hand_over()
        self._flushed = self._clock()
        try:
            self._notes.hand_over()
        except OSError:
            self._notes.waiting.clear()  # they only help to find where a replay differs: not worth a stop

    def abandon(self) -> None:
        """Die as a killed process does: what was not handed to the system is lost."""
        for lines in (self._lines, self._notes):
            lines.waiting.clear()
            lines.close()

    def force(self) -> None:
        """Have everything recorded so far on the disk. Raises OSError."""
        before = self._lines.size
        waiting = list(self._lines.waiting)
        self._lines.hand_over()
        self._flushed = self._clock()
        try:
            if self._sync:
                os.fsync(self._lines.handle)
        except OSError:
            self._lines.take_back(before, waiting)
            raise

    def close(self) -> None:
        """Raises OSError when the disk refuses what still waits; the file is closed all the same."""
        try:
            if self._lines.handle >= 0:
                self.flush()
                self.force()
        finally:
            self._lines.close()
            self._notes.close()


class Lines:
    """A file that only ever grows by whole lines."""

    def __init__(self, path: Path) -> None:
        self.handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        self.size = os.fstat(self.handle).st_size
        self.waiting: list[bytes] = []
        self._write = os.write

    def hand_over(self) -> None:
        """Write what waits: all of it, or nothing. Raises OSError."""
        if not self.waiting:
            return
        data = b"".join(self.waiting)
        done = 0
        try:
            while done < len(data):
                done += self._write(self.handle, data[done:])
        except OSError:
            os.ftruncate(self.handle, self.size)  # a full disk takes the beginning of a line; half a line is worse than none
            raise
        self.size += len(data)
        self.waiting.clear()

    def take_back(self, size: int, waiting: list[bytes]) -> None:
        """Undo a handing over that the disk did not confirm."""
        os.ftruncate(self.handle, size)
        self.size, self.waiting = size, waiting

    def close(self) -> None:
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1


def digests_path(piece: Path) -> Path:
    """The file of digests beside a piece."""
    return piece.with_name(piece.stem + ".digests.jsonl")


def read_piece(path: Path) -> tuple[Header, list[Signal], bytes]:
    """(header, signals, torn tail) of a piece. Raises TapeError."""
    with open(path, "rb") as file:
        return read(file)


def mend(path: Path, torn: bytes) -> None:
    """Cut a torn last line off a piece, keeping it beside the piece."""
    if torn:
        with open(path.with_suffix(".torn"), "ab") as aside:
            aside.write(torn + b"\n")
        with open(path, "r+b") as file:
            file.truncate(path.stat().st_size - len(torn))
            os.fsync(file.fileno())


def mend_digests(path: Path, seq: int, frame: int | None = None) -> None:
    """Drop digest notes of what a crash took: signals that are not on the piece, frames that will be lived otherwise."""
    kept = [note for note in read_digests(path) if note["seq"] <= seq and (frame is None or note["frame"] <= frame)]
    write_whole(digests_path(path), b"".join(compact(note).encode() + b"\n" for note in kept))


def read_digests(path: Path) -> list[dict]:
    """The digest notes beside a piece, a torn last one left out."""
    beside = digests_path(path)
    lines = beside.read_bytes().split(b"\n")[:-1] if beside.is_file() else []
    return [json.loads(line) for line in lines]


def pieces(folder: Path) -> list[Path]:
    """The pieces of a world, oldest first."""
    return sorted(path for path in folder.glob("*.jsonl") if not path.name.endswith(".digests.jsonl"))


class Chunks(Mapping):
    """Snapshot chunks in a folder, as a mapping hash → bytes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __getitem__(self, key: str) -> bytes:
        try:
            return self._path(key).read_bytes()
        except OSError:
            raise KeyError(key) from None

    def __iter__(self):
        return (path.name for path in self._folder.glob("??/*"))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def keep(self, chunks: Mapping[str, bytes]) -> None:
        """Add what is not there yet."""
        for key, data in chunks.items():
            path = self._path(key)
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, data)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / key


def force_folder(folder: Path) -> None:
    """Have a folder's list of names on the disk, where the system has a way to ask for it."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file so that a crash leaves the old one or the new one."""
    beside = path.with_name(f".{path.name}.new")
    with open(beside, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def keep_checkpoint(folder: Path, world: World, piece: Path, seq: int) -> None:
    """Save the world so that the next start replays only what follows `seq`."""
    manifest, chunks = save(world)
    Chunks(folder / "chunks").keep(chunks)
    record = {"piece": piece.name, "seq": seq, "snapshot": manifest}
    write_whole(folder / "checkpoint.json", json.dumps(record).encode())


def from_checkpoint(folder: Path, piece: Path, last: int) -> tuple[World, int] | None:
    """(world, seq) of the checkpoint if it belongs to this piece, which ends with seq `last`, and can be read whole; else None."""
    try:
        record = json.loads((folder / "checkpoint.json").read_bytes())
        if record["piece"] != piece.name or record["seq"] > last:
            return None
        return load(record["snapshot"], Chunks(folder / "chunks")), record["seq"]
    except (OSError, ValueError, KeyError, TypeError):
        return None  # a checkpoint only saves time: the piece itself holds everything
