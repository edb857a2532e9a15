"""Names each part of her, its state, what is lost without it, and what to do.

Standard library only: the doctor must speak when nothing else does. What may crash is tried in a child (`probes.py`).
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from yurios.setup import ground, stamp

ROOM_TO_LIVE, ROOM_TO_GROW = 20_000_000, 500_000_000  # bytes
PROBE = "import sys; sys.path.insert(0, sys.argv[1]); from {} import tell; tell(sys.argv[2])"
SETUP = "python3 run.py setup"


@dataclass(frozen=True)
class Patient:
    """What is examined: the project folder, her home, the Python that runs her and the environment it gets."""

    root: str
    home: str
    python: str
    environment: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 30.0
    needs: tuple[ground.Need, ...] = ground.NEEDS

    def failed_at_setup(self, part: str) -> str:
        """Why set-up could not install this part, or ""."""
        try:
            return json.loads(Path(self.root, ".venv", "parts.json").read_text("utf-8"))[part].get("reason", "")
        except (OSError, ValueError, KeyError, AttributeError):
            return ""


@dataclass(frozen=True)
class Finding:
    """`state` is "ok", "degraded" or "missing"; `do` is what a person can do, "" when all is well."""

    name: str
    state: str
    detail: str
    lost: str
    do: str
    needed: bool


@dataclass(frozen=True)
class Organ:
    """One line of the examination. `look` is a function of the patient, or the name of a probe run in a child (of the module
    `where`); `part` is the part of `requirements.in` that brings it."""

    name: str
    look: Callable[[Patient], tuple[str, str, str]] | str
    lost: str
    part: str = "essential"
    needed: bool = False
    where: str = "yurios.doctor.probes"


def look_at_python(patient: Patient) -> tuple[str, str, str]:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < (3, 11):
        return "missing", version, "install Python 3.11 or newer"
    return "ok", f"{version}, {sys.executable}", ""


def look_at_setup(patient: Patient) -> tuple[str, str, str]:
    try:
        made = Path(patient.root, ".venv", "complete.stamp").read_text("utf-8", errors="surrogateescape")
    except OSError:
        return "missing", "never finished", SETUP
    if made != stamp.wanted(patient.root):
        return "degraded", "made from another lock or by another Python", SETUP
    return "ok", "fits requirements.lock", ""


def look_at_disk(patient: Patient) -> tuple[str, str, str]:
    free = shutil.disk_usage(nearest_place(patient.home)).free
    if free < ROOM_TO_GROW:
        return "missing" if free < ROOM_TO_LIVE else "degraded", f"{free // 10**6} MB free", "make room on this disk"
    return "ok", f"{free / 10**9:.1f} GB free", ""


def look_at_home(patient: Patient) -> tuple[str, str, str]:
    folder = nearest_place(patient.home)
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return "missing", f"{patient.home}: {error.strerror}", "make it writable, or choose another with YURIOS_HOME or --home"
    if os.name == "posix" and str(folder) == patient.home and folder.stat().st_mode & 0o077:
        return "degraded", f"{patient.home} can be read by others", f"chmod 700 '{patient.home}'"
    return "ok", patient.home, ""


def look_at_terminal(patient: Patient) -> tuple[str, str, str]:
    if patient.environment.get("TERM") == "dumb":
        return "degraded", "TERM=dumb: plain lines", "use another terminal"
    return "ok", "a terminal" if sys.stdin and sys.stdin.isatty() else "a pipe: plain lines", ""


ORGANS = (
    Organ("python", look_at_python, "everything", needed=True),
    Organ("set-up", look_at_setup, "everything", needed=True),
    Organ("libraries", "libraries", "everything", needed=True),
    Organ("git store", "git_store", "nothing she lives through can be committed", needed=True),
    Organ("time-zone data", "time_zones", "she can't tell what day it is", needed=True),
    Organ("home", look_at_home, "she has nowhere to live", needed=True),
    Organ("disk space", look_at_disk, "she can't write down what happens", needed=True),
    Organ("brain library", "brain_library", "no local model: she speaks only through an endpoint (run.py model add)", "brain"),
    Organ("starter model", "starter_model", "no model of her own: add one with run.py model add", "brain"),
    Organ("embedder", "embedder", "recall by words alone, not by meaning", "memory"),
    Organ("vector index", "vector_index", "recall by meaning is searched row by row, slower", "index"),
    Organ("window", "window", "her picture: she lives in the terminal and the page", "window"),
    Organ("microphone, loudspeaker", "sound", "spoken talk at this machine: it is typed, or spoken through the page", "sound"),
    Organ("voice activity", "voice_activity", "she can't tell when you speak: the talk is typed", "ears"),
    Organ("her files", "faults", "what these lines ask of her: they stay as they are", where="yurios.her_files"),
    Organ("terminal", look_at_terminal, "editing, colours and history in the talk"),
)


def examine(patient: Patient, organs: tuple[Organ, ...] = ORGANS) -> list[Finding]:
    """Every organ, in order. Never raises: what can't be examined is missing, with the reason."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return list(pool.map(lambda organ: examine_one(patient, organ), organs))


def examine_one(patient: Patient, organ: Organ) -> Finding:
    try:
        state, detail, do = probe(patient, organ) if isinstance(organ.look, str) else organ.look(patient)
    except Exception as error:
        state, detail, do = "missing", f"could not be examined: {error}", SETUP
    return Finding(organ.name, state, " ".join(detail.split()), "" if state == "ok" else organ.lost, do, organ.needed)


def probe(patient: Patient, organ: Organ) -> tuple[str, str, str]:
    command = [patient.python, "-X", "utf8", "-P", "-c", PROBE.format(organ.where), patient.root, str(organ.look)]
    try:
        child = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=patient.seconds,
                               env=dict(patient.environment or os.environ) | {"YURIOS_HOME": patient.home})
    except subprocess.TimeoutExpired:
        return "missing", f"does not answer within {patient.seconds:g} s", what_to_do(patient, organ)
    try:
        state, detail, do = json.loads(child.stdout)
    except ValueError:
        crash = f"signal {-child.returncode}" if child.returncode < 0 else f"exit {child.returncode}"
        state, detail, do = "missing", f"it crashed ({crash})", ""
    why = patient.failed_at_setup(organ.part) if state == "missing" else ""
    detail = f"{detail} (at set-up: {why})" if why else detail
    return state, detail, what_to_do(patient, organ) if state == "missing" else do


def what_to_do(patient: Patient, organ: Organ) -> str:
    if not Path(patient.root, ".venv", "parts.json").exists():
        return SETUP
    lacking = [need for need in ground.missing_needs(patient.needs) if organ.part in need.parts]
    first = ground.how_to_get(lacking) + ", then: " if lacking else ""
    return f"{first}{SETUP} --retry"


def exit_code(findings: list[Finding]) -> int:
    """0 all ok, 1 something is missing or weak, 2 she can't run."""
    if any(finding.needed and finding.state == "missing" for finding in findings):
        return 2
    return int(any(finding.state != "ok" for finding in findings))


def nearest_place(path: str) -> Path:
    """The path itself, or the nearest above it that exists: where it would be made."""
    return next(place for place in (Path(path), *Path(path).absolute().parents) if place.exists())


def as_text(findings: list[Finding]) -> str:
    """The report for a person: a line a part, with what is lost and what to do below."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.state:<9} {finding.name:<24} {finding.detail}")
        if finding.lost:
            lines.append(f"{'':<34} lost: {finding.lost}")
        if finding.do:
            lines.append(f"{'':<34} do:   {finding.do}")
    return "\n".join(lines)
