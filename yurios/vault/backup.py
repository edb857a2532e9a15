"""A second copy of her history: in a folder, or on a remote. It is called a backup once it has been read back.

A folder gets a bare repository, made without the git program. A remote is pushed to by the owner's own git, since that
one has their keys. Nothing there is ever overwritten: a place that holds other commits is refused.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from dulwich.repo import Repo

from yurios.vault.git_place import shut
from yurios.vault.lineage import UNREADABLE, Lineage
from yurios.vault.reader import SILENT, Reader, Tell
from yurios.vault.trouble import VaultError, from_os_error

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*://.+|(?:[\w.-]+@)?[\w.-]{2,}:[^\\].*", re.IGNORECASE)
SAID_MOST = 300


class BackupFailed(VaultError):
    """There is no backup there, or none that can be trusted."""

    passing = False

    def __init__(self, message: str, hint: str) -> None:
        super().__init__("no_backup", message, hint)


@dataclass(frozen=True, slots=True)
class Backup:
    """What was read back: where it lies, its newest commit, and how many objects were found sound."""

    place: str
    head: str
    objects: int


class BareHistory:
    """The history in a bare repository, to be read and nothing else."""

    def __init__(self, place: Path, branch: str) -> None:
        self._repo, self._branch = Repo(str(place)), branch.encode()

    def get(self, ident: bytes) -> bytes:
        return self._repo.object_store.get_raw(ident)[1]

    def head(self) -> str | None:
        found = self._repo.refs.read_ref(self._branch)
        return found.decode("ascii") if found else None

    def cut(self) -> frozenset[str]:
        return frozenset()

    def close(self) -> None:
        shut(self._repo)


def back_up(reader: Reader, destination: str, name: str, tell: Tell = SILENT) -> Backup:
    """Copy everything and read it back. Raises `BackupFailed`, a sentence, when that is not what is there afterwards."""
    branch, head = reader.history.branch(), reader.head().id
    if branch == "HEAD":
        raise BackupFailed("Her folder stands on a single commit, not on a branch.", "Run git switch in it first (git status says how).")
    if reader.history.cut():
        raise BackupFailed("Her folder is a shallow clone: its history is not whole.", "Run `git fetch --unshallow` in it first.")
    if _ELSEWHERE.fullmatch(destination) or destination in reader.history.remotes():
        return _push(reader, destination, branch, head, tell)
    return _copy(reader, _folder(reader, destination, name), branch, head, tell)


def _folder(reader: Reader, destination: str, name: str) -> Path:
    wanted = Path(destination).expanduser().resolve()
    if wanted.is_relative_to(reader.root) or wanted.is_relative_to(reader.history.place.shared):
        raise BackupFailed("A backup inside her own folder would be lost with it.", "Choose another folder, best on another disk.")
    bare = wanted.suffix == ".git" or (wanted / "objects").is_dir()
    return wanted if bare else wanted / f"{name}.git"


def _copy(reader: Reader, place: Path, branch: str, head: str, tell: Tell) -> Backup:
    try:
        fresh = not (place / "objects").is_dir()
        if fresh:
            place.mkdir(parents=True, exist_ok=True)
        target = Repo.init_bare(str(place)) if fresh else Repo(str(place))
        try:
            _check_there(reader, target.refs.read_ref(branch.encode()), head, str(place))
            reader.history.copy_to(target, head)
            target.refs[branch.encode()] = head.encode()
            target.refs.set_symbolic_ref(b"HEAD", branch.encode())
        finally:
            shut(target)
        if hasattr(os, "sync"):
            os.sync()  # a drive may be pulled out as soon as we say that all is well
    except OSError as error:
        trouble = from_os_error(error)
        raise BackupFailed(f"{place} took no backup: {error.strerror or trouble.message}.", "Free some space, or choose another folder.") from error
    except UNREADABLE as error:
        raise BackupFailed(f"{place} took no backup ({type(error).__name__}: {error}).", "run.py vault verify says whether the fault is here; else choose an empty folder.") from error
    return _read_back(place, str(place), branch, head, tell)


def _check_there(reader: Reader, there: bytes | None, head: str, place: str) -> None:
    """What lies there must be an earlier state of this very history."""
    try:
        mine = there is None or reader.lineage.descends(head, there.decode("ascii"))
    except UNREADABLE:
        mine = False
    if not mine:
        raise BackupFailed(f"{place} holds commits that her folder does not have: another life, or a history that was rewritten since. Nothing there was touched.",
                           "Choose another place, or look into that one first.")


def _push(reader: Reader, remote: str, branch: str, head: str, tell: Tell) -> Backup:
    if shutil.which("git") is None:
        raise BackupFailed("Pushing to a remote needs the git program.", "Install git, or back up to a folder.")
    _git(reader.root, remote, "push", "--no-verify", "--quiet", remote, f"{head}:{branch}")
    with tempfile.TemporaryDirectory(prefix="yurios-backup-") as place:
        url = _git(reader.root, remote, "ls-remote", "--get-url", remote).strip()
        back = Path(place) / "back.git"
        _git(reader.root, remote, "clone", "--quiet", "--bare", "--no-local", "--single-branch", "--branch", branch.removeprefix("refs/heads/"), url, str(back))
        return _read_back(back, remote, branch, head, tell)


def _git(root: Path, remote: str, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, errors="replace", stdin=None)
    if done.returncode == 0:
        return done.stdout
    said = " ".join(done.stderr.split())[-SAID_MOST:]
    if "rejected" in done.stderr or "fetch first" in done.stderr:
        raise BackupFailed(f"{remote} holds commits that her folder does not have. Nothing there was overwritten.", "Look into that history first, or choose another remote.")
    raise BackupFailed(f"git could not reach {remote}: {said or 'it said nothing'}.", "Try it by hand in her folder (git push); what git can do there, this can.")


def _read_back(place: Path, told: str, branch: str, head: str, tell: Tell) -> Backup:
    history = BareHistory(place, branch)
    try:
        if history.head() != head:
            raise BackupFailed(f"{told} does not hold her newest commit after the copy.", "Try again; if it stays so, choose another place.")
        objects = 0
        for objects in Lineage(history).verifying():
            tell(objects)
    except (*UNREADABLE, OSError, VaultError) as error:
        if isinstance(error, BackupFailed):
            raise
        raise BackupFailed(f"{told} cannot be read back whole ({type(error).__name__}: {error}).", "Do not rely on it: check that disk, and back up to another place.") from error
    finally:
        history.close()
    return Backup(told, head, objects)
