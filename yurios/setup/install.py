"""Set-up, step by step: system packages, the venv, the essentials, then each optional part on its own.

Every step may be interrupted and run again; the stamp that `run.py` trusts is written last. Standard library only.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from yurios.setup import ground
from yurios.setup.follow import follow, minutes
from yurios.setup.parts import Part, read_parts
from yurios.setup.stamp import STAMP, VENV_PYTHON, is_ready, made_for, wanted

TAKES = {
    "essential": "15 seconds to a minute; downloads 90 MB",
    "memory": "10 seconds; downloads 90 MB",
    "window": "a few seconds; downloads 2 MB",
    "ears": "a few seconds; downloads 40 MB",
    "sound": "compiles PyAudio: a few seconds",
    "index": "compiles hnswlib: about half a minute; downloads 20 MB",
    "brain": "compiles llama.cpp: 5 to 10 minutes on two cores; downloads 200 MB",
}
PIP = ["-I", "-X", "utf8", "-m", "pip", "--disable-pip-version-check", "--no-input"]


class SetupFailed(Exception):
    """She can't run; the text says why and what to do."""


@dataclass
class Setup:
    """One set-up of the folder `root`, in which this module lies."""

    root: str
    needs: tuple[ground.Need, ...] = ground.NEEDS
    step: int = 0
    steps: int = 0
    lock: int = -1

    @property
    def venv(self) -> Path:
        return Path(self.root, ".venv")

    @property
    def log(self) -> Path:
        return self.venv / "setup.log"

    def run(self, retry: bool = False) -> int:
        """The exit code: 0 she can run, 2 she can't (a sentence says why), 130 interrupted."""
        before = os.umask(0o022)
        os.umask(before | 0o022)  # what will be run must not be writable by others, whatever the umask was
        try:
            with self.alone() as waited:
                if not (waited and is_ready()):
                    self.set_up(retry)
        except SetupFailed as error:
            print(f"\nSet-up stopped. {error}", file=sys.stderr)
            return 2
        except OSError as error:
            print(f"\nSet-up stopped: {error}. Is the folder {self.root} yours to write, and is there room?", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print("\nSet-up interrupted. The next start goes on from here.", file=sys.stderr)
            return 130
        finally:
            os.umask(before)
        return 0

    def set_up(self, retry: bool) -> None:
        begun, fitting, parts = time.monotonic(), wanted(), read_parts(self.root)
        self.steps = 2 + len(parts)
        print(f"Setting her up in {self.venv} (once; pip's own words go to {self.log.name} there)", flush=True)
        Path(STAMP).unlink(missing_ok=True)
        self.prepare_ground()
        self.make_venv()
        results = {}
        for part in parts:
            results[part.name] = self.install(part, retry)
            write_whole(self.venv / "parts.json", json.dumps(self.parts_so_far() | results, indent=1))
        self.remove_strays(parts)
        write_whole(Path(STAMP), fitting)
        failed = [name for name, result in results.items() if result["state"] != "ok"]
        print(f"Set up in {minutes(time.monotonic() - begun)}." + (
            f" Without: {', '.join(failed)} (`run.py doctor` says what is lost and what to do)." if failed else ""), flush=True)

    def announce(self, words: str) -> None:
        self.step += 1
        print(f"[{self.step}/{self.steps}] {words}", flush=True)

    def prepare_ground(self) -> None:
        missing = ground.missing_needs(self.needs)
        if not missing:
            return self.announce("system packages: all here")
        packages = ground.debian_packages(missing)
        self.announce(f"system packages: missing {', '.join(need.name for need in missing)}")
        if not ground.may_install():
            print(f"      going on without; to have them: {ground.how_to_get(missing)}", flush=True)
            return
        print(f"      you are root, so they are installed now: apt-get install {' '.join(packages)}", flush=True)
        apt = {"DEBIAN_FRONTEND": "noninteractive"}
        self.follow(["apt-get", "update"], apt)
        if self.follow(ground.install_command(packages), apt) != 0:
            print(f"      that failed (see {self.log}); going on without. To try yourself: {ground.how_to_get(missing)}", flush=True)

    def make_venv(self) -> None:
        self.announce("a Python environment of her own (.venv)")
        note = self.venv / "made-for.txt"
        if Path(VENV_PYTHON).exists() and read_text(note) == made_for():
            return
        for old in self.venv.iterdir():  # half made, or another Python's
            if old.name not in ("setup.log", "setup.lock"):
                shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
        base = getattr(sys, "_base_executable", None) or sys.executable
        if self.follow([base, "-I", "-X", "utf8", "-m", "venv", str(self.venv)]) != 0:
            raise SetupFailed(f"Python could not make .venv (see {self.log}). On Debian or Ubuntu: sudo apt-get install "
                              f"python3-venv; elsewhere use a Python that has `venv` and `ensurepip`. Then start her again.")
        write_whole(note, made_for())

    def install(self, part: Part, retry: bool) -> dict[str, str]:
        """What `parts.json` keeps of this part: its state, the reason of a failure, and what it was tried with."""
        key, before = self.key(part), self.parts_so_far().get(part.name, {})
        if before.get("state") == "failed" and before.get("key") == key and not retry and part.name != "essential":
            self.announce(f"{part.name}: failed before ({before['reason']}); `run.py setup --retry` tries again")
            return before
        self.announce(f"{part.name}: {len(part.names)} package{'s' * (len(part.names) != 1)}; {TAKES.get(part.name, 'a moment')}")
        self.drop_half_installed()
        wish = self.venv / f"part-{part.name}.txt"
        write_whole(wish, part.locked)
        began = self.log.stat().st_size
        build = {**ground.portable_build(), **{k: v for k, v in os.environ.items() if k == "CMAKE_ARGS"}}
        code = self.follow([VENV_PYTHON, *PIP, "install", "-v", "--no-deps", "--require-hashes", "-r", str(wish)], build)
        if code == 0:
            return {"state": "ok", "key": key}
        reason = find_reason(read_text(self.log)[began:])
        if part.name == "essential":
            raise SetupFailed(f"pip could not install what she can't do without: {reason}\n"
                              f"All of it is in {self.log}. Is the network there? The next start goes on from here.")
        print(f"      could not be installed: {reason}\n      going on without it", flush=True)
        return {"state": "failed", "key": key, "reason": reason}

    def key(self, part: Part) -> str:
        """Changes when trying a failed part again makes sense: other packages, another Python, more on the machine."""
        lacking = [need.name for need in self.needs if part.name in need.parts and not need.found()]
        return hashlib.sha256("\n".join([part.locked, made_for(), *lacking]).encode()).hexdigest()

    def parts_so_far(self) -> dict[str, dict[str, str]]:
        try:
            return json.loads(read_text(self.venv / "parts.json") or "{}")
        except ValueError:
            return {}

    def drop_half_installed(self) -> None:
        """pip writes INSTALLER when a package is whole; one killed before that would pass for installed."""
        for info in self.venv.glob("[Ll]ib/**/site-packages/*.dist-info"):
            if not (info / "INSTALLER").exists():
                shutil.rmtree(info)

    def remove_strays(self, parts: list[Part]) -> None:
        """What an older lock brought and this one doesn't name must not be importable by accident."""
        named = {name for part in parts for name in part.names}
        before = set(read_text(self.venv / "names.txt").split())
        if before - named:
            self.follow([VENV_PYTHON, *PIP, "uninstall", "-y", *sorted(before - named)])
        write_whole(self.venv / "names.txt", "\n".join(sorted(named)))

    def follow(self, command: list[str], environment: dict[str, str] | None = None) -> int:
        # A pip that outlives a killed set-up keeps the lock until it ends, so the next one can't run beside it.
        return follow(command, self.log, self.root, {**os.environ, "PIP_USER": "0", **(environment or {})}, keep=self.lock)

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """Hold the set-up lock; yields whether another set-up had to be waited for."""
        self.venv.mkdir(exist_ok=True)
        with open(self.venv / "setup.lock", "a+", encoding="utf-8") as file:
            self.lock = file.fileno()
            waited = not take_lock(self.lock, wait=False)
            if waited:
                print("Another set-up of this folder is running; waiting for it.", flush=True)
                take_lock(self.lock, wait=True)
            yield waited


def take_lock(handle: int, wait: bool) -> bool:
    if os.name == "nt":
        import msvcrt

        while True:  # LK_LOCK itself gives up after ten seconds
            try:
                msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                return True
            except OSError:
                if not wait:
                    return False
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return True
    except BlockingIOError:
        return False


def find_reason(text: str) -> str:
    """The line of pip's output that a person can use: the compiler's fatal error, else pip's first error."""
    lines = [line.strip() for line in text.splitlines()]
    for sign in ("fatal error:", "ERROR: ", "error: ", "Error: "):
        for line in lines:
            if sign in line and "subprocess-exited" not in line and "exited with" not in line:
                return line[line.index(sign):][:200]
    return next((line[:200] for line in reversed(lines) if line), "pip ended without a word")


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="surrogateescape")
    except OSError:
        return ""


def write_whole(path: Path, text: str) -> None:
    """All or nothing: a reader never sees half of it, also after a power cut."""
    beside = path.with_name(f".{path.name}.new")
    with open(beside, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
