"""The talks on disk, and the half each belongs to (`ecs.reading.exam.half`)."""

from __future__ import annotations

import tomllib
from pathlib import Path

from ecs.reading.exam import half

HERE = Path(__file__).parent


def read(folder: str) -> list[dict]:
    """All talks of a folder, by file name and place in it."""
    return [talk for path in sorted((HERE / folder).glob("*.toml")) for talk in tomllib.loads(path.read_text("utf-8"))["talk"]]


def talks(which: str = "AB") -> list[dict]:
    """The examined talks of these halves."""
    return [talk for talk in read("talks") if half(talk["id"]) in which]
