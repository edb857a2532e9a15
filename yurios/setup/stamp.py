"""Whether the set-up beside us fits: what `run.py` asks at every start, so it reads two files and imports almost nothing.

Standard library only, and readable by an old Python, which then gets a sentence instead of a syntax error.
"""

from __future__ import annotations

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
STAMP = os.path.join(VENV, "complete.stamp")


def made_for() -> str:
    """This Python on this machine. A venv made for another one is made anew."""
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    return f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')} {sys.base_prefix} {sys.platform} {machine}"


def wanted(root: str = ROOT) -> str:
    """The stamp of a set-up that fits: the hash of what is asked for and locked, and the Python it was made for."""
    import hashlib  # here, so that --help and an old Python don't pay for it

    digest = hashlib.sha256()
    for name in ("requirements.in", "requirements.lock"):
        with open(os.path.join(root, name), "rb") as file:
            digest.update(file.read())
    return f"{digest.hexdigest()} {made_for()}\n"


def is_ready() -> bool:
    """True when `.venv` holds what is asked for now, made by this Python."""
    try:
        with open(STAMP, encoding="utf-8", errors="surrogateescape") as file:
            return file.read() == wanted() and os.path.exists(VENV_PYTHON)
    except OSError:
        return False
