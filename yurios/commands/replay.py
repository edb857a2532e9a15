"""`run.py replay DIR`: run a recorded life again from its tape and say whether it is the same."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from yurios.replaying import REFUSALS, Report, find_pieces, replay


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("place", metavar="DIR", type=Path, help="what a scenario left, a folder of tapes, or one tape")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(args: argparse.Namespace) -> int:
    """0 the same; 1 something differs; 2 nothing to replay."""
    try:
        report = replay(find_pieces(args.place), _progress if sys.stderr.isatty() else lambda done, of: None)
    except (OSError, *REFUSALS) as error:
        print(error, file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps({key: value for key, value in asdict(report).items() if key != "trace"} | {"same": report.differs is None}))
    else:
        _tell(report)
    return 0 if report.differs is None else 1


def _progress(done: int, of: int) -> None:
    print(f"\r{done:,} of {of:,} signals", end="\r", file=sys.stderr)


def _tell(report: Report) -> None:
    print(f"{report.piece}: {report.signals:,} signals over {report.frames:,} frames; "
          f"{report.digests} digests, {report.commits} commits and {report.lines} trace lines the same")
    for note in report.notes:
        print(f"  note: {note}")
    print(f"  vault_head   {report.vault_head}\n  state_digest {report.state_digest}")
    print("The same life, bit for bit." if report.differs is None else f"NOT the same. First difference: {report.differs}")
