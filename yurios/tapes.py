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
    """One piece, open for adding. `sync=False` leaves forcing to the disk out (virtual time)."""

    def __init__(self, path: Path, sync: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.path, self._sync, self._clock, self._flushed = path, sync, clock, 0.0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = open(path, "ab", buffering=0)
        self._digests = open(digests_path(path), "ab")
        self._waiting: list[bytes] = []

    def begin(self, header: Header) -> None:
        """Write the header of a new piece."""
        self._waiting.append(header_line(header).encode("utf-8", "surrogatepass") + b"\n")
        self.force()
        if self._sync:
            force_folder(self.path.parent)

    def record(self, signal: Signal) -> None:
        """Add a signal's line; a durable one is on the disk when this returns."""
        self._waiting.append(signal_line(signal).encode("utf-8", "surrogatepass") + b"\n")
        if signal.type in DURABLE:
            self.force()
        elif self._clock() - self._flushed >= FLUSH_S:
            self.flush()

    def record_digests(self, frame: int, seq: int, digests: Mapping[str, str]) -> None:
        """Note the state's digests as they were after signal `seq` on `frame`."""
        self._digests.write(compact({"frame": frame, "seq": seq, "digests": digests}).encode() + b"\n")

    def flush(self) -> None:
        """Hand everything to the system, unforced."""
        self._hand_over()
        self._digests.flush()

    def abandon(self) -> None:
        """Die as a killed process does: what was not handed to the system is lost."""
        self._waiting.clear()
        self.close()

    def _hand_over(self) -> None:
        while self._waiting:  # a full disk takes less than it is given: what it took must not be given twice
            rest = b"".join(self._waiting)
            self._waiting = [rest]
            taken = self._file.write(rest) or 0
            self._waiting = [rest[taken:]] if taken < len(rest) else []
        self._flushed = self._clock()

    def force(self) -> None:
        """Have everything recorded so far on the disk."""
        self._hand_over()
        if self._sync:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        self._digests.close()
        if not self._file.closed:
            self.force()
            self._file.close()


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
