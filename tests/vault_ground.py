"""What the vault's tests stand on: a small starter, one way to ask for a turn, and a look through the owner's own git."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from ecs.effects import FileChange, WriteVault
from yurios.vault.paths import ignored  # noqa: F401 - re-exported for tests that compare with git

BORN_AT, OFFSET = 1_772_409_600_000_000, 32_400
STARTER = Path(__file__).resolve().parent.parent / "vault"
SMALL = {
    ".gitignore": (STARTER / ".gitignore").read_text("utf-8") if (STARTER / ".gitignore").exists() else "traces/\nstate/*\n",
    "goals.md": "# Goals\n",
    "soul/CONSTITUTION.md": "She never lies about what she is.\n",
    "soul/PERSONA.md": "Yuri.\n",
}
DAY = "memory/episodic/2026-03-02.md"


def born(repository):
    repository.birth(SMALL, "The first day", "Yuri", BORN_AT, OFFSET)
    return repository


def turn(number: int, *more: FileChange, to: str = "yuri") -> WriteVault:
    """The write of one committed turn: two journal lines, and whatever else."""
    lines = f"- [owner] hello {number}\n- [her] hello yourself {number}\n"
    changes = (FileChange(DAY, "append", lines), *more)
    return WriteVault(f"w-{number}", to, changes, f"Turn {number}", "Yuri", BORN_AT + number * 60_000_000, OFFSET)


def do(repository, write: WriteVault, **more) -> str | None:
    return repository.apply(write.changes, write.message, write.author, write.at_us, write.offset_s, write=write.write, **more)


def git(folder, *words: str) -> str:
    """The owner's git, with nobody's settings."""
    environment = {"PATH": os.environ.get("PATH", ""), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder),
                   "GIT_AUTHOR_NAME": "Owner", "GIT_AUTHOR_EMAIL": "owner@example.invalid", "GIT_COMMITTER_NAME": "Owner",
                   "GIT_COMMITTER_EMAIL": "owner@example.invalid", "LC_ALL": "C"}
    done = subprocess.run(["git", *words], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
