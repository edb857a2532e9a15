"""Run a scenario: assemble the profile in virtual time, take the steps, keep what it leaves.

The same loop, systems and edges as a live run; only the pace, the model and the place of the folder differ. Nothing is
read from the environment or from a home.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ecs.clock import FRAME_US, FRAMES_PER_SECOND, elapsed_us
from ecs.components.shelf import Shelf as KnownDocs
from ecs.dice import below
from ecs.effects import Ask, Effect, TraceLine, WriteVault
from ecs.signals import HOST, Origin
from ecs.snapshot import digest, save
from ecs.tape import Header
from yurios.audit import AuditLog
from yurios.hub import Hub
from yurios.inbox import Inbox, Post
from yurios.lives import Life, heads_of
from yurios.loop import Loop
from yurios.machine_clock import transitions
from yurios.memory.embedder import Hashing
from yurios.models.edge import ModelEdge
from yurios.models.records import Record, Role
from yurios.pacing import VirtualTime
from yurios.places import ROOT, read_place
from yurios.profiles.birth import born, orders_of
from yurios.profiles.edges import edges_of
from yurios.profiles.npc import npc_header
from yurios.profiles.world import world_header
from yurios.rerun import Unanswered, go_to, rerun
from yurios.scenarios.expecting import Seen
from yurios.scenarios.reading import Scenario, ScenarioError
from yurios.tapes import TapeFile, mend, mend_digests, read_piece
from yurios.vault.birth import starter_files
from yurios.vault.repository import DiskRepository
from yurios.voices import read_voice

RESIDENT = "yuri"
#: Write moments among which a kill chooses; 0 is "at once".
KILL_MOMENTS = 14


class Killed(BaseException):
    """The process died here. Not an Exception, so that no edge can survive it by accident."""


@dataclass
class Run:
    """A scenario under way. `act` (from `steps`) drives it; `finish` closes it and returns the summary."""

    scenario: Scenario
    out: Path
    seen: Seen = field(default_factory=Seen)
    counts: Counter = field(default_factory=Counter)
    asks: Counter = field(default_factory=Counter)
    not_yet: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._began, self._slept, self._moments_left = time.perf_counter(), 0, -1
        self._seen_commits: set[str] = set()
        self._writes: set[str] = set()
        self._events = open(self.out / "events.jsonl", "a", encoding="utf-8")
        self.hub = Hub({"resident": RESIDENT, "world": self.scenario.world}, self._event)
        records, roles = {"scripted": Record("scripted", "scripted", context=8192)}, {"chat": Role("scripted"), "utility": Role("scripted")}
        self.models = ModelEdge(self._late_post, records, roles, replies=self.scenario.replies)
        header = header_of(self.scenario)
        self.tape = TapeFile(self.out / "signals.jsonl", sync=False, clock=lambda: 0.0)
        self.tape.begin(header)
        self._start(Life(born(header), orders_of(header), self.tape, header, self.out))
        self._be_born()

    @property
    def vault_path(self) -> Path:
        return self.out / "vault"

    @property
    def has_resident(self) -> bool:
        return bool(self.life.header.options["residents"])

    def post(self, type: str, payload: dict, to: str = "", origin: Origin = HOST) -> Post:
        """Post a signal on the present frame and let it have its effect."""
        post = self.inbox.post(type, payload, to=to, origin=origin)
        self.settle()
        return post

    def settle(self) -> None:
        """Let what was posted have its effect."""
        self.go(elapsed_us(self.loop.world.clock))

    def go(self, elapsed: int) -> None:
        """Run on to an elapsed time. A kill that is due strikes on the way."""
        while True:
            try:
                self.loop.step_to(max(0, -(-(elapsed - self._slept) // FRAME_US)))
                return
            except Killed:
                self._restart()

    def suspend(self, us: int) -> None:
        """The machine sleeps: no frames, only time."""
        self._slept += us
        self.post("suspend_gap", {"us": us, "cause": "sleep"})

    def kill(self) -> None:
        """Die at a moment of the next writes, chosen by the seed; at once when that is the choice."""
        self.counts["kills"] += 1
        self._moments_left = below(KILL_MOMENTS, self.scenario.seed, "kill", RESIDENT, self.counts["kills"])
        if self._moments_left == 0:
            self._restart()

    def die_if_due(self) -> None:
        """A kill that found nothing to write by the next step strikes between the steps."""
        if self._moments_left >= 0:
            self._restart()

    def note(self, text: str) -> None:
        """Something in the file has no part of the system behind it yet."""
        if text not in self.not_yet:
            self.not_yet.append(text)

    def finish(self) -> dict[str, Any]:
        """End the run, write `summary.json`, close everything."""
        self.post("command", {"name": "shutdown"})
        world = self.loop.world
        summary = {
            "ticks": self.counts["ticks"], "rests": self.counts["rests"], "commits": self.counts["commits"],
            "interrupts": self.counts["interrupts"], "model_calls": {"chat": self.asks["chat"], "utility": self.asks["utility"]},
            "beats": world.frame // FRAMES_PER_SECOND, "frames": world.frame, "wall_s": round(time.perf_counter() - self._began, 3),
            "vault_head": self.repository.head() if self.has_resident else None, "state_digest": digest(world),
        } | ({"not_yet": self.not_yet} if self.not_yet else {})
        self.tape.record_digests(world.frame, self.loop.seq, {"state": summary["state_digest"]})
        self._keep_world()
        self.edges.close()
        self.tape.close()
        self._events.close()
        (self.out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
        world.close()
        return summary

    # Assembly.

    def _start(self, life: Life, seq: int = 0) -> None:
        self.life = life
        self.pace = VirtualTime(life.world.frame)
        self.inbox = Inbox(self.pace.now)
        self.repository = DiskRepository(self.vault_path, watch=self._moment)
        self.edges = edges_of(lambda *args, **kwargs: self._answered(*args, **kwargs), RESIDENT, self.repository, self.models, Hashing(), life.world,
                              threaded=False, indexes=self.vault_path)
        self.vault, self.memory, self.knowledge = self.edges.vault, self.edges.memory, self.edges.knowledge
        self.loop = Loop(life.world, life.orders, self.inbox, life.tape, [*self.edges.all(), self.hub, AuditLog(self.out / "audit")], self.pace, seq)
        for kind, tap in ((TraceLine, self._trace), (Ask, self._ask), (WriteVault, self._write)):
            self.loop.edges[kind] = Tap(tap, self.loop.edges[kind])

    def _be_born(self) -> None:
        if self.has_resident:
            self.post("command", {"name": "voice", "values": read_voice("")}, to=RESIDENT)
            self.post("vault_changed", {"cause": "birth", "files": starter_files(ROOT / "vault")}, to=RESIDENT)

    def _restart(self) -> None:
        """What is on the disk is all that is left: begin again from the tape."""
        self._moments_left, killed_at = -1, self.loop.world.frame
        self.repository.close()
        self.memory.close()
        self.knowledge.close()
        self.tape.abandon()
        self.loop.world.close()
        header, signals, torn = read_piece(self.tape.path)
        mend(self.tape.path, torn)
        mend_digests(self.tape.path, signals[-1].seq if signals else 0)
        self.tape = TapeFile(self.tape.path, sync=False, clock=lambda: 0.0)
        life, lines = self._wake(header, signals, killed_at)
        self._start(life, life.seq)
        self.repository.told_of(life.heads.get(RESIDENT))
        last = self.vault.last_line(RESIDENT)
        for effect in [line for line in lines if last is None or _tick(line) > last[0]] + life.owed:
            self.loop.edges[type(effect)].handle(effect)
        self.inbox.post("suspend_gap", {"us": 0, "cause": "off"})
        if self.has_resident:
            docs = life.world.get(RESIDENT, KnownDocs).docs
            self.knowledge.catch_up(RESIDENT, {path: doc.state for path, doc in docs.items()})

    def _wake(self, header: Header, signals: list, killed_at: int) -> tuple[Life, list[TraceLine]]:
        world, orders, lines = born(header), orders_of(header), []
        unanswered = Unanswered(lambda effect: lines.append(effect) if isinstance(effect, TraceLine) else None)
        seq = rerun(world, orders, map(unanswered.see, signals), unanswered.take)
        go_to(world, orders, killed_at, unanswered.take)
        return Life(world, orders, self.tape, header, self.out, seq, True, unanswered.left(), heads=heads_of(header, signals)), lines

    def _keep_world(self) -> None:
        if self.scenario.world != "none":
            manifest, chunks = save(self.loop.world)
            folder = self.out / "worlds" / self.scenario.world
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "snapshot.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
            for key, data in chunks.items():
                (folder / key).write_bytes(data)

    # What passes by.

    def _late_post(self, *args: Any, **kwargs: Any) -> Post:
        """Posts into the inbox of the moment: a restart brings another one."""
        return self.inbox.post(*args, **kwargs)

    def _now(self) -> int:
        return elapsed_us(self.loop.world.clock)

    def _moment(self, name: str) -> None:
        if self._moments_left > 0:
            self._moments_left -= 1
            if self._moments_left == 0:
                raise Killed(name)

    def _answered(self, type: str, payload: dict, *, to: str, after_ms: int = 0) -> Post:
        commit = payload.get("commit")
        if commit and commit not in self._seen_commits:
            self._seen_commits.add(commit)
            self.counts["commits"] += 1
            message = self.repository.log(1)[0].message if self.repository.head() == commit else ""
            self.seen.git.append((self._now(), message.strip()))
        return self.inbox.post(type, payload, to=to, after_ms=after_ms)

    def _event(self, event: dict) -> None:
        self.seen.events.append((self._now(), event))
        self._events.write(json.dumps(event, ensure_ascii=False) + "\n")

    def _trace(self, effect: TraceLine) -> None:
        line = json.loads(effect.text)
        if line["tick"] <= self.counts["ticks"]:
            return  # handed over again after a kill
        self.seen.trace.append((self._now(), line))
        self.counts["ticks"] += 1
        self.counts["rests"] += line["decided"]["intention"] == "rest"
        said = line["acted"] is not None and "text_ref" in line["acted"]
        self.counts["interrupts"] += bool(said and line["gate2"] and line["gate2"]["outcome"] in ("SUGGEST", "SPEAK"))

    def _ask(self, effect: Ask) -> None:
        self.asks[effect.role] += 1

    def _write(self, effect: WriteVault) -> None:
        if effect.write in self._writes:
            return  # handed over again after a kill
        self._writes.add(effect.write)
        for change in effect.changes:
            if change.path.startswith("memory/episodic/") and change.how == "append":
                self.seen.journal += [(self._now(), line) for line in change.text.splitlines() if line.strip()]


class Tap:
    """Looks at effects on their way to an edge."""

    def __init__(self, look: Callable[[Any], None], edge: Any) -> None:
        self._look, self._edge = look, edge

    def handle(self, effect: Effect) -> None:
        self._look(effect)
        self._edge.handle(effect)


def _tick(line: TraceLine) -> int:
    return json.loads(line.text)["tick"]


def header_of(scenario: Scenario) -> Header:
    """The header of a scenario's tape. Raises ScenarioError or PlaceError."""
    if scenario.profile == "world" and scenario.world == "none":
        raise ScenarioError('[scenario] profile = "world" needs a world; name a file in worlds/')
    if scenario.profile == "world":
        return world_header(scenario.world, scenario.dials, scenario.epoch_us, scenario.zone, scenario.seed)
    place = None if scenario.world == "none" else read_place(scenario.world)
    if scenario.profile == "npc":
        return npc_header(RESIDENT, place, scenario.dials, scenario.epoch_us, scenario.zone, scenario.seed, scenario.stated)
    options = {"residents": [RESIDENT], "dials": dict(scenario.dials), "place": place, "scenario": scenario.name}
    world = scenario.world if scenario.world != "none" else RESIDENT
    return Header(scenario.seed, scenario.profile, world, scenario.epoch_us, scenario.zone, transitions(scenario.zone, scenario.epoch_us), {}, options)
