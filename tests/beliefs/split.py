"""The talks, and the half each belongs to: decided by the hash of its id, before anything read it."""

from __future__ import annotations

import tomllib
from hashlib import blake2b
from pathlib import Path

TALKS = Path(__file__).parent / "talks"


def half(id: str) -> str:
    """"A" (looked at while the reader was made) or "B" (never)."""
    return "AB"[blake2b(id.encode(), digest_size=1).digest()[0] & 1]


def talks(which: str = "AB") -> list[dict]:
    """All talks of these halves, by file name and place in it."""
    found = [talk for path in sorted(TALKS.glob("*.toml")) for talk in tomllib.loads(path.read_text("utf-8"))["talk"]]
    return [talk for talk in found if half(talk["id"]) in which]
