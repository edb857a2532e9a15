"""Replay a recorded life and compare it bit for bit: state by digest, her folder by commit id, her decisions line by line.

What is read for running is the tape alone. What the run left beside it (digests, the trace, the summary) is only compared
with. Her folder is written again into a place of its own, from what the systems ask for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ecs.clock import FRAMES_PER_SECOND
from ecs.effects import Effect, TraceLine, WriteVault
from ecs.signals import Signal
from ecs.snapshot import SnapshotError, digests, load, save, total
from ecs.step import Orders
from ecs.tape import Header, TapeError
from ecs.world import World
from yurios.profiles.birth import born, orders_of
from yurios.profiles.gate import owners_hand
from yurios.rerun import apply, go_to, set_aside
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


def find_pieces(place: Path) -> list[Path]:
    """The tape of a scenario's folder, all pieces of a world's tapes, or the file itself. Raises ReplayError."""
    if place.is_file():
        return [place]
    if (place / "signals.jsonl").is_file():
        return [place / "signals.jsonl"]
    found = pieces(place) if place.is_dir() else []
    if not found:
        raise ReplayError(f"{place} holds no tape: neither signals.jsonl nor a day's piece (YYYY-MM-DD.jsonl)")
    return found


def replay(paths: Sequence[Path], progress: Callable[[int, int], None] = lambda done, of: None) -> Report:
    """Run a tape again, piece by piece, and compare. Raises ReplayError, TapeError or SnapshotError when it cannot be run."""
    report = Report(paths[0].name if len(paths) == 1 else f"{paths[0].name} to {paths[-1].name}")
    life: Replay | None = None
    for path in paths:
        header, signals, torn = read_piece(path)
        if torn:
            report.notes.append("the last line was cut by a crash and is left out")
        if header.redacted:
            life = _pass_over(path, signals, life, report)
            continue
        if life is None:
            world = born(header) if header.snapshot is None else load(header.snapshot, Chunks(path.parent / "chunks"))
            life = Replay(world, orders_of(header), header, report)
        else:
            life.turn_page(path, header)
        life.run(signals, read_digests(path), progress)
    if not report.signals:
        why = "was redacted by a purge, and what was forgotten cannot be lived again" if report.notes else "holds a header and no signal: nothing happened in it"
        raise ReplayError(f"{report.piece} {why}")
    if life is not None:
        life.finish()
        _compare_with_rest(paths[-1].parent, report)
        life.world.close()
    return report


def _pass_over(path: Path, signals: Sequence[Signal], life: Replay | None, report: Report) -> None:
    """A redacted piece does not lead to what came after it, so nothing of it is compared; the next piece begins anew."""
    report.notes.append(f"{path.name} was redacted by a purge: its {len(signals)} signals cannot be lived again, and nothing in it is compared")
    if life is not None:
        life.finish()
        life.world.close()


class Replay:
    """One replay under way: a world, and her folder written again in memory in the order the tape has its answers."""

    def __init__(self, world: World, orders: Orders, header: Header, report: Report) -> None:
        self.world, self.orders, self.report = world, orders, report
        self._asked: dict[str, WriteVault] = {}
        self._vaults: dict[str, Repository] = {}
        self._blind: set[str] = set()
        self._from_birth = header.snapshot is None
        if not self._from_birth:
            report.notes.append("this goes on from an earlier piece: her folder's commits are compared from birth only, state and decisions here")

    def turn_page(self, path: Path, header: Header) -> None:
        """The next piece goes on from a snapshot and a commit, which must be where this life stands."""
        there = header.snapshot or {}
        go_to(self.world, self.orders, there.get("frame", 0), self._take)
        here = save(self.world)[0]
        wrong = sorted(kind for kind in set(here["types"]) | set(there.get("types", {})) if here["types"].get(kind) != there.get("types", {}).get(kind))
        if wrong or here["frame"] != there.get("frame"):
            self.report.fault(f"{path.name} goes on from another state at frame {there.get('frame')}: {', '.join(wrong) or 'its frame'} differ")
        for name, vault in self._vaults.items():
            if name not in self._blind and vault.head() != header.vault.get(name, vault.head()):
                self.report.fault(f"{path.name} goes on from commit {header.vault[name]} of {name}, the replay is at {vault.head()}")

    def run(self, signals: Sequence[Signal], notes: list[dict], progress: Callable[[int, int], None]) -> None:
        """Every signal on its frame; digests compared wherever the run noted one."""
        waiting, skip = list(reversed(notes)), set_aside(signals)
        for number, signal in enumerate(signals):
            waiting = self._compare_until(waiting, signal.frame, signal.seq - 1)
            go_to(self.world, self.orders, signal.frame, self._take)
            if signal.seq in skip:
                self.report.notes.append(f"signal {signal.seq} ({signal.type}) was set aside in the run, and is here")
            else:
                apply(self.world, self.orders, signal, self._take)
            self._folder(signal)
            if number % 500 == 0:
                progress(number, len(signals))
        self._compare_until(waiting, self.world.frame, signals[-1].seq if signals else 0)
        self.report.signals += len(signals)

    def finish(self) -> None:
        report = self.report
        report.frames, report.lines = self.world.frame, len(report.trace)
        report.state_digest = total(digests(self.world))
        for name, vault in self._vaults.items():
            report.vault_head = None if name in self._blind else vault.head()

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
            self.report.trace.append(effect.text)
        elif isinstance(effect, WriteVault):
            self._asked[effect.write] = effect

    def _folder(self, signal: Signal) -> None:
        """What the tape says of her folder, in the order it says it: answers to her writes, and commits of the owner's own."""
        if not self._from_birth or signal.to in self._blind:
            return
        if signal.type in ("written", "turn_committed") and not signal.payload.get("error"):
            self._written(signal)
        elif signal.type == "vault_changed" and signal.payload["cause"] == "commit":
            self._owners_commit(signal)

    def _written(self, signal: Signal) -> None:
        effect, there = self._asked.pop(signal.payload["write"], None), signal.payload["commit"]
        if effect is None:
            self.report.fault(f"frame {signal.frame}: the tape confirms the write {signal.payload['write']}, which nothing here asks for")
            return
        vault = self._vaults.setdefault(effect.to, MemoryRepository())
        try:
            made = _make(vault, effect)
        except VaultError as error:
            self.report.fault(f"frame {signal.frame}: the write {effect.write} was done in the run and fails here: {error}")
            return
        if made != there:
            self.report.fault(f"frame {signal.frame}: the commit of {effect.write} ({effect.message!r}) is {made}, on the tape it is {there}")
        self.report.commits += made is not None and made == there

    def _owners_commit(self, signal: Signal) -> None:
        """The owner's own commit, when the tape has it whole, is made again too."""
        said, vault = signal.payload, self._vaults.setdefault(signal.to, MemoryRepository())
        if "message" not in said:
            self._blind.add(signal.to)
            self.report.notes.append(f"at signal {signal.seq} a history came in that the tape does not hold: commits are compared up to there")
            return
        made = vault.commit_owners(said["files"], said["message"], said["author"], said["at_us"], said["offset_s"])
        if made != said["commit"]:
            self.report.fault(f"frame {signal.frame}: the owner's commit is {made}, on the tape it is {said['commit']}")
        self.report.commits += made == said["commit"]


def _make(vault: Repository, effect: WriteVault) -> str | None:
    if effect.by == "birth":
        return vault.birth({change.path: change.text for change in effect.changes}, effect.message, effect.author, effect.at_us, effect.offset_s)
    return vault.apply(effect.changes, effect.message, effect.author, effect.at_us, effect.offset_s, write=effect.write, token=owners_hand(effect))


def _compare_with_rest(folder: Path, report: Report) -> None:
    """The trace and the summary beside a scenario's tape, where they are."""
    trace, summary = folder / "vault" / "traces" / "ticks.jsonl", folder / "summary.json"
    if trace.is_file():
        _compare_trace(trace.read_text(encoding="utf-8").splitlines(), report)
    if summary.is_file():
        told = json.loads(summary.read_text(encoding="utf-8"))
        for key in ("vault_head", "state_digest"):
            if getattr(report, key) is not None and told[key] != getattr(report, key):
                report.fault(f"{key} is {getattr(report, key)}, in summary.json it is {told[key]}")


def _compare_trace(there: list[str], report: Report) -> None:
    for number, (mine, theirs) in enumerate(zip(report.trace, there), 1):
        if mine != theirs:
            report.fault(f"line {number} of traces/ticks.jsonl differs: {mine[:160]} … against {theirs[:160]} …")
            return
    if len(report.trace) != len(there):
        report.fault(f"traces/ticks.jsonl has {len(there)} lines, the replay made {len(report.trace)}")


REFUSALS = (ReplayError, TapeError, SnapshotError)
