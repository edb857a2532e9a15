"""`run.py vault`: her folder's history as a diary, and what an owner does with it."""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from itertools import islice

from yurios.home import HomeError, Resident, open_home
from yurios.vault.backup import back_up
from yurios.vault.blame import Found, blame
from yurios.vault.commits import Written
from yurios.vault.foreign import is_text
from yurios.vault.lease import Lease
from yurios.vault.lineage import UNREADABLE
from yurios.vault.reader import Reader, lines, printable, stamp, subject, when, who
from yurios.vault.repository import DiskRepository
from yurios.vault.signature import PATH as CONSTITUTION
from yurios.vault.signature import as_it_stands
from yurios.vault.trees import object_id
from yurios.vault.trouble import VaultError, from_os_error
from yurios.vault.undoing import newest_of_hers, plan_undo, undo
from yurios.vault.verdict import examine

SHOWN_ID = 10
HELP = """\
log                 the history as a diary, newest first
diff [COMMIT]       what a commit changed (default: the newest)
blame FILE:LINE     which turn or edit wrote this line of her folder
blame WORDS         the same for every line with these words in it, at most twenty
undo [COMMIT]       take a commit back by a new one (default: the newest of hers)
backup PLACE        copy the history to a folder, or push it to a remote, and read it back
verify              read everything and say whether it is whole
accept              go on from a history that you rewrote on purpose
sign                sign soul/CONSTITUTION.md as it stands: from then on she keeps to it

A COMMIT is an id or its beginning, HEAD~2, or a turn such as t-88.
log, diff, blame, backup, verify, accept and sign work while she is awake; undo does not.
A backup holds what git tracks: her mind. It does not hold tapes, models, or the files that .gitignore names.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, HELP
    parser.add_argument("verb", choices=tuple(DO), help="what to do; see below")
    parser.add_argument("what", nargs="*", metavar="WHAT", help="a commit, a line, or a place")
    parser.add_argument("-n", type=_count, default=20, metavar="N", dest="count", help="how many entries log shows (default: 20; 0 for all)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--yes", action="store_true", help="undo or sign without asking")
    parser.add_argument("--home", metavar="FOLDER", help="where everything of hers lies (else YURIOS_HOME)")
    parser.add_argument("--name", default="yuri", help="which resident (default: yuri)")


def _count(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"{word} is no number of entries")
    return int(word)


def run(args: argparse.Namespace) -> int:
    """0; 1 when verify found a fault or the owner said no; 2 when it could not be done, with a sentence."""
    try:
        resident = open_home(args.home, os.environ).resident(args.name)
        reader = Reader(resident.vault)
        try:
            return DO[args.verb](reader, resident, args)
        finally:
            reader.close()
    except (HomeError, VaultError) as error:
        print(error, file=sys.stderr)
    except BrokenPipeError:  # whoever read along has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(from_os_error(error), file=sys.stderr)
    except UNREADABLE as error:
        print(f"Part of her history cannot be read ({type(error).__name__}: {error}). run.py vault verify says how much; restore a backup.", file=sys.stderr)
    return 2


def _log(reader: Reader, resident: Resident, args: argparse.Namespace) -> int:
    commits = islice(reader.walk(), args.count or None)
    if args.json:
        print(json.dumps([_row(commit) for commit in commits]))
        return 0
    day = ""
    for commit in commits:
        if f"{when(commit):%Y-%m-%d}" != day:
            day = f"{when(commit):%Y-%m-%d}"
            print(day)
        print(f"  {when(commit):%H:%M}  {printable(who(commit)):<8} {subject(commit)}  [{commit.id[:SHOWN_ID]}]")
    return 0


def _row(commit: Written) -> dict:
    return {"commit": commit.id, "parents": list(commit.parents), "at": stamp(commit), "author": who(commit), "subject": subject(commit), "message": commit.message}


def _diff(reader: Reader, resident: Resident, args: argparse.Namespace) -> int:
    commit = reader.find(_one_word(args))
    changes = reader.changes(commit)
    if args.json:
        print(json.dumps(_row(commit) | {"files": {path: "".join(_difference(path, *change)) for path, change in changes.items()}}))
        return 0
    print(f"{commit.id[:SHOWN_ID]}  {when(commit):%Y-%m-%d %H:%M}  {printable(who(commit))}\n{subject(commit)}\n")
    for path, change in changes.items():
        print("".join(_difference(path, *change)))
    return 0


def _difference(path: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
    if not is_text(before or b"") or not is_text(after or b""):
        yield f"{path}: no text, {len(before or b''):,} bytes before, {len(after or b''):,} after\n"
        return
    names = ("/dev/null" if before is None else f"a/{path}", "/dev/null" if after is None else f"b/{path}")
    for line in difflib.unified_diff(lines(before), lines(after), *names, lineterm=""):
        yield printable(line) + "\n"


def _blame(reader: Reader, resident: Resident, args: argparse.Namespace) -> int:
    found = blame(reader, _words(args, "FILE:LINE, or words of the line"), Progress("commits looked through"))
    if args.json:
        print(json.dumps([{"path": one.path, "line": one.line, "text": one.text} | (_row(one.commit) if one.commit else {"commit": None}) for one in found]))
        return 0
    for one in found:
        print(f"{one.path}:{one.line}  {printable(one.text)}\n    {_writer(one)}")
    return 0


def _writer(one: Found) -> str:
    if one.commit is None:
        return "saved and not committed yet"
    return f"{printable(who(one.commit))}, {when(one.commit):%Y-%m-%d %H:%M}: {subject(one.commit)}  [{one.commit.id[:SHOWN_ID]}]"


def _undo(reader: Reader, resident: Resident, args: argparse.Namespace) -> int:
    now = time.time()
    offset_s = int(datetime.fromtimestamp(now).astimezone().utcoffset().total_seconds())
    lease = Lease(resident.path, datetime.fromtimestamp(int(now)).astimezone().isoformat())
    try:
        for notice in lease.notices:
            print(notice, file=sys.stderr)
        word = _one_word(args)
        commit = reader.find(word) if word else newest_of_hers(reader, resident.name)
        files = plan_undo(reader, commit)
        print(f"This takes back: {when(commit):%Y-%m-%d %H:%M}  {printable(who(commit))}  {subject(commit)}  [{commit.id[:SHOWN_ID]}]\n  in {', '.join(files)}")
        if not args.yes and not _asked("Take it back?"):
            print("Nothing was changed.")
            return 1
        repository = DiskRepository(resident.vault)
        try:
            made = undo(repository, reader, commit, int(now) * 1_000_000, offset_s)
        finally:
            repository.close()
        print(f"Taken back by {made[:SHOWN_ID]}. She sees it when she wakes. To have it again: run.py vault undo {made[:SHOWN_ID]}")
        return 0
    finally:
        lease.close()


def _asked(question: str) -> bool:
    try:
        return input(f"{question} [y/N] ").strip().casefold() in ("y", "yes")
    except EOFError:
        print("\nNobody answered: --yes does it without asking.", file=sys.stderr)
        return False


def _backup(reader: Reader, resident: Resident, args: argparse.Namespace) -> int:
    made = back_up(reader, _words(args, "a folder or a remote"), resident.name, Progress("objects read back"))
    if args.json:
        print(json.dumps(asdict(made)))
    else:
        print(f"Backed up to {made.place}: {made.objects:,} objects read back and sound, up to {made.head[:SHOWN_ID]}.")
    return 0


def _verify(reader: Reader, resident: Resident, args: argparse.Namespace) -> int:
    verdict = examine(reader, Progress("objects read"))
    if args.json:
        print(json.dumps(asdict(verdict)))
    else:
        print(f"{verdict.commits:,} commits, {verdict.objects:,} objects, {verdict.files:,} files with {verdict.bytes / 1e6:,.1f} MB of text; newest {verdict.head[:SHOWN_ID] or 'unknown'}")
        for line in [*(f"fault: {trouble}" for trouble in verdict.troubles), *(f"note: {note}" for note in verdict.notes)]:
            print(f"  {printable(line)}")
        print("NOT whole." if verdict.troubles else "All sound.")
    return 1 if verdict.troubles else 0


def _accept(reader: Reader, resident: Resident, args: argparse.Namespace) -> int:
    print(f"She goes on from {reader.accept()[:SHOWN_ID]}, as the history is now.")
    return 0


def _sign(reader: Reader, resident: Resident, args: argparse.Namespace) -> int:
    data = as_it_stands(reader.folder)
    before, kept = reader.signed()
    if object_id(b"blob", data).decode() == before:
        print(json.dumps({"signed": before, "new": False}) if args.json else "It is signed as it stands.")
        return 0
    if not args.json:
        print("".join(_difference(CONSTITUTION, kept, data)) or f"{CONSTITUTION} stands as it was committed.")
    if not args.yes and not _asked("Sign it? She keeps to every word of it from then on."):
        print("Nothing was signed. She keeps to the last one.", file=sys.stderr)
        return 1
    ident = reader.sign(data)
    print(json.dumps({"signed": ident, "new": True}) if args.json else f"Signed ({ident[:SHOWN_ID]}). She takes it up within seconds when she is awake, else when she wakes.")
    return 0


def _one_word(args: argparse.Namespace) -> str:
    if len(args.what) > 1:
        raise VaultError("words", f"One commit at a time, not {len(args.what)}.", "run.py vault log lists them.")
    return args.what[0] if args.what else ""


def _words(args: argparse.Namespace, wanted: str) -> str:
    if not args.what:
        raise VaultError("words", f"run.py vault {args.verb} needs {wanted}.", "run.py vault --help says more.")
    return " ".join(args.what)


class Progress:
    """Says on a terminal how far it is, at most ten times a second."""

    def __init__(self, what: str) -> None:
        self._what, self._next = what, time.monotonic() + 0.3

    def __call__(self, done: int) -> None:
        if sys.stderr.isatty() and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.1
            print(f"\r{done:,} {self._what}", end="\r", file=sys.stderr)


DO = {"log": _log, "diff": _diff, "blame": _blame, "undo": _undo, "backup": _backup, "verify": _verify, "accept": _accept, "sign": _sign}
