"""`run.py scenario FILE…`: run scenario files in virtual time and check what they expect."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

from yurios.models.records import RecordError
from yurios.places import PlaceError
from yurios.scenarios.expecting import ExpectError, Verdict, comparison, judge
from yurios.scenarios.reading import Expect, Scenario, ScenarioError, read_scenario
from yurios.scenarios.running import Run
from yurios.scenarios.steps import play


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help="scenario files (TOML)")
    parser.add_argument("--out", metavar="DIR", type=Path, help="where the vault, the tape and the events go (new or empty; a folder for each of several files)")
    parser.add_argument("--json", action="store_true", help="print the summaries as JSON")


def run(args: argparse.Namespace) -> int:
    """0; 1 when an expectation failed; 2 when a file or DIR is wrong."""
    failed, summaries = 0, []
    for path in args.files:
        try:
            scenario = read_scenario(path)
            out = _out(args.out, path, len(args.files) > 1)
            summary, verdicts = _play(scenario, out)
        except (ScenarioError, ExpectError, PlaceError, RecordError) as error:
            print(error, file=sys.stderr)
            return 2
        finally:
            if args.out is None and "out" in locals():
                shutil.rmtree(out, ignore_errors=True)
        failed += not all(verdict.ok for verdict in verdicts)
        summaries.append({"scenario": scenario.name, **summary, "failed": [verdict.expect.match for verdict in verdicts if not verdict.ok]})
        if not args.json:
            _tell(scenario, summary, verdicts)
    if args.json:
        print(json.dumps(summaries if len(summaries) > 1 else summaries[0]))
    return 1 if failed else 0


def _out(out: Path | None, path: Path, several: bool) -> Path:
    if out is None:
        return Path(tempfile.mkdtemp(prefix="yurios-scenario-"))
    folder = out / path.stem if several else out
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ScenarioError(f"{folder} is not empty; name a new or empty folder")
    except OSError as error:
        raise ScenarioError(f"{folder} cannot be used: {error.strerror}; name another folder") from None
    return folder


def _play(scenario: Scenario, out: Path) -> tuple[dict, list[Verdict]]:
    for expect in scenario.expects:
        if expect.where in ("trace", "events"):
            comparison(expect.match)  # a comparison that cannot be read should not wait for the end of the run
    life = Run(scenario, out)
    summary = play(life)
    return summary, [judge(expect, life.seen, out / "vault") for expect in scenario.expects]


def _tell(scenario: Scenario, summary: dict, verdicts: list[Verdict]) -> None:
    ok = sum(verdict.ok for verdict in verdicts)
    print(f"{'ok  ' if ok == len(verdicts) else 'FAIL'} {scenario.name}: {ok}/{len(verdicts)} expectations, {summary['frames']:,} frames, "
          f"{summary['ticks']} ticks ({summary['rests']} rests), {summary['commits']} commits, {summary['wall_s']} s")
    for note in summary.get("not_yet", []):
        print(f"     not yet: {note}", file=sys.stderr)
    for verdict in verdicts:
        if not verdict.ok:
            print(f"     expected {_wanted(verdict.expect)}; found {verdict.found}. Seen:", file=sys.stderr)
            for line in verdict.shown or ["(nothing)"]:
                print(f"       {line}", file=sys.stderr)


def _wanted(expect: Expect) -> str:
    most = "or more" if expect.most is None else f"to {expect.most}" if expect.most != expect.least else "exactly"
    return f"{expect.least} {most} of {expect.match!r} in {expect.where}"
