"""A small companion for the tests of the ground: the real systems in virtual time, a scripted model and a folder in memory."""

from __future__ import annotations

from pathlib import Path

from ecs.clock import FRAMES_PER_SECOND
from ecs.effects import Ask, CancelAsk, Forget, Publish, Recall, Remember, Render, Search, TraceLine, WriteVault
from ecs.signals import Origin
from ecs.tape import Header
from ecs.world import World
from yurios.dials import DIALS
from yurios.inbox import Inbox
from yurios.lives import Life, begin
from yurios.loop import Loop
from yurios.machine_clock import transitions
from yurios.pacing import VirtualTime
from yurios.places import read_place
from yurios.profiles.birth import born, orders_of
from yurios.tapes import TapeFile

NAME = "yuri"
START = 1_772_409_600_000_000  # 2026-03-02T00:00:00Z
OWNER = Origin("owner", "terminal", "owner")
VOICE = {"size": "full", "law": "Speak.", "limits": "", "examples": [["hi", "Hello."]], "again": [], "stop": [], "max_tokens": 60, "temperature": 700}


def header(seed: int = 7, **dials: object) -> Header:
    """A life that begins in Tokyo, in the tiny room."""
    values = {dial.key: dial.default for dial in DIALS.values()} | dials
    options = {"residents": [NAME], "dials": values, "place": read_place("tiny")}
    return Header(seed, "companion", NAME, START, "Asia/Tokyo", transitions("Asia/Tokyo", START), {}, options)


def resident(seed: int = 7) -> World:
    """The world of that header, born."""
    return born(header(seed))


class Parrot:
    """A model that answers every ask with the same number of pieces, `pause_ms` apart."""

    takes = (Ask, CancelAsk)

    def __init__(self, inbox: Inbox, pause_ms: int = 40, pieces: int = 3) -> None:
        self.inbox, self.pause_ms, self.pieces, self.asked = inbox, pause_ms, pieces, []

    def handle(self, effect: Ask | CancelAsk) -> None:
        if isinstance(effect, CancelAsk):
            return
        self.asked.append(effect)
        for piece in range(self.pieces):
            text = f"{effect.match_text}, you say ({piece}). "
            self.inbox.post("model_delta", {"ask": effect.ask, "kind": "text", "text": text}, to=effect.to, after_ms=self.pause_ms * (piece + 1))
        done = {"ask": effect.ask, "finish": "stop", "error": None, "tokens_in": 9, "tokens_out": 5}
        self.inbox.post("model_done", done, to=effect.to, after_ms=self.pause_ms * (self.pieces + 1))


class Folder:
    """A folder that does each write once, and says so `pause_ms` later. A key used again for another write is a fault."""

    takes = (WriteVault,)

    def __init__(self, inbox: Inbox, done: dict[str, WriteVault] | None = None, pause_ms: int = 30) -> None:
        self.inbox, self.done, self.pause_ms = inbox, {} if done is None else done, pause_ms

    def handle(self, effect: WriteVault) -> None:
        assert self.done.setdefault(effect.write, effect) == effect, f"{effect.write} was another write before"
        self.inbox.post(effect.answer, self._answer(effect), to=effect.to, after_ms=self.pause_ms)

    def _answer(self, effect: WriteVault) -> dict:
        return {"write": effect.write, "turn": effect.turn, "commit": f"c-{effect.write}", "error": None}


class Index:
    """A memory index that finds the last thing it was told, `pause_ms` later."""

    takes = (Remember, Recall, Forget, Search)

    def __init__(self, inbox: Inbox, pause_ms: int = 20) -> None:
        self.inbox, self.pause_ms, self.told = inbox, pause_ms, []

    def handle(self, effect: Remember | Recall | Forget | Search) -> None:
        if isinstance(effect, Remember):
            self.told += effect.entries
        elif isinstance(effect, Recall):
            hits = [{"turn": one.turn, "at": one.day, "text": one.text[:200], "kind": "turn", "score": 900} for one in self.told[-1:]]
            self.inbox.post("recalled", {"recall": effect.recall, "mode": "keyword", "hits": hits}, to=effect.to, after_ms=self.pause_ms)
        elif isinstance(effect, Search):
            self.inbox.post("found", {"search": effect.search, "mode": "none", "hits": []}, to=effect.to)


class Ear:
    """Keeps what was published and traced."""

    takes = (Publish, TraceLine, Render)

    def __init__(self) -> None:
        self.heard: list = []

    def handle(self, effect: Publish | TraceLine | Render) -> None:
        self.heard.append(effect)


class Home:
    """One life under way. `say` and `go` drive it; the tape lies in `life.folder`."""

    def __init__(self, life: Life, folder_done: dict[str, WriteVault] | None = None, pace: object = None) -> None:
        self.life, self.pace = life, pace or VirtualTime(life.world.frame)
        self.inbox = Inbox(self.pace.now)
        self.folder, self.model, self.index, self.ear = Folder(self.inbox, folder_done), Parrot(self.inbox), Index(self.inbox), Ear()
        edges = [self.folder, self.model, self.index, self.ear]
        self.loop = Loop(life.world, life.orders, self.inbox, life.tape, edges, self.pace, life.seq)

    @property
    def world(self) -> World:
        return self.life.world

    def post(self, type: str, payload: dict, to: str = NAME, origin: Origin = OWNER):
        return self.inbox.post(type, payload, to=to, origin=origin)

    def say(self, text: str, message_id: str):
        return self.post("user_message", {"text": text, "channel": "terminal", "message_id": message_id})

    def go(self, seconds: float) -> None:
        self.loop.step_to(self.world.frame + int(seconds * FRAMES_PER_SECOND))

    def greet(self) -> None:
        """What a start posts: how the model wants to be asked, and her first files."""
        self.post("command", {"name": "voice", "values": VOICE})
        self.post("vault_changed", {"cause": "birth", "files": {"soul/PERSONA.md": "She is " + "kind. " * 80}})


def new_home(tmp_path: Path, seed: int = 7) -> Home:
    """A life that was just born, on a tape in `tmp_path`."""
    head = header(seed)
    life = begin(tmp_path, head, born(head), orders_of(head))
    life.tape.close()
    life.tape = TapeFile(life.tape.path, sync=False)
    home = Home(life)
    home.greet()
    return home
