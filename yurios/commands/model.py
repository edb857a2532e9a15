"""`run.py model`: which models there are, adding, choosing, trying and removing one."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from yurios.config import Config, ConfigError, load
from yurios.config_file import set_dial
from yurios.home import Home, HomeError, open_home
from yurios.models.failure import Failure
from yurios.models.measure import Trial, try_model
from yurios.models.model_file import find_file, licence_notice
from yurios.models.records import ROLES, Record, RecordError, nearest, read_records
from yurios.models.shelf import Shelf
from yurios.voices import VoiceError, read_voice

CLASS_ITEMS = Path(__file__).resolve().parents[2] / "assets" / "providers"
Told = tuple[dict[str, Any], list[str]]


def arguments(parser: argparse.ArgumentParser) -> None:
    common(parser, None, False)
    actions = parser.add_subparsers(dest="action", required=True, metavar="list | add | use | test | remove")

    def action(name: str, help: str) -> argparse.ArgumentParser:
        made = actions.add_parser(name, help=help)
        common(made, argparse.SUPPRESS, argparse.SUPPRESS)  # both before and after the action's word
        return made

    action("list", "every model she knows, and which one answers for what")
    adding = action("add", "add a GGUF file or the URL of one")
    adding.add_argument("where", metavar="PATH-OR-URL")
    adding.add_argument("--name", default="", help="what to call it (default: from the file's name)")
    adding.add_argument("--sha256", default="", help="refuse any other file")
    adding.add_argument("--copy", action="store_true", help="copy a local file into her folder instead of pointing at it")
    using = action("use", "let a model answer")
    using.add_argument("name")
    using.add_argument("--role", default="chat", choices=ROLES)
    action("test", "first token, tokens a second, a sample").add_argument("name", nargs="?", default="")
    action("remove", "forget a model you added").add_argument("name")


def common(parser: argparse.ArgumentParser, home: object, as_json: object) -> None:
    parser.add_argument("--home", metavar="FOLDER", default=home, help="where everything of hers lies (else YURIOS_HOME)")
    parser.add_argument("--json", action="store_true", default=as_json, help="print JSON for a program to read")


def run(args: argparse.Namespace) -> int:
    """0; 1 after a sentence on stderr (or an `error` in the JSON) that says what to do; 130 when interrupted."""
    try:
        home = open_home(args.home, os.environ)
        records = read_records(CLASS_ITEMS, home.providers)
        facts, lines = ACTIONS[args.action](args, home, records)
    except Failure as failure:
        return complain(args, failure.as_payload())
    except (RecordError, ConfigError, HomeError, VoiceError) as fault:
        return complain(args, {"code": "settings", "message": str(fault), "hint": ""})
    except KeyboardInterrupt:
        return complain(args, {"code": "interrupted", "message": "Stopped.", "hint": "What was fetched is kept: run the same "
                               "command again and it goes on."}, 130)
    print(json.dumps(facts, ensure_ascii=False) if args.json else "\n".join(lines))
    return 1 if facts.get("error") else 0


def complain(args: argparse.Namespace, error: dict[str, str], code: int = 1) -> int:
    print(json.dumps({"error": error}, ensure_ascii=False) if args.json else f"{error['message']} {error['hint']}".strip(),
          file=sys.stdout if args.json else sys.stderr)
    return code


def chosen(config: Config) -> dict[str, str]:
    """Which record each role names."""
    return {role: str(config[f"models.{role}"]) for role in ROLES}


def show(args: argparse.Namespace, home: Home, records: dict[str, Record]) -> Told:
    roles = chosen(load(home, os.environ))
    rows = [row(record, roles, home) for record in records.values()]
    lines = [f"{r['name']:16} {'+'.join(r['roles']):14} {r['protocol']:10} {r['state']:12} {r['title']}" for r in rows]
    notes = [licence_notice(records[n], home.path) for n in sorted(set(roles.values())) if n in records]
    return {"models": rows}, lines + [note for note in notes if note]


def row(record: Record, roles: dict[str, str], home: Home) -> dict[str, Any]:
    return {"name": record.name, "title": record.title or record.model, "protocol": record.protocol,
            "roles": [r for r, name in roles.items() if name == record.name], "license": record.license,
            "state": state(record, home), "yours": (home.providers / f"{record.name}.toml").exists()}


def state(record: Record, home: Home) -> str:
    if record.protocol != "llama.cpp":
        return "not asked"
    try:
        find_file(record, home.path)
        return "here"
    except Failure:
        return "file missing"


def add(args: argparse.Namespace, home: Home, records: dict[str, Record]) -> Told:
    bar = Bar(quiet=args.json)
    try:
        path = Shelf(home.path, records).add(args.where, args.name, args.sha256, args.copy, bar.step)
    finally:
        bar.end()
    return ({"added": path.stem, "record": str(path)},
            [f'Added "{path.stem}". Let her speak with it: run.py model use {path.stem}'])


class Bar:
    """Progress on stderr, a line that rewrites itself; every tenth percent where there is no terminal."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet, self._shown, self._tty = quiet, -1, sys.stderr.isatty()

    def step(self, done: int, total: int) -> None:
        percent = done * 100 // total if total else done >> 20
        if self._quiet or percent == self._shown or (not self._tty and percent % 10):
            return
        self._shown = percent
        size = f"{done / 1e6:,.0f} of {total / 1e6:,.0f} MB ({percent} %)" if total else f"{done / 1e6:,.0f} MB"
        print(f"\r{size}" if self._tty else size, end="" if self._tty else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._tty and self._shown >= 0:
            print(file=sys.stderr)


def use(args: argparse.Namespace, home: Home, records: dict[str, Record]) -> Told:
    if args.name not in records:
        raise Failure("unknown", f'There is no model "{args.name}".', nearest(args.name, records))
    set_dial(home, f"models.{args.role}", args.name)
    now = chosen(load(home, os.environ))[args.role]
    if now != args.name:
        raise Failure("shadowed", f"It is written, but the environment still says {now}.",
                      f"Remove YURIOS_MODELS_{args.role.upper()} from the environment.")
    notice = licence_notice(records[args.name], home.path)
    return {"role": args.role, "model": now}, [f"{args.name} now answers for {args.role}.", *([notice] if notice else [])]


def remove(args: argparse.Namespace, home: Home, records: dict[str, Record]) -> Told:
    used_by = [role for role, name in chosen(load(home, os.environ)).items() if name == args.name]
    gone = Shelf(home.path, records).remove(args.name, used_by)
    return {"removed": [str(p) for p in gone]}, [f"Removed {p.name}." for p in gone]


def test(args: argparse.Namespace, home: Home, records: dict[str, Record]) -> Told:
    name = args.name or chosen(load(home, os.environ))["chat"]
    if name not in records:
        raise Failure("unknown", f'There is no model "{name}".', nearest(name, records))
    trial = try_model(records[name], read_voice(records[name].prompt), home.path)
    return {"model": name, **asdict(trial)}, told(name, trial)


def told(name: str, trial: Trial) -> list[str]:
    if trial.error:
        return [f"{name}: {trial.error['message']} {trial.error['hint']}"]
    return [f"{name}", f"  first token, cold   {trial.cold_ms:>7,} ms  (loading, and reading {trial.tokens_in} tokens)",
            f"  first token, warm   {trial.warm_ms:>7,} ms  ({trial.warm_cached} tokens were kept)",
            f"  speed               {trial.tokens_per_s:>7} tokens/s", f"  she says            {trial.sample}"]


ACTIONS = {"list": show, "add": add, "use": use, "test": test, "remove": remove}
