"""The first day: the starter vault copied into a resident's own folder, as her first commit."""

from __future__ import annotations

import os
from pathlib import Path

from yurios.vault.repository import Repository
from yurios.vault.trouble import VaultError

EMPTY_FOLDERS_FILE = ".gitkeep"


def starter_files(folder: str | os.PathLike[str]) -> dict[str, str]:
    """The starter vault as path → text. Raises `VaultError` when the folder is not there or holds no constitution."""
    root = Path(folder)
    files = {place.relative_to(root).as_posix(): place.read_bytes().decode("utf-8")
             for place in sorted(root.rglob("*")) if place.is_file() and not place.is_symlink()}
    if "soul/CONSTITUTION.md" not in files:
        raise VaultError("no_starter", f"{root.name} holds no starter vault.", "Reinstall YuriOS, or name the folder that has soul/CONSTITUTION.md.")
    return files


def give_birth(repository: Repository, starter: str | os.PathLike[str], author: str, at_us: int, offset_s: int) -> str:
    """Her first commit. Safe to call again after a crash; the id depends on the starter's text, author and time alone."""
    return repository.birth(starter_files(starter), "The first day", author, at_us, offset_s)
