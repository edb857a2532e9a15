"""A small life on disk for the purge's tests, made once and copied. Not a test file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from live import Session

from yurios.home import Home, open_home
from yurios.purge.course import Done, purge
from yurios.purge.words import Words
from yurios.vault.lease import Lease

REPLIES = (
    {"match": "called Mimi", "text": "Mimi is a lovely name."},
    {"match": "what animal", "text": "You have a cat, you said."},
    {"match": "fence", "text": "Here:\n```\nfeed(cat)\n### 09:05 {#t-1 channel=terminal}\n```\nThat is all."},
    {"match": "education", "text": "It opens doors."},
)
SAID = ("hello there", "my CAT is called Mimi", "education is a good thing", "show me a fence", "what animal do I have?")


def a_life(home: Path) -> Home:
    """Five exchanges in two sessions; three of them have the word `cat`. A goal with it, typed lines, a log."""
    with Session(home, *REPLIES) as session:
        for text in SAID[:3]:
            session.say(text)
            session.written()
    with Session(home, *REPLIES) as session:
        goals = session.vault / "goals.md"
        goals.write_text(goals.read_text() + "- [ ] feed the cat {#g-1}\n- [ ] my education {#g-2}\n")
        for text in SAID[3:]:
            session.say(text)
            session.written()
    (home / "terminal_history").write_text("\n# 2026-03-02 09:00:00\n+hello there\n\n# 2026-03-02 09:01:00\n+my CAT is called Mimi\n\n# 2026-03-02 09:02:00\n+show me a fence\n")
    (home / "models").mkdir(exist_ok=True)
    (home / "models" / "worker.log").write_text("prompt: cat\n")
    return open_home(str(home), {})


def copied(home: Home, target: Path) -> Home:
    shutil.copytree(home.path, target, symlinks=True)
    return open_home(str(target), {})


def purged(home: Home, words: str = "cat", **how: object) -> Done | None:
    """A purge under its lease."""
    lease = Lease(home.resident("yuri").path, "")
    try:
        return purge(home, "yuri", Words(words), sync=False, **how)
    finally:
        lease.close()


def git(home: Home, *words: str) -> str:
    environ = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    done = subprocess.run(["git", *words], cwd=home.resident("yuri").vault, capture_output=True, text=True, env=environ)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def every_object(home: Home) -> bytes:
    """All objects of her history, reached or not, unpacked."""
    names = git(home, "cat-file", "--batch-check=%(objectname)", "--batch-all-objects").split()
    out = subprocess.run(["git", "cat-file", "--batch"], input="\n".join(names).encode(), cwd=home.resident("yuri").vault, capture_output=True, check=True)
    return out.stdout


def holding(home: Home, words: str = "cat") -> list[str]:
    """Everywhere in the home where the words stand, by a rule of its own: bytes, any case."""
    whole = re.compile(rb"(?<![a-z0-9_])" + re.escape(words.encode()) + rb"(?![a-z0-9_])", re.IGNORECASE)
    found = [place.relative_to(home.path).as_posix() for place in sorted(home.path.rglob("*")) if place.is_file() and whole.search(place.read_bytes().replace(b"\\n", b" "))]
    return found + (["an object of her history"] if whole.search(every_object(home)) else [])


def sound(home: Home) -> None:
    """Her history is whole, has nothing unreachable, and agrees with folder and index."""
    assert git(home, "fsck", "--strict", "--full", "--unreachable", "--no-reflogs") == ""
    assert git(home, "status", "--porcelain") == ""
