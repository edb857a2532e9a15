"""A life put together for a bench: the loop, systems and edges of a live run, with a folder of its own that is thrown away."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from ecs.effects import TraceLine
from ecs.tape import Header
from yurios.audit import AuditLog
from yurios.config import load
from yurios.hub import Hub
from yurios.inbox import Inbox
from yurios.loop import Loop
from yurios.machine_clock import transitions
from yurios.memory.forgetful import Forgetful
from yurios.pacing import VirtualTime
from yurios.places import ROOT, read_place
from yurios.profiles.birth import born, orders_of
from yurios.profiles.gate import owners_hand
from yurios.tapes import TapeFile
from yurios.vault.birth import starter_files
from yurios.vault.edge import VaultEdge
from yurios.vault.repository import DiskRepository
from yurios.voices import read_voice

NAME, ZONE, EPOCH_US = "yuri", "Europe/Berlin", 1_772_434_800_000_000


def header(residents: Sequence[str] = (NAME,), place: str | None = "tiny") -> Header:
    """A life that begins on a March morning in Berlin, with every dial at its default."""
    dials = {key: setting.value for key, setting in load(None, {}).settings.items()}
    options = {"residents": list(residents), "dials": dials, "place": read_place(place) if place else None}
    return Header(7, "companion", NAME, EPOCH_US, ZONE, transitions(ZONE, EPOCH_US), {}, options)


class Living:
    """One companion in virtual time, born and at rest. Use as a context; `home` is her folder and `lines` counts trace lines."""

    def __init__(self) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="yurios-bench-", ignore_cleanup_errors=True)
        self.home, self.lines = Path(self._temporary.name), 0
        head = header()
        self.world, self.orders, self.pace = born(head), orders_of(head), VirtualTime()
        self.inbox, self.repository = Inbox(self.pace.now), DiskRepository(self.home / "vault")
        self.vault = VaultEdge(self.inbox.post, {NAME: self.repository}, threaded=False, gate=owners_hand)
        self.tape = TapeFile(self.home / "signals.jsonl", sync=False)
        self.tape.begin(head)
        self.loop = Loop(self.world, self.orders, self.inbox, self.tape, [self.vault, Hub({"resident": NAME}), Forgetful(self.inbox.post), AuditLog(self.home / "audit")], self.pace)
        self.loop.edges[TraceLine] = self

    def __enter__(self) -> Living:
        self.inbox.post("command", {"name": "voice", "values": read_voice("")}, to=NAME)
        self.inbox.post("vault_changed", {"cause": "birth", "files": starter_files(ROOT / "vault")}, to=NAME)
        self.loop.step_to(64)
        return self

    def __exit__(self, *fault: object) -> None:
        self.vault.close()
        self.tape.close()
        self.world.close()
        self._temporary.cleanup()

    takes = (TraceLine,)

    def handle(self, effect: TraceLine) -> None:
        self.lines += 1
        self.vault.handle(effect)

    def written(self) -> int:
        """Lines in her trace file."""
        with open(self.home / "vault/traces/ticks.jsonl", "rb") as trace:
            return sum(1 for _ in trace)
