"""The records of the rows as one file, written at a quiet end and read at the next start instead of being worked out of every text again.

The file counts only as long as the index says that it does: the mark is taken back at once, so a process that dies leaves none.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from yurios.memory.rows import RECORD, Rows
from yurios.memory.shelf import Shelf

NAME, MARK = "rows.bin", "rows"


def keep(rows: Rows, sentences: int, folder: Path, shelf: Shelf) -> None:
    """Write the records; `sentences` is how many sentence vectors there are. Raises OSError."""
    data = rows.all.tobytes()
    part = folder / f"{NAME}.part"
    part.write_bytes(data)
    part.replace(folder / NAME)
    shelf.set_meta(MARK, json.dumps({"digest": _digest(data), "sentences": sentences, **asdict(rows.told())}))


def take(rows: Rows, folder: Path, shelf: Shelf) -> int | None:
    """Fill empty rows from the file, and say how many sentence vectors there were; None when it does not count."""
    mark = shelf.meta(MARK)
    shelf.set_meta(MARK, "")
    try:
        said = json.loads(mark)
        data = (folder / NAME).read_bytes()
        if _digest(data) != said.pop("digest"):
            return None
        sentences = said.pop("sentences")
        rows.restore(np.frombuffer(data, RECORD), shelf.turns(), said)
        return sentences
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
