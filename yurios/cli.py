"""`run.py COMMAND …`: reads the command word, imports that one command, runs it.

Commands are imported when called, so `run.py config` never pays for numba or a model.
"""

from __future__ import annotations

import argparse
import importlib
import sys

COMMANDS: dict[str, str] = {
    "chat": "talk with her in this terminal",
    "scenario": "run scenario files in virtual time",
    "replay": "replay a recorded life and compare it bit for bit",
    "bench": "measure, against a peer in the same run",
    "model": "list, add, choose or try a model",
    "doctor": "name each part, its state, and what is lost without it",
    "config": "print every dial, its value and where it came from",
}


def main(argv: list[str] | None = None) -> int:
    argv = list(sys.argv[1:] if argv is None else argv)
    name = argv[0] if argv and not argv[0].startswith("-") else None
    if name is not None and name in COMMANDS:
        command = importlib.import_module(f"yurios.commands.{name}")
        parser = argparse.ArgumentParser(prog=f"run.py {name}", description=COMMANDS[name])
        command.arguments(parser)
        return command.run(parser.parse_args(argv[1:]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
