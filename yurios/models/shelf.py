"""The owner's own records: adding and removing models in `<home>`, one file each, never a class item."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import tomlkit

from yurios.models.download import Progress, download, file_name, is_url
from yurios.models.failure import Failure
from yurios.models.model_file import MAGIC, is_gguf, sha256_of
from yurios.models.records import Record, nearest


class Shelf:
    """Records and model files under `home`. `records` is everything known, class items included."""

    def __init__(self, home: Path, records: dict[str, Record]) -> None:
        self.home, self.records = home, records

    def add(self, where: str, name: str = "", sha256: str = "", copy: bool = False,
            progress: Progress = lambda done, total: None) -> Path:
        """Make a record for a GGUF file or URL; returns the record's file."""
        name = name or plain_name(file_name(where) if is_url(where) else Path(where).name)
        self._free(name)
        path, found = self._fetched(where, sha256, progress) if is_url(where) else self._local(where, sha256, copy)
        return self._write(name, {"protocol": "llama.cpp", "title": path.name, "path": self._shown(path), "sha256": found})

    def remove(self, name: str, used_by: list[str]) -> list[Path]:
        """Delete the record, and its file when it was fetched into `<home>/models`; returns what is gone."""
        path = self.home / "providers" / f"{name}.toml"
        if not path.exists():
            raise Failure("unknown", f'"{name}" is not one of your records.', "A model that came with YuriOS stays; choose "
                          "another with: run.py model use NAME" if name in self.records else nearest(name, self.records))
        if used_by:
            raise Failure("in_use", f'"{name}" answers for {" and ".join(used_by)}.',
                          f"Choose another first: run.py model use NAME --role {used_by[0]}")
        gone = [path]
        model = self.home / self.records[name].path if name in self.records and self.records[name].path else None
        if model and model.parent == self.home / "models" and model.exists():
            gone.append(model)
        for file in gone:
            file.unlink()
        return gone

    def _free(self, name: str) -> None:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
            raise Failure("name", f'"{name}" cannot be a record\'s name.', "Use letters, digits, dots and dashes: --name NAME")
        if name in self.records or (self.home / "providers" / f"{name}.toml").exists():
            raise Failure("taken", f'There is a model "{name}" already.', f"Give another name (--name NAME), or first: "
                          f"run.py model remove {name}")

    def _fetched(self, url: str, sha256: str, progress: Progress) -> tuple[Path, str]:
        target = self.home / "models" / file_name(url)
        if target.exists():
            raise Failure("taken", f'"{target.name}" was fetched before.', f"Add that file itself: run.py model add {target}")
        return target, download(url, target, sha256, progress)

    def _local(self, where: str, sha256: str, copy: bool) -> tuple[Path, str]:
        path = Path(where).expanduser().resolve()
        if not path.is_file():
            raise Failure("no_file", f'There is no file "{where}".', "Give the path of a GGUF file, or its URL.")
        if not is_gguf(path):
            raise Failure("wrong_file", f'"{path.name}" is not a GGUF model file (it does not begin with {MAGIC.decode()}).',
                          "Models for llama.cpp end in .gguf; other formats must be converted first.")
        found = sha256_of(path)
        if sha256 and found != sha256.lower():
            raise Failure("wrong_file", f"The file's sha256 is {found}.", "That is not the file you meant; fetch it again.")
        return (copied(path, self.home / "models" / path.name) if copy else path), found

    def _shown(self, path: Path) -> str:
        inside = path.parent == self.home / "models"
        return f"models/{path.name}" if inside else str(path)

    def _write(self, name: str, table: dict[str, str]) -> Path:
        path = self.home / "providers" / f"{name}.toml"
        replace_text(path, tomlkit.dumps(table))
        return path


def copied(path: Path, target: Path) -> Path:
    if target.exists():
        raise Failure("taken", f'"{target.name}" is in the models folder already.', f"Add that file: run.py model add {target}")
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    shutil.copyfile(path, part)
    os.replace(part, target)
    return target


def plain_name(file: str) -> str:
    """A record's name from a file's: `SmolLM2-135M.Q4_1.gguf` → `smollm2-135m.q4_1`."""
    stem = file[:-5] if file.lower().endswith(".gguf") else file
    return re.sub(r"[^a-z0-9._-]+", "-", stem.lower()).strip("-.") or "model"


def replace_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, "utf-8")
    os.replace(fresh, path)
