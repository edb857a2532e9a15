"""`run.py doctor [--json] [--home DIR]`: exit code 0 all ok, 1 something is missing or weak, 2 she can't run."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys

from yurios.doctor.report import Patient, as_text, examine, exit_code
from yurios.setup.stamp import ROOT, VENV_PYTHON


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs: {\"code\": …, \"parts\": [{name, state, …}]}")
    parser.add_argument("--home", help="her home, instead of YURIOS_HOME or this system's place for data")


def run(args: argparse.Namespace) -> int:
    """0 all ok; 1 something is missing or weak; 2 she can't run."""
    home = args.home or os.environ.get("YURIOS_HOME") or usual_home()
    python = VENV_PYTHON if os.path.exists(VENV_PYTHON) else sys.executable
    findings = examine(Patient(ROOT, os.path.abspath(home), python, dict(os.environ)))
    code = exit_code(findings)
    if args.json:
        print(json.dumps({"code": code, "parts": [dataclasses.asdict(finding) for finding in findings]}, indent=1))
    else:
        print(as_text(findings))
    return code


def usual_home() -> str:
    try:
        import platformdirs  # a third party: the doctor also speaks where it is missing
    except ImportError:
        return os.path.expanduser("~/.local/share/yurios")
    return platformdirs.user_data_dir("yurios", appauthor=False)
