"""`run.py bench [NAME…]`: measure on this machine, beside a peer in the same run. No goal is a test: exit 0 unless `--strict`."""

from __future__ import annotations

import argparse
import difflib
import importlib
import json
import os
import sys
import time
from pathlib import Path

from yurios.benches import BENCHES
from yurios.benches.row import NoWork, Row


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="which benches (default: all; --list names them), and after locomo its folder")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.add_argument("--list", action="store_true", help="name the benches and stop")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a goal is missed")


def run(args: argparse.Namespace) -> int:
    """0; 1 when a bench did no work, or a goal was missed under --strict; 2 for an unknown name."""
    if args.list:
        print("\n".join(f"{name:<12} {what}" for name, what in BENCHES.items()))
        return 0
    asked, folder = _folder(args.names)
    unknown = next((name for name in asked if name not in BENCHES), None)
    if unknown is not None:
        print(f'There is no bench "{unknown}". {_nearest(unknown)}', file=sys.stderr)
        return 2
    names = list(dict.fromkeys(asked)) or list(BENCHES)
    try:
        rows = [row for name in names for row in _rows(name, folder, table=not args.json)]
    except NoWork as fault:
        print(fault, file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps({"bench": "+".join(names) if asked else "all", "rows": [row.plain() for row in rows]}))
    return 1 if args.strict and any(row.ok is False for row in rows) else 0


def _folder(words: list[str]) -> tuple[list[str], Path | None]:
    """(names, the folder that stands behind locomo)."""
    places = [place for place in range(1, len(words)) if words[place - 1] == "locomo" and Path(words[place]).is_dir()]
    names = [word for place, word in enumerate(words) if place not in places]
    return names, Path(words[places[0]]) if places else None


def _nearest(word: str) -> str:
    close = difflib.get_close_matches(word, BENCHES, 1, 0.4)
    return f'Did you mean "{close[0]}"?' if close else f"There are: {', '.join(BENCHES)}."


def _rows(name: str, folder: Path | None, table: bool) -> list[Row]:
    """One bench's rows, with its progress on stderr and, when asked, its table on stdout."""
    began = time.monotonic()

    def tell(text: str) -> None:
        print(f"{name} {time.monotonic() - began:5.1f} s  {text}", file=sys.stderr, flush=True)

    bench = importlib.import_module(f"yurios.benches.{name}")
    rows = bench.rows(tell, folder) if name == "locomo" else bench.rows(tell)
    tell(f"done; {_load()}")
    if table:
        print("\n".join(lines(name, rows)), flush=True)
    return rows


def _load() -> str:
    """How busy the machine was: numbers of a busy machine are upper bounds."""
    if not hasattr(os, "getloadavg"):
        return f"{os.cpu_count()} processors"
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


def lines(name: str, rows: list[Row]) -> list[str]:
    """The table of one bench for a person."""
    cells = [(row.what, _number(row.value), row.unit, _number(row.goal), _verdict(row), _number(row.peer), _times(row.ratio)) for row in rows]
    head = (f"{name} ({_load()})", "value", "unit", "goal", "ok", "peer", "ratio")
    widths = [max(len(line[column]) for line in (head, *cells)) for column in range(len(head))]
    return [_aligned(head, widths), *(_aligned(line, widths) for line in cells), ""]


def _aligned(cells: tuple[str, ...], widths: list[int]) -> str:
    """Words to the left, numbers to the right; a long verdict stands last in its row."""
    left = (0, 2, 4)
    return "  ".join(cell.ljust(width) if column in left else cell.rjust(width) for column, (cell, width) in enumerate(zip(cells, widths))).rstrip()


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"


def _times(ratio: float | None) -> str:
    return "" if ratio is None else f"{_number(ratio)} x"


def _verdict(row: Row) -> str:
    if row.reason:
        return f"not here: {row.reason}"
    return {True: "yes", False: "NO", None: ""}[row.ok]
