"""`run.py forget WORDS…`: what /forget does, also while she sleeps; with --purge, out of her whole past."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from pathlib import Path

from yurios.config import Config, ConfigError, load
from yurios.home import Home, HomeError, open_home

_REFUSED, _HELD, _UNSURE = 2, 3, 1
SHOWN = 40


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORDS", help="what it is about; without, you are asked, and no shell keeps it")
    parser.add_argument("--purge", action="store_true", help="take it out of her history and her tape too, for good")
    parser.add_argument("--keep", action="append", default=[], metavar="PATH", help="with --purge: leave this file of her folder as it is")
    parser.add_argument("--backup", metavar="FILE", help="with --purge: first write her history as it is into a git bundle")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--json", action="store_true", help="print JSON; with --purge and without --yes, only what would go")
    parser.add_argument("--home", metavar="FOLDER", help="where everything of hers lies (else YURIOS_HOME)")
    parser.add_argument("--name", default="yuri", help="which resident (default: yuri)")


def run(args: argparse.Namespace) -> int:
    """0; 1 when the owner did not go on; 2 when it cannot be done; 3 when another process holds her."""
    try:
        home = open_home(args.home, os.environ)
        config = load(home, os.environ)
        name = home.resident(args.name).name
    except (HomeError, ConfigError) as error:
        print(error, file=sys.stderr)
        return _REFUSED
    if not home.resident(name).vault.is_dir():
        print(f"Nobody called {name} lives in {home.path}, so there is nothing to forget. --name and --home say whom and where.", file=sys.stderr)
        return _REFUSED
    words = " ".join(args.words) or _asked("Forget what? ")
    if not words.strip():
        print("Nothing was named, so nothing was changed.", file=sys.stderr)
        return _UNSURE
    # It brings git, tapes and an index with it; a mistyped flag should not wait for them.
    companion, trouble = importlib.import_module("yurios.profiles.companion"), importlib.import_module("yurios.purge.trouble")
    try:
        return _purge(args, home, config, name, words) if args.purge else _forget(args, companion.open_host(home, config, name=name), words)
    except companion.LeaseHeld as error:
        print(f"{error} There, /forget {'' if args.purge else words} does the milder thing." if args.purge else f"{error} Write /forget there.", file=sys.stderr)
        return _HELD
    except (trouble.PurgeRefused, *companion.REFUSALS) as error:
        print(error, file=sys.stderr)
        return _REFUSED


def _forget(args: argparse.Namespace, host: object, words: str) -> int:
    try:
        said = host.forget(words)
    finally:
        host.close()
    print(json.dumps({"said": said, "purged": False}) if args.json else said)
    return 0


def _purge(args: argparse.Namespace, home: Home, config: Config, name: str, words: str) -> int:
    session = importlib.import_module("yurios.purge.session").Session(home, config, name, words, frozenset(args.keep))
    found = session.look(_progress)
    if not args.json:
        print("\n".join(found.told(SHOWN)))
    if not found.anything:
        print(json.dumps(found.record()) if args.json else "Nothing was changed.")
        return 0
    if not args.yes and (args.json or not _sure(name)):
        print(json.dumps(found.record()) if args.json else "Nothing was changed.")
        return 0 if args.json else _UNSURE
    if args.backup:
        print(session.back_up(Path(args.backup)), file=sys.stderr)
    done = session.purge(_progress)
    print(json.dumps(done.record()) if args.json else "\n".join(done.told()))
    return 0


def _sure(name: str) -> bool:
    """Twice: once whether, once whom."""
    if not sys.stdin.isatty():
        print("This asks twice, and nobody is there to answer; --yes is for scripts.", file=sys.stderr)
        return False
    if _asked("This cannot be undone. Go on? (yes/no) ").strip().lower() != "yes":
        return False
    return _asked(f"Type her name ({name}) to do it: ").strip().casefold() == name


def _asked(question: str) -> str:
    try:
        print(question, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline()
    except KeyboardInterrupt:
        return ""


def _progress(what: str, done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{what}{f': {done:,} of {of:,}' if of else ''}", end="" if of and done < of else "\n", file=sys.stderr, flush=True)
