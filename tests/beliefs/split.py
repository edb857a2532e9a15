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


def pairs(file: str) -> list[dict]:
    """Short talks of a file of `message // her answer // … | question | answer` lines."""
    found = []
    for number, line in enumerate((HERE / "tuned" / f"{file}.txt").read_text("utf-8").splitlines()):
        if line.strip() and not line.startswith("#"):
            said, question, wanted = line.split("|")
            lines = [f"2026-03-10T12:{minute:02} {'her' if minute % 2 else 'owner'}: {words.strip()}" for minute, words in enumerate(said.split(" // "))]
            found.append({"id": f"{file}-{number}", "offset": "+00:00", "lines": lines, "ask": [f"point | 2026-04-10T12:00 | {question.strip()} | {wanted.strip()}"]})
    return found
