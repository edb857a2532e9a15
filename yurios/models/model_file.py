"""Finding a record's model file and trusting it once: its sha256 is computed, and the verdict kept by size and time."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from collections.abc import Callable
from pathlib import Path

from yurios.models.failure import Failure
from yurios.models.records import Record

MAGIC = b"GGUF"


def find_file(record: Record, home: Path | None = None) -> Path:
    """The model file of a `llama.cpp` record; raises Failure "no_file". A package is looked up, never imported."""
    if record.path:
        path = Path(record.path)
        path = path if path.is_absolute() or home is None else home / path
    else:
        spec = importlib.util.find_spec(record.package)
        folders = list(spec.submodule_search_locations or ()) if spec else []
        path = Path(folders[0], record.file) if folders else Path(record.package, record.file)
    if not path.is_file():
        raise Failure("no_file", f'The model file of "{record.name}" is not there ({path.name}).',
                      "Run set-up again (python3 run.py), or choose another model: run.py model list")
    return path


def checked_file(record: Record, home: Path | None = None) -> Path:
    """`find_file`, whose content also is what the record says; raises Failure "wrong_file"."""
    path = find_file(record, home)
    if not is_gguf(path):
        raise Failure("wrong_file", f'"{path.name}" is not a GGUF model file.', "Add a GGUF file: run.py model add PATH")
    if record.sha256 and known_sum(path, home) != record.sha256.lower():
        raise Failure("wrong_file", f'"{path.name}" is not the file its record names (sha256 differs).',
                      f"Fetch it again, or remove the record: run.py model remove {record.name}")
    return path


def is_gguf(path: Path) -> bool:
    """True when the file begins as a GGUF does; what follows may still be cut off."""
    with path.open("rb") as file:
        return file.read(4) == MAGIC


def known_sum(path: Path, home: Path | None) -> str:
    """The file's sha256, computed once for its size and modification time."""
    stat = path.stat()
    stamp = f"{stat.st_size}:{stat.st_mtime_ns}"
    book = read_book(home)
    key = str(path.resolve())
    if book.get(key, {}).get("stamp") != stamp:
        book[key] = {"stamp": stamp, "sha256": sha256_of(path)}
        write_book(home, book)
    return book[key]["sha256"]


def sha256_of(path: Path, progress: Callable[[int], None] = lambda done: None) -> str:
    """64 hex digits; `progress` is told the bytes read so far."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
            progress(file.tell())
    return digest.hexdigest()


def read_book(home: Path | None) -> dict[str, dict[str, str]]:
    try:
        return json.loads((home / "models" / "checked.json").read_text("utf-8")) if home else {}
    except (OSError, ValueError):
        return {}


def write_book(home: Path | None, book: dict[str, dict[str, str]]) -> None:
    if home is None:
        return
    folder = home / "models"
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"checked.json.{os.getpid()}"
    fresh.write_text(json.dumps(book, indent=1), "utf-8")
    os.replace(fresh, folder / "checked.json")


def licence_notice(record: Record, home: Path | None) -> str:
    """The line about the model's licence, once per home and record; "" when it was shown before."""
    if not record.license:
        return ""
    mark = home / "models" / f"{record.name}.licence-shown" if home else None
    if mark and mark.exists():
        return ""
    if mark:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(record.license + "\n", "utf-8")
    return f"{record.title or record.name}: its weights are under {record.license}."
