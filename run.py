"""`python3 run.py`: sets her up on first use, then hands over to `yurios.cli` inside `.venv`.

Standard library only, here and in what is imported before the hand-over (`yurios/setup/stamp.py`; for a set-up the
rest of `yurios/setup/`, for help `yurios/cli.py`). A start that finds its stamp compares one hash and becomes the venv's Python.
"""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # Python leaves it out when PYTHONSAFEPATH is set

from yurios.setup.stamp import ROOT, VENV_PYTHON, is_ready  # noqa: E402

# -P keeps the current folder off sys.path, so a stranger's `systems/` there can't stand in for ours; ours is put first.
START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from yurios.cli import main; sys.exit(main())"


def main(argv: list[str]) -> int:
    if sys.version_info < (3, 11):
        print(f"She needs Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable}).\n"
              "Install a newer one and start her with it, for example: python3.11 run.py", file=sys.stderr)
        return 2
    for stream in (sys.stdout, sys.stderr):  # a folder's name may hold letters that this terminal can't show
        stream.reconfigure(errors="backslashreplace")
    word = argv[0] if argv else ""
    if word in ("-h", "--help", "help"):
        return usage()
    if word == "--version":
        return version()
    if word == "setup":
        return set_up(argv[1:])
    if word == "doctor":  # must also speak about a set-up that is broken or never happened
        return hand_over(VENV_PYTHON if os.path.exists(VENV_PYTHON) else sys.executable, ["-c", START, ROOT, *argv])
    if not is_ready():
        code = 2 if refused(argv) else set_up([])
        if code:
            return code
    if word == "test":
        os.chdir(ROOT)
        return hand_over(VENV_PYTHON, ["-m", "pytest", *argv[1:]])
    return hand_over(VENV_PYTHON, ["-c", START, ROOT, *argv])


def set_up(arguments: list[str]) -> int:
    if arguments not in ([], ["--retry"]):
        print("usage: run.py setup [--retry]      sets her up and says what it does; --retry tries again what failed before")
        return 0 if arguments[0] in ("-h", "--help") else 2
    from yurios.setup.install import Setup

    return Setup(ROOT).run(retry=bool(arguments))


def usage() -> int:
    from yurios.cli import help_text

    print(help_text())
    return 0


def refused(argv: list[str]) -> bool:
    """True when she was asked for what she has no command for; said at once, not after a set-up."""
    from yurios.cli import refuse

    return refuse(argv)


def version() -> int:
    from yurios import __version__

    print(f"YuriOS {__version__}")
    return 0


def hand_over(python: str, arguments: list[str]) -> int:
    """Become the given Python (where a process can), with UTF-8 whatever the locale says. Returns only on Windows."""
    for name in ("PYTHONPATH", "PYTHONHOME"):  # what she imports is what the lock names
        os.environ.pop(name, None)
    command = [python, "-X", "utf8", "-P", *arguments]
    sys.stdout.flush()
    if os.name == "nt":
        import subprocess

        return subprocess.call(command)
    os.execv(python, command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
