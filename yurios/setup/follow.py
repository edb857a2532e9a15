"""Runs one long command, its words going to a log, and lets a person see that it lives. Standard library only."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

SECONDS_BETWEEN_LINES = 10
DOING = ("Collecting", "Downloading", "Using cached", "Building", "Installing", "Preparing", "Running", "Get:", "Unpacking",
         "Setting up", "Processing", "Reading", "changing mode", "Successfully")


def follow(command: list[str], log: Path, folder: str, environment: dict[str, str], keep: int = -1) -> int:
    """The exit code. While it runs, a line every ten seconds (on a terminal: one line, each second) says how far it is.

    `keep` is a file descriptor that the child holds open too (POSIX only).
    """
    began, live = time.monotonic(), sys.stdout.isatty()
    with open(log, "ab") as out:
        out.write(("\n$ " + " ".join(command) + "\n").encode("utf-8", "backslashreplace"))
        out.flush()
        kept = (keep,) if keep >= 0 and sys.platform != "win32" else ()
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=folder,
                                       env=environment, pass_fds=kept)
        except FileNotFoundError:
            out.write(f"ERROR: {command[0]} is not here\n".encode())
            return 127
    try:
        while True:
            try:
                code = process.wait(1 if live else SECONDS_BETWEEN_LINES)
                break
            except subprocess.TimeoutExpired:
                show(f"      {minutes(time.monotonic() - began)}  {newest_words(log)}", live)
    except BaseException:
        process.terminate()
        process.wait()
        raise
    show("" if live else f"      {'done' if code == 0 else 'failed'} in {minutes(time.monotonic() - began)}", live)
    return code


def show(words: str, live: bool) -> None:
    print(f"\r{words[:78]:<78}\r" if live else words, end="" if live else "\n", flush=True)


def newest_words(log: Path) -> str:
    """The last thing worth seeing in the log: how many files are compiled, else what pip or apt is at."""
    with open(log, "rb") as file:
        file.seek(max(0, log.stat().st_size - 4000))
        text = re.sub(r"\x1b\[[0-9;]*m", "", file.read().decode("utf-8", "replace"))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    counts = [match for match in (re.match(r"\[(\d+)/(\d+)\]", line) for line in lines[-40:]) if match]
    if counts:
        return f"compiling, {counts[-1][1]} of {counts[-1][2]} files"
    doing = [line for line in lines if line.startswith(DOING)]
    return doing[-1][:60] if doing else "compiling"


def minutes(seconds: float) -> str:
    """0:07, 5:42."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
