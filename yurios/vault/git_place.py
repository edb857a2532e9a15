"""Where the pieces of a git repository lie: `.git` may be a folder, or a file that points to one, as in a worktree."""

from __future__ import annotations

import configparser
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from yurios.vault.trouble import VaultError


class Closable(Protocol):
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class GitPlace:
    """`own` holds HEAD, the index and what is under way here; `shared` the objects, branches and settings."""

    own: Path
    shared: Path


def find_git(root: Path) -> GitPlace | None:
    """The repository of a working folder, or None. Raises `VaultError` for one that she cannot keep."""
    dot = root / ".git"
    if not dot.exists():
        return None
    own = dot if dot.is_dir() else _pointed_to(dot)
    pointer = own / "commondir"
    shared = (own / pointer.read_text("utf-8").strip()).resolve() if pointer.is_file() else own
    _check_form(shared / "config")
    return GitPlace(own, shared)


def shut(store: Closable) -> None:
    """Close a repository or object store. A damaged pack stays mapped while the error that told of it is under way: the collector ends that."""
    with suppress(BufferError):
        store.close()


def _pointed_to(dot: Path) -> Path:
    word, _, path = dot.read_text("utf-8", "replace").strip().partition(":")
    own = (dot.parent / path.strip()).resolve()
    if word != "gitdir" or not own.is_dir():
        raise VaultError("vanished", f"The .git of her vault points to {own}, which is not there.", "Put that folder back, or reconnect its drive.")
    return own


def _check_form(config: Path) -> None:
    """Other object names or another form of branches would be written wrongly: better not at all."""
    settings = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        settings.read_string("\n".join(line.strip() for line in config.read_text("utf-8", "replace").splitlines()))
    except (OSError, configparser.Error):
        return  # git's own rules are wider than this reader's; what it cannot read is no reason to stop
    named = {"objectformat": "sha1", "refstorage": "files"}
    for key, usual in named.items():
        value = settings.get("extensions", key, fallback=usual) or usual
        if value.lower() != usual:
            raise VaultError("form", f"Her vault is a git repository of the form {key} = {value}, which she cannot write.",
                             "Make a plain one (git init, with SHA-1 and files) and bring the history over with git fast-export.")
