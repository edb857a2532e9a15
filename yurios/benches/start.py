"""Start-up, in processes of its own: what Python, the imports and `run.py` cost, and how long until she serves."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from yurios.benches.row import NoWork, Row, Tell, absent, cost
from yurios.places import ROOT
from yurios.setup.stamp import VENV_PYTHON, is_ready

SERVING_GOAL_MS, ADDED_GOAL_MS = 1000.0, 300.0
IMPORTS = ("yurios.cli", "yurios.config", "ecs.world", "yurios.profiles.companion")
#: Prints how long open_host took to its first event; the parent times the whole process until that line.
SERVE = """
import sys, time
start = time.perf_counter()
from yurios.config import load
from yurios.home import open_home
from yurios.profiles.companion import open_host
home = open_home(sys.argv[1], {})
host = open_host(home, load(home, {}))
hello = host.subscribe().get(timeout=30)
print(hello["type"], time.perf_counter() - start, flush=True)
host.close()
"""


def rows(tell: Tell, repeats: int = 5) -> list[Row]:
    tell("Python and imports")
    plain = _least(("-c", "pass"), repeats)
    found = [cost("python alone", plain, "ms", 1)]
    found += [cost(f"import of {module}, over python alone", max(0.01, _least(("-c", f"import {module}"), repeats) - plain), "ms", 1) for module in IMPORTS]
    tell("birth, then warm starts to the first hello")
    return [*found, *_serving(repeats), _second_start(tell, repeats)]


def _serving(repeats: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="yurios-bench-", ignore_cleanup_errors=True) as home:
        born, warm = _serve(home), [_serve(home) for _ in range(repeats)]
        journal = list(Path(home).glob("residents/*/vault/soul/PERSONA.md"))
    return [
        cost("start of a new life to the first hello, whole process", born, "ms", len(journal)),
        cost("warm start to the first hello, whole process", min(warm), "ms", len(journal), SERVING_GOAL_MS),
    ]


def _serve(home: str) -> float:
    start = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", SERVE, home], cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        line = child.stdout.readline()
        spent = (time.perf_counter() - start) * 1000
        child.stdout.read()
    if not line.startswith("hello") or child.returncode:
        raise NoWork(f"start: she did not come up ({line!r}, exit code {child.returncode})")
    return spent


def _second_start(tell: Tell, repeats: int) -> Row:
    """What `run.py` adds to the same command started by the same Python without it."""
    what = "second start of run.py, over plain python"
    if not is_ready():
        return absent(what, "ms", "not set up here: run.py setup", ADDED_GOAL_MS)
    tell("the same command by way of the starter and without it")
    ours = _least(("run.py", "config", "--json"), repeats, python=sys.executable)
    peer = _least(("-X", "utf8", "-c", "from yurios.cli import main; main()", "config", "--json"), repeats, python=VENV_PYTHON)
    return cost(what, max(0.01, ours - peer), "ms", 1, ADDED_GOAL_MS)


def _least(words: Sequence[str], repeats: int, python: str = sys.executable) -> float:
    """Milliseconds of the quickest of several runs. Raises NoWork when one fails."""
    with tempfile.TemporaryDirectory(prefix="yurios-bench-", ignore_cleanup_errors=True) as home:
        environ = os.environ | {"YURIOS_HOME": home}
        return min(_run([python, *words], environ) for _ in range(repeats))


def _run(command: list[str], environ: dict[str, str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    spent = (time.perf_counter() - start) * 1000
    if done.returncode:
        raise NoWork(f"start: {' '.join(command[1:3])} failed: {done.stderr.strip()[-300:]}")
    return spent
