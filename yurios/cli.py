"""`run.py COMMAND …`: reads the command word, imports that one command, runs it.

Standard library only, since `run.py --help` reads the table before anything is installed. A command is imported when it
is called, so `run.py config` never pays for git or a model.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import io
import sys

from yurios import __version__

OWNER, AGENTS, MODDERS, ENGINE = (
    "for the owner", "for agent builders, who bring a mind to her world", "for modders, who bring her mind to a game",
    "for engine developers and auditors",
)
#: What one types, by who comes with it: {door: {command: one line}}. A command is a file in `yurios/commands/`.
DOORS: dict[str, dict[str, str]] = {
    OWNER: {
        "chat": "talk with her in this terminal",
        "model": "list, add, choose or try a model",
        "config": "print every dial, its value and where it came from",
        "forget": "let go of something; with --purge, take it out of her whole past",
        "items": "what is shipped, what is yours, and what an update brought beside it",
        "vault": "her history: read it, take a change back, back it up, check it",
        "doctor": "name each part, its state, and what is lost without it",
    },
    AGENTS: {
        "serve": "the server for her page and for other programs",
        "world": "let a place live by itself and see how it fares",
    },
    MODDERS: {},
    ENGINE: {
        "scenario": "run scenario files in virtual time",
        "replay": "replay a recorded life and compare it bit for bit",
        "bench": "measure, against a peer in the same run",
    },
}
COMMANDS: dict[str, str] = {name: words for door in DOORS.values() for name, words in door.items()}

#: `run.py` does these itself, before or without `.venv`.
OF_RUN_PY: dict[str, str] = {
    "setup": "set up only; --retry tries again what failed before",
    "test": "set up, then run the tests; arguments go to pytest, paths are seen from the project's folder",
}

#: Meant, and not built: {word: (door, what it will be, what does today)}. Nothing here pretends to run.
LATER: dict[str, tuple[str, str, str]] = {
    "window": (OWNER, "her window", "Talk in the terminal: run.py chat."),
    "desktop": (OWNER, "only her, on the desktop", "Talk in the terminal: run.py chat."),
    "avatar": (OWNER, "her body from a VRM file", "So far her body is numbers (breath, lids, gaze): ecs/components/body.py."),
    "shot": (OWNER, "a picture of her room", "Her room is a file: worlds/tiny.toml."),
    "card": (OWNER, "characters from card files", "run.py chat --name NAME begins another resident; who that is stands in soul/ of the new folder, for you to write."),
    "view": (AGENTS, "a look into a running world", "run.py replay shows whether a recorded one is the same."),
    "protocol": (AGENTS, "the messages between worlds, bodies and games", "The signals they will become are in docs/signals.md."),
    "npc": (MODDERS, "her mind behind a game's characters", "A scenario runs a mind without a terminal: docs/scenarios.md."),
}

#: What a bare `run.py` opens. Her window takes this place where there is a display, once it is built.
OPENS = "chat"


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code; 2 for a word that is none."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without a letter shows a mark for it, and no traceback
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in ("-h", "--help", "help"):
        print(help_text())
        return 0
    if words and words[0] == "--version":
        print(f"YuriOS {__version__}")
        return 0
    if refuse(words):
        return 2
    if words and words[0] in OF_RUN_PY:
        print(f"run.py does that itself: python3 run.py {words[0]}", file=sys.stderr)
        return 2
    name, rest = (words[0], words[1:]) if words and words[0] in COMMANDS else (OPENS, words)
    command = importlib.import_module(f"yurios.commands.{name}")
    parser = parser_of(name, command)
    return command.run(parser.parse_args(rest))


def parser_of(name: str, command: object) -> argparse.ArgumentParser:
    """The parser of a command's arguments; `command` is its module."""
    parser = argparse.ArgumentParser(prog=f"run.py {name}", description=COMMANDS[name])
    command.arguments(parser)
    return parser


def refuse(words: list[str]) -> bool:
    """True when the first word is no command; a sentence on stderr then says what is meant or what to use.

    Asked by `run.py` before a set-up too: a slip should not wait for it.
    """
    word = words[0] if words else OPENS
    if word in COMMANDS or word in OF_RUN_PY or word.startswith("-"):
        return False
    print(_sentence(word), file=sys.stderr)
    return True


def _sentence(word: str) -> str:
    if word in LATER:
        _, what, instead = LATER[word]
        return f"run.py {word} ({what}) is not built yet. {instead}"
    near = difflib.get_close_matches(word, [*COMMANDS, *OF_RUN_PY, *LATER], n=1, cutoff=0.5)
    hint = f"Did you mean run.py {near[0]}?" if near else "run.py --help lists them."
    return f'There is no command "{_shown(word)}". {hint}'


def _shown(word: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in word[:60])


def help_text() -> str:
    """What `run.py --help` prints."""
    lines = ["usage: python3 run.py [COMMAND] [ARGUMENTS]      (run.py COMMAND --help says more)", ""]
    lines += [_row("(nothing)", f"the same as {OPENS}")]
    for door, commands in DOORS.items():
        later = [word for word, (of, _, _) in LATER.items() if of == door]
        lines += ["", door, *(_row(name, words) for name, words in commands.items())]
        lines += [_row("(not yet)", ", ".join(later))] if later else []
    lines += ["", "for the house", *(_row(name, words) for name, words in OF_RUN_PY.items())]
    lines += ["", "What is not built yet says so when it is typed, and what to use meanwhile."]
    return "\n".join(lines)


def _row(name: str, words: str) -> str:
    return f"  {name:<10} {words}"


if __name__ == "__main__":
    raise SystemExit(main())
