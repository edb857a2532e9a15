"""One character of a game, awake: a companion's systems and edges on a vault that may lie in a shelf of many, driven by whoever hosts it.

The host posts what happens to the character and says how far time goes; nothing here has a thread or a clock of its own.
`open_character` with a `SqliteRepository` is one of a village, with a `MemoryRepository` one that lasts as long as the process.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from ecs.clock import FRAME_US, elapsed_us
from ecs.components.soul import Soul
from ecs.effects import TraceLine
from ecs.signals import HOST, Origin
from ecs.tape import Header
from ecs.world import World
from yurios.audit import Unaudited
from yurios.hub import Hub
from yurios.inbox import Inbox, Post
from yurios.lives import Life
from yurios.loop import Loop
from yurios.memory.embedder import Embedder
from yurios.models.edge import ModelEdge
from yurios.pacing import RealTime, VirtualTime
from yurios.profiles.edges import Edges, edges_of, take_up
from yurios.profiles.waking import Taken, lived_until, post_aside, post_files, post_voice, take_life
from yurios.vault.repository import Repository
from yurios.vault.trace_log import TraceLog
from yurios.voices import read_voice


class Character:
    """`post` and `lay` are what happens to them, `go` lets time pass, `close` ends it with everything written. `hub` has the events."""

    def __init__(self, name: str, life: Life, inbox: Inbox, edges: Edges, loop: Loop, hub: Hub, repository: Repository) -> None:
        self.name, self.hub, self.repository, self.edges = name, hub, repository, edges
        self._life, self._inbox, self._loop = life, inbox, loop

    @property
    def world(self) -> World:
        return self._loop.world

    def post(self, type: str, payload: Mapping, origin: Origin = HOST) -> Post:
        """A signal to them, applied on the present frame. Raises SignalError when the payload has not the shape of its type."""
        post = self._inbox.post(type, dict(payload), to=self.name, origin=origin)
        self.go(0)
        return post

    def lay(self, path: str, data: bytes) -> None:
        """Put a file into their vault, as an owner would: a document on the shelf (`knowledge/reference/…`), a list of goals."""
        self.repository.folder.write(path, data)

    def look(self) -> None:
        """Notice what was laid into the vault, and read what lies on the shelf (a file is read at its second look)."""
        self.edges.vault.look(self.name)
        self.edges.knowledge.look(self.name)
        self.edges.memory.look(self.name)
        self.go(0)

    def go(self, us: int) -> None:
        """Let so many microseconds pass."""
        self._loop.step_to(self.world.frame + us // FRAME_US)

    def elapsed_us(self) -> int:
        """Microseconds since they were born, times without frames included."""
        return elapsed_us(self.world.clock)

    def flush(self) -> None:
        """What happened so far is in the tape's file."""
        self._life.tape.flush()

    def close(self) -> None:
        """Write what is still to be written and keep a checkpoint, so that the next start is short. A shelf stays open."""
        self.edges.vault.wait()
        self._loop.drain()
        self._life.checkpoint(self._loop.seq)
        self._life.tape.close()
        self.edges.close()
        self.hub.close()
        self.world.close()


def open_character(name: str, repository: Repository, tapes: Path, header: Header, models: Callable[[Callable], ModelEdge], *,
                   starter: Callable[[], Mapping[str, str]], embedder: Embedder | None = None, indexes: Path | None = None,
                   pace: type[VirtualTime] | type[RealTime] = VirtualTime, threaded: bool = False, away_us: int = 0) -> Character:
    """Wake a character, or let it be born by `header` with the files of `starter` (path → text).

    `models` makes the model edge from a post. `indexes` is a folder for the indexes of memory and shelf; without one they are made
    anew at each start, from the vault. `away_us` is how long ago they were closed. Raises VaultError.
    """
    hub = Hub({"resident": name, "world": header.world})
    last, lines = TraceLog(repository.folder, repository.moments).last(), []
    life = take_life(tapes / name, repository, header, Taken(hub, lines), lived_until(name, last))
    repository.told_of(life.heads.get(name) if life.heads or not life.woke else repository.head())
    clock = pace(life.world.frame)
    inbox = Inbox(clock.now)
    edges = edges_of(inbox.post, name, repository, models(inbox.post), embedder, life.world, threaded=threaded, indexes=indexes / name if indexes else None)
    loop = Loop(life.world, life.orders, inbox, life.tape, [*edges.all(), hub, Unaudited()], clock, life.seq)
    character = Character(name, life, inbox, edges, loop, hub, repository)
    post_aside(life, inbox)
    if life.woke:
        inbox.post("suspend_gap", {"us": away_us, "cause": "off"})
    post_voice(life.world, inbox, name, read_voice(edges.models.prompt_shape("chat")))
    post_files(life.world.get(name, Soul), inbox, name, repository, starter)
    take_up(edges, name, life, [line for line in lines if last is None or json.loads(line.text)["tick"] > last[0]])
    character.go(0)
    return character
