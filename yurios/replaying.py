"""Replay a recorded life and compare it bit for bit: state by digest, her folder by commit id, her decisions line by line.

What is read for running is the tape alone. What the run left beside it (digests, the trace, the summary) is only compared
with. Her folder is written again into a place of its own, from what the systems ask for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ecs.clock import FRAMES_PER_SECOND
from ecs.effects import Effect, TraceLine, WriteVault
from ecs.signals import Signal
from ecs.snapshot import SnapshotError, digests, load, total
from ecs.step import Orders
from ecs.tape import Header, TapeError
from ecs.world import World
from yurios.profiles.birth import born, orders_of
from yurios.profiles.gate import owners_hand
from yurios.rerun import apply, go_to
from yurios.tapes import Chunks, pieces, read_digests, read_piece
from yurios.vault.repository import MemoryRepository, Repository
from yurios.vault.trouble import VaultError


class ReplayError(ValueError):
    """There is nothing here that can be replayed; says what was looked for."""


@dataclass
class Report:
    """What was compared, how much of it was the same, and the first thing that was not (None: all the same)."""

    piece: str
    signals: int = 0
    frames: int = 0
    digests: int = 0
    commits: int = 0
    lines: int = 0
    vault_head: str | None = None
    state_digest: str = ""
    differs: str | None = None
    trace: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def fault(self, text: str) -> None:
        """Keep the first difference."""
        self.differs = self.differs or text


def find_piece(place: Path) -> Path:
    """The tape of a scenario's folder, the newest piece of a world's tapes, or the file itself. Raises ReplayError."""
    if place.is_file():
        return place
    if (place / "signals.jsonl").is_file():
        return place / "signals.jsonl"
    found = pieces(place) if place.is_dir() else []
    if not found:
        raise ReplayError(f"{place} holds no tape: neither signals.jsonl nor a day's piece (YYYY-MM-DD.jsonl)")
    return found[-1]


def replay(path: Path, progress: Callable[[int, int], None] = lambda done, of: None) -> Report:
    """Run a piece again and compare. Raises ReplayError, TapeError or SnapshotError when it cannot be run."""
    header, signals, torn = read_piece(path)
    report = Report(path.name)
    if torn:
        report.notes.append("the last line was cut by a crash and is left out")
    if header.redacted:
        report.notes.append("this piece was redacted by a purge: what was forgotten cannot be replayed")
    if not signals:
        raise ReplayError(f"{path.name} holds a header and no signal: nothing happened in it")
    world = born(header) if header.snapshot is None else load(header.snapshot, Chunks(path.parent / "chunks"))
    Replay(world, orders_of(header), header, signals, report).run(read_digests(path), progress)
    _compare_with_rest(path.parent, report)
    world.close()
    return report


class Replay:
    """One replay under way."""

    def __init__(self, world: World, orders: Orders, header: Header, signals: list[Signal], report: Report) -> None:
        self.world, self.orders, self.signals, self.report = world, orders, signals, report
        self.lines: list[str] = []
        self._answers = _answers(signals)
        self._from_birth = header.snapshot is None
        self._vaults: dict[str, Repository] = {}
        if not self._from_birth:
            report.notes.append("this piece goes on from an earlier one: her folder's commits are compared from birth only, state and decisions here")

    def run(self, notes: list[dict], progress: Callable[[int, int], None]) -> None:
        """Every signal on its frame; digests compared wherever the run noted one."""
        waiting = list(reversed(notes))
        for number, signal in enumerate(self.signals):
            waiting = self._compare_until(waiting, signal.frame, signal.seq - 1)
            go_to(self.world, self.orders, signal.frame, self._take)
            apply(self.world, self.orders, signal, self._take)
            self._owners_commit(signal)
            if number % 500 == 0:
                progress(number, len(self.signals))
        self._compare_until(waiting, self.world.frame, self.signals[-1].seq)
        report = self.report
        report.signals, report.frames, report.lines = len(self.signals), self.world.frame, len(self.lines)
        report.state_digest = total(digests(self.world))
        for vault in self._vaults.values():
            report.vault_head = vault.head()
        report.trace = self.lines

    def _compare_until(self, waiting: list[dict], frame: int, seq: int) -> list[dict]:
        while waiting and waiting[-1]["frame"] <= frame and waiting[-1]["seq"] <= seq:
            note = waiting.pop()
            go_to(self.world, self.orders, note["frame"], self._take)
            self._compare_digests(note)
        return waiting

    def _compare_digests(self, note: dict) -> None:
        here = digests(self.world)
        there: Mapping[str, str] = note["digests"]
        if set(there) == {"state"}:
            here = {"state": total(here)}
        wrong = sorted(kind for kind in set(here) | set(there) if here.get(kind) != there.get(kind))
        if wrong:
            seconds = note["frame"] // FRAMES_PER_SECOND
            self.report.fault(f"frame {note['frame']} (second {seconds}, after signal {note['seq']}): {', '.join(wrong)} differ")
        self.report.digests += not wrong

    def _take(self, effect: Effect) -> None:
        if isinstance(effect, TraceLine):
            self.lines.append(effect.text)
        elif isinstance(effect, WriteVault) and self._from_birth:
            self._write(effect)

    def _write(self, effect: WriteVault) -> None:
        if effect.write not in self._answers:
            return  # never confirmed in the run: refused, or cut off by its end
        vault = self._vaults.setdefault(effect.to, MemoryRepository())
        try:
            made = _make(vault, effect)
        except VaultError as error:
            self.report.fault(f"frame {self.world.frame}: the write {effect.write} was done in the run and fails here: {error}")
            return
        if made != self._answers[effect.write]:
            self.report.fault(f"frame {self.world.frame}: the commit of {effect.write} ({effect.message!r}) is {made}, on the tape it is {self._answers[effect.write]}")
        elif made:
            self.report.commits += 1

    def _owners_commit(self, signal: Signal) -> None:
        """The owner's own commit is on the tape whole, so it is made again too."""
        said = signal.payload
        if signal.type != "vault_changed" or said.get("cause") != "commit" or "message" not in said or signal.to not in self._vaults:
            return
        made = self._vaults[signal.to].commit_owners(said["files"], said["message"], said["author"], said["at_us"], said["offset_s"])
        if made != said["commit"]:
            self.report.fault(f"frame {signal.frame}: the owner's commit is {made}, on the tape it is {said['commit']}")
        else:
            self.report.commits += 1


def _make(vault: Repository, effect: WriteVault) -> str | None:
    if effect.by == "birth":
        return vault.birth({change.path: change.text for change in effect.changes}, effect.message, effect.author, effect.at_us, effect.offset_s)
    return vault.apply(effect.changes, effect.message, effect.author, effect.at_us, effect.offset_s, write=effect.write, token=owners_hand(effect))


def _answers(signals: list[Signal]) -> dict[str, str | None]:
    return {
        signal.payload["write"]: signal.payload["commit"] for signal in signals
        if signal.type in ("written", "turn_committed") and not signal.payload.get("error")
    }


def _compare_with_rest(folder: Path, report: Report) -> None:
    """The trace and the summary beside a scenario's tape, where they are."""
    trace, summary = folder / "vault" / "traces" / "ticks.jsonl", folder / "summary.json"
    if trace.is_file():
        _compare_trace(trace.read_text(encoding="utf-8").splitlines(), report)
    if summary.is_file():
        told = json.loads(summary.read_text(encoding="utf-8"))
        for key in ("vault_head", "state_digest"):
            if told[key] != getattr(report, key):
                report.fault(f"{key} is {getattr(report, key)}, in summary.json it is {told[key]}")


def _compare_trace(there: list[str], report: Report) -> None:
    for number, (mine, theirs) in enumerate(zip(report.trace, there), 1):
        if mine != theirs:
            report.fault(f"line {number} of traces/ticks.jsonl differs: {mine[:160]} … against {theirs[:160]} …")
            return
    if len(report.trace) != len(there):
        report.fault(f"traces/ticks.jsonl has {len(there)} lines, the replay made {len(report.trace)}")


REFUSALS = (ReplayError, TapeError, SnapshotError)
