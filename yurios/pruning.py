"""Let old days of tape go, when the owner keeps only some (`tape.keep_days`), and what no snapshot is made of any more.

The newest piece always stays, and so does one that the next still needs: a piece goes on from a snapshot of its own, and
only when that can be read whole is the day before it no longer needed.
"""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

from ecs.snapshot import SnapshotError, load
from ecs.tape import Header, TapeError, read
from yurios.tapes import Chunks, digests_path, pieces


def prune(folder: Path, keep_days: int, today: str) -> list[str]:
    """Delete what is older than `keep_days` before `today` (YYYY-MM-DD); 0 keeps all. Returns the names of what went."""
    gone = []
    found = pieces(folder)
    for path, later in zip(found, found[1:]):
        if not keep_days or not _is_older(path, date.fromisoformat(today) - timedelta(days=keep_days)) or not _stands_alone(folder, later):
            break  # in order: a kept day keeps those after it
        for each in (path, digests_path(path), path.with_suffix(".torn")):
            each.unlink(missing_ok=True)
        gone.append(path.name)
    _sweep(folder)
    return gone


def _is_older(path: Path, first: date) -> bool:
    try:
        return date.fromisoformat(path.stem[:10]) < first  # a day's second piece, after a purge, has more behind its date
    except ValueError:
        return False  # not a day's piece: not ours to delete


def _stands_alone(folder: Path, path: Path) -> bool:
    try:
        header = _header(path)
        if header.redacted:
            return True  # it can't be lived again, so nothing before it is needed for it
        if header.snapshot is None:
            return False
        load(header.snapshot, Chunks(folder / "chunks")).close()
        return True
    except (OSError, TapeError, SnapshotError):
        return False


def _header(path: Path) -> Header:
    with open(path, "rb") as file:
        return read([file.readline()])[0]


def _sweep(folder: Path) -> None:
    """Delete chunks that no piece and no checkpoint names."""
    try:
        snapshots = [_header(path).snapshot for path in pieces(folder)]
        checkpoint = folder / "checkpoint.json"
        snapshots.append(json.loads(checkpoint.read_bytes())["snapshot"] if checkpoint.is_file() else None)
    except (OSError, TapeError, ValueError, KeyError):
        return  # what cannot be read may name any of them
    named = {key for snapshot in snapshots if snapshot for key in (*snapshot["types"].values(), *snapshot["apart"])}
    for path in (folder / "chunks").glob("??/*"):
        if path.name not in named:
            path.unlink(missing_ok=True)
