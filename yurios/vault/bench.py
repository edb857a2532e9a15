"""What a commit of a turn costs, beside the `git` program on the same history. Every row asserts the work it timed."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ecs.effects import FileChange
from yurios.vault.commits import identity
from yurios.vault.commits import text as message_bytes
from yurios.vault.repository import DiskRepository, Repository

PRIOR = (100, 5_000, 100_000)
#: Up to so many commits the history is grown by our own writes; beyond, `git fast-import` writes the same one: same ids, in a pack.
GROWN = 200
GOAL_MS = 5.0
TURNS_A_DAY, TIMED = 20, 60
BORN_AT = 1_700_000_000_000_000
AUTHOR = "Yuri <yuri@yurios.invalid>"
FIRST_DAY = {".gitignore": "traces/\n", "goals.md": "# Goals\n"}
#: One commit: its second, its message, and the files that it changes, whole.
Lived = tuple[int, str, dict[str, bytes]]
QUIET = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Y", "GIT_AUTHOR_EMAIL": "y@yurios.invalid",
         "GIT_COMMITTER_NAME": "Y", "GIT_COMMITTER_EMAIL": "y@yurios.invalid"}


def rows(prior: tuple[int, ...] = PRIOR, beside: str | os.PathLike[str] | None = None,
         tell: Callable[[str], object] = lambda line: None) -> list[dict]:
    """Rows {"what","value","unit","goal","ok","peer","ratio"}: commit p50 and p95 by earlier commits, then a look and an opening.

    `beside` is the folder on whose disk it is measured, the temporary one by default: pass the owner's home to learn about
    the disk that counts (making a file cost 0.02 ms in one folder of a test machine and 0.5 ms in a crowded one).
    """
    found: list[dict] = []
    with tempfile.TemporaryDirectory(dir=beside) as place:
        for count in prior:
            repository = _lived(Path(place) / f"vault-{count}", count, tell)
            tell(f"measuring at {count:,} commits")
            found += _commit_rows(repository, Path(place), count)
            _settle_wholly(repository)
            if count == prior[-1]:
                found += _quiet_rows(repository, count + TIMED)
            repository.close()
    return found


def _lived(place: Path, count: int, tell: Callable[[str], object]) -> DiskRepository:
    """A vault with so many commits of one life."""
    if count > GROWN and shutil.which("git"):
        tell(f"git fast-import writes {count:,} commits")
        imported(place, history(count))
        return DiskRepository(place)
    tell(f"growing to {count:,} commits")
    repository = DiskRepository(place)
    repository.birth(FIRST_DAY, "The first day", AUTHOR, BORN_AT, 0)
    grow(repository, 1, count, tell)
    return repository


def history(count: int) -> Iterator[Lived]:
    """The commits that `grow` makes, as values."""
    yield BORN_AT // 1_000_000, "The first day", {path: text.encode() for path, text in FIRST_DAY.items()}
    path, data = "", b""
    for number in range(1, count):
        change = turn(number)[0]
        path, data = change.path, (data if change.path == path else b"") + change.text.encode()
        yield BORN_AT // 1_000_000 + number * 60, f"Turn {number}", {path: data}


def imported(place: Path, commits: Iterable[Lived]) -> None:
    """A repository of these commits, written by `git fast-import` with the ids that ours would have, and checked out."""
    place.mkdir(parents=True)
    _git(place, "init", "-q", "-b", "main")
    author = identity(AUTHOR)
    with subprocess.Popen(["git", "fast-import", "--quiet", "--date-format=raw"], cwd=place, env=os.environ | QUIET, stdin=subprocess.PIPE) as importing:
        for at_s, message, files in commits:
            words = message_bytes(message)
            importing.stdin.write(b"commit refs/heads/main\ncommitter %s %d +0000\ndata %d\n%s" % (author, at_s, len(words), words))
            for path, data in files.items():
                importing.stdin.write(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data))
        importing.stdin.close()
    assert importing.returncode == 0, "git fast-import failed"
    _git(place, "reset", "-q", "--hard")


def turn(number: int) -> tuple[FileChange, ...]:
    """The journal lines of one exchange in the day file of that turn, about 400 bytes."""
    day = f"memory/episodic/{2000 + number // TURNS_A_DAY // 336}-{number // TURNS_A_DAY // 28 % 12 + 1:02}-{number // TURNS_A_DAY % 28 + 1:02}.md"
    return (FileChange(day, "append", f"- [owner] {number} {'what the owner said ' * 9}\n- [her] {number} {'what she said ' * 13}\n"),)


def write(repository: Repository, number: int) -> None:
    """One turn, as the edge writes it."""
    commit = repository.apply(turn(number), f"Turn {number}", AUTHOR, BORN_AT + number * 60_000_000, 0, write=f"w-{number}")
    assert commit is not None and commit == repository.head(), f"turn {number} was not committed"


def grow(repository: Repository, first: int, last: int, tell: Callable[[str], object] = lambda line: None) -> None:
    """Turns first..last-1, settling now and then as a quiet evening would; `tell` hears how far it is."""
    for number in range(first, last):
        write(repository, number)
        if number % 500 == 0:
            _settle_wholly(repository)
        if number % 4_000 == 0:
            tell(f"{number:,} of {last:,}")


def _settle_wholly(repository: Repository) -> None:
    for _ in range(8):
        repository.settle()


def _commit_rows(repository: Repository, place: Path, count: int) -> list[dict]:
    write(repository, count)  # the first one reads index and folder, and has a row of its own
    began = time.process_time()
    ours = timed(lambda number: write(repository, number), range(count + 1, count + TIMED))
    own = (time.process_time() - began) * 1000 / (TIMED - 1)
    peer = statistics.median(_git_times(repository, place)) if shutil.which("git") else None
    found = []
    for name, value in (("p50", statistics.median(ours)), ("p95", ours_at(ours, 0.95))):
        ratio = round(peer / value, 2) if peer else None
        found.append({"what": f"commit of a turn {name} at {count} earlier commits", "value": round(value, 3), "unit": "ms", "goal": GOAL_MS,
                      "ok": value <= GOAL_MS, "peer": round(peer, 3) if peer else None, "ratio": ratio})
    return [*found, _plain(f"commit of a turn, processor time, at {count} earlier commits", own, "ms", GOAL_MS)]


def _git_times(repository: Repository, place: Path) -> list[float]:
    """The same kind of turn by `git add` and `git commit` in a copy of the same repository."""
    copy = place / "peer"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(repository.folder.root, copy)
    before = _git(copy, "rev-list", "--count", "HEAD")
    _git(copy, "status")
    times = timed(lambda number: _git_turn(copy, number), range(12))
    assert int(_git(copy, "rev-list", "--count", "HEAD")) == int(before) + 12
    shutil.rmtree(copy)
    return times


def _git_turn(copy: Path, number: int) -> None:
    change = turn(number + 10**6)[0]
    place = copy / change.path
    with open(place, "a", encoding="utf-8") as out:
        out.write(change.text)
    _git(copy, "add", "--", change.path)
    _git(copy, "-c", "gc.auto=0", "commit", "-qm", f"Turn {number}")


def _git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, env=os.environ | QUIET, check=True, capture_output=True, text=True).stdout


def _quiet_rows(repository: Repository, made: int) -> list[dict]:
    look = statistics.median(timed(lambda _: repository.scan(), range(50)))
    start = time.perf_counter()
    opened = DiskRepository(repository.folder.root)
    write(opened, made)
    first = (time.perf_counter() - start) * 1000
    opened.close()
    clean = _git(repository.folder.root, "status", "--porcelain") == "" if shutil.which("git") else None
    assert clean is not False, "git status is not clean after the bench"
    size = sum(place.stat().st_size for place in repository.folder.root.rglob("*") if place.is_file()) / 1e6
    return [_plain("a look for the owner's edits", look, "ms", 1.0), _plain(f"open and first commit at {made} earlier commits", first, "ms", 100.0),
            _plain(f"vault on disk at {made} commits", size, "MB", None)]


def _plain(what: str, value: float, unit: str, goal: float | None) -> dict:
    assert value > 0, f"{what}: nothing was done"
    return {"what": what, "value": round(value, 3), "unit": unit, "goal": goal, "ok": goal is None or value <= goal, "peer": None, "ratio": None}


def timed(work: Callable[[int], object], numbers: range) -> list[float]:
    """Milliseconds of each call."""
    times = []
    for number in numbers:
        start = time.perf_counter()
        work(number)
        times.append((time.perf_counter() - start) * 1000)
    return times


def ours_at(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]
