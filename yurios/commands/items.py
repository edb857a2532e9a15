"""`run.py items`: what is shipped, what is yours, and what an update brought beside it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict

from yurios.home import HomeError, open_home
from yurios.items import ItemError, Items, Row

VERBS = ("list", "disable", "enable", "fork", "diff")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("verb", nargs="?", default="list", choices=VERBS, help="list (the default), disable, enable, fork or diff")
    parser.add_argument("item", nargs="?", default="", metavar="KIND/NAME", help="an item, such as providers/starter; for list a kind")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--home", metavar="FOLDER", help="where everything of hers lies (else YURIOS_HOME)")
    parser.add_argument("--name", default="yuri", help="which resident (default: yuri)")


def run(args: argparse.Namespace) -> int:
    """0; 2 when there is no such item, or the rule does not allow it."""
    try:
        home = open_home(args.home, os.environ)
        items = Items(home, home.resident(args.name))
        if args.verb != "list" and not args.item:
            raise ItemError(f"which one? run.py items {args.verb} KIND/NAME; run.py items lists them")
        return DO[args.verb](items, args)
    except (HomeError, ItemError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _list(items: Items, args: argparse.Namespace) -> int:
    rows = items.rows(args.item)
    if args.json:
        print(json.dumps([asdict(row) for row in rows]))
        return 0
    width = max((len(f"{row.kind}/{row.name}") for row in rows), default=0)
    for row in rows:
        print(f"{row.kind + '/' + row.name:<{width}}  {_words(row)}")
    return 0


def _words(row: Row) -> str:
    words = {"class": "shipped", "instance": "yours", "fork": "yours, as shipped" if row.same else "yours, changed from what is shipped"}[row.origin]
    words += f"; a newer one is shipped: run.py items diff {row.kind}/{row.name}" if row.newer else ""
    return words + ("; disabled" if row.disabled else "")


def _disable(items: Items, args: argparse.Namespace) -> int:
    items.disable(args.item, off=args.verb == "disable")
    print(f"{args.item} is {'disabled' if args.verb == 'disable' else 'enabled'}; it counts from the next start. "
          f"Undo: run.py items {'enable' if args.verb == 'disable' else 'disable'} {args.item}")
    return 0


def _fork(items: Items, args: argparse.Namespace) -> int:
    print(f"{args.item} is yours now: {items.fork(args.item)}. No update will touch it; delete the file to go back to what is shipped.")
    return 0


def _diff(items: Items, args: argparse.Namespace) -> int:
    print(items.diff(args.item) or "Nothing differs, or only one of the two is there.", end="" if items.diff(args.item) else "\n")
    return 0


DO = {"list": _list, "disable": _disable, "enable": _disable, "fork": _fork, "diff": _diff}
