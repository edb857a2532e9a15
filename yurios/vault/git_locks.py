"""Lock files that a dead process left in `.git`: taken away only when nobody alive can own them, and always reported.

A left-over lock would stop every later commit; a lock of a running `git` must be left alone.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from yurios.vault.git_place import GitPlace

OLD_S = 600  # without a way to see who runs: no git command on a folder this small takes ten minutes
YOUNG_S = 5
REMOVED = "was removed."
NAMES = ("index.lock", "HEAD.lock", "packed-refs.lock", "config.lock")


def clear_stale(git: GitPlace, folder: Path, unfinished: bool, now: float | None = None) -> list[str]:
    """Remove stale locks of a working folder. `unfinished` says that our own last write was cut off: then a lock is most likely ours.

    Returns one sentence for each lock found, removed or not.
    """
    now = time.time() if now is None else now
    running = git_runs_in(folder) if (locks := _locks(git)) else False
    return [_judge(lock, git, running, unfinished, now) for lock in locks]


def _locks(git: GitPlace) -> list[Path]:
    found = {place / name for place in (git.own, git.shared) for name in NAMES if (place / name).exists()}
    return sorted(found) + sorted((git.shared / "refs").rglob("*.lock"))


def _judge(lock: Path, git: GitPlace, running: bool | None, unfinished: bool, now: float) -> str:
    above = git.own if lock.is_relative_to(git.own) else git.shared
    try:
        name, age = lock.relative_to(above).as_posix(), now - lock.stat().st_mtime
    except FileNotFoundError:
        return f"{lock.name} was there for a moment; the git command that held it is done."
    if running or (running is None and age < OLD_S) or (running is False and age < YOUNG_S and not unfinished):
        return f"{name} may belong to a git command that still runs; if none does, delete .git/{name}."
    lock.unlink(missing_ok=True)
    return f"{name}, left by a process that is gone ({int(age)} s old) {REMOVED}"


def git_runs_in(folder: Path, command: str = "") -> bool | None:
    """Whether a git process (of this command, if one is named) works in the folder; None where the system does not let us see."""
    if not os.path.isdir("/proc/self"):
        return None
    for process in os.listdir("/proc"):
        if process.isdigit() and _is_git_in(Path("/proc") / process, folder, command.encode()):
            return True
    return False


def _is_git_in(process: Path, folder: Path, command: bytes) -> bool:
    try:
        if not (process / "comm").read_text().startswith("git") or not Path(os.readlink(process / "cwd")).is_relative_to(folder):
            return False
        return not command or command in (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False  # gone, or another user's: not one that holds our lock
