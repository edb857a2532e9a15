"""`run.py config`: print the dials, explain them, set one, undo that."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping

from yurios.config import Config, ConfigError, Setting, find_dial, load
from yurios.config_file import Change, set_dial, undo
from yurios.dials_page import explanation, listing, record, table, toml
from yurios.home import Home, HomeError, open_home

_FORMS = """\
forms:
  config                    every dial, its value and where it came from
  config KEY                one dial, or a section such as mind
  config explain [KEY]      the same with default, range and environment variable
  config set KEY VALUE      write one dial into config.toml
  config undo               take the last change back (twice: put it there again)"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _FORMS
    parser.add_argument("words", nargs="*", metavar="KEY | explain | set KEY VALUE | undo")
    parser.add_argument("--json", action="store_true", help="for a program")
    parser.add_argument("--markdown", action="store_true", help="the table of docs/dials.md")
    parser.add_argument("--home", metavar="FOLDER", help="where everything of hers lies (else YURIOS_HOME)")


def run(args: argparse.Namespace) -> int:
    """0, or 2 after a sentence on stderr when a dial, a form or the home is wrong."""
    try:
        if args.markdown:
            print(table(), end="")
            return 0
        print(_answer(args, open_home(args.home, os.environ), os.environ))
        return 0
    except (ConfigError, HomeError) as error:
        print(error, file=sys.stderr)
        return 2


def _answer(args: argparse.Namespace, home: Home, environ: Mapping[str, str]) -> str:
    match args.words:
        case ["set", key, value]:
            return _changed((set_dial(home, key, value),), args.json, home, environ)
        case ["undo"]:
            return _changed(undo(home), args.json, home, environ)
        case ["explain", *keys] if len(keys) < 2:
            return _shown(args, load(home, environ), keys, explanation)
        case [*keys] if len(keys) < 2 and keys != ["set"]:
            return _shown(args, load(home, environ), keys, listing)
    raise ConfigError(f"config does not know the form '{' '.join(args.words)}'.\n{_FORMS}")


def _shown(args: argparse.Namespace, config: Config, keys: list[str], page: Callable[[list[Setting]], str]) -> str:
    chosen = _chosen(config, keys)
    if args.json and keys and len(chosen) == 1:
        return json.dumps(record(chosen[0]), ensure_ascii=False)
    if args.json:
        return json.dumps({"dials": [record(one) for one in chosen], "notices": config.notices}, ensure_ascii=False)
    return "\n".join([page(chosen), *(f"\n{notice}" for notice in config.notices)])


def _chosen(config: Config, keys: list[str]) -> list[Setting]:
    """All dials, those of a section, or one."""
    if not keys:
        return list(config.settings.values())
    section = [one for one in config.settings.values() if one.dial.section == keys[0]]
    return section or [config.settings[find_dial(keys[0], "config").key]]


def _changed(changes: tuple[Change, ...], as_json: bool, home: Home, environ: Mapping[str, str]) -> str:
    if as_json:
        return json.dumps({"changes": [{"key": one.key, "old": one.old, "new": one.new} for one in changes]})
    lines = [f"{one.key}: {toml(one.old)} → {toml(one.new)}" for one in changes]
    return "\n".join([*(lines or ["No dial changed its value."]), *_still_covered(changes, home, environ)])


def _still_covered(changes: tuple[Change, ...], home: Home, environ: Mapping[str, str]) -> list[str]:
    """A sentence for each changed dial that the environment sets anyway, and what the whole now means."""
    config = load(home, environ)
    covered = [one.key for one in changes if config.settings[one.key].source == "environment"]
    return [f"{config.settings[key].dial.variable} is set and still wins over the file." for key in covered] + list(config.notices)
