"""What a channel talks to: the running companion, its loop on a thread of its own.

Everything a channel says becomes a signal; everything it asks is answered between two steps, or from published events.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import deque

from ecs.clock import elapsed_us
from ecs.components.dials import dial
from ecs.components.mind import Budget, Mind
from ecs.components.presence import Presence
from ecs.components.room import Thing
from ecs.components.speech import Talk
from ecs.effects import TraceLine
from ecs.mention import about
from ecs.signals import Origin
from ecs.world import World
from yurios.home import Home
from yurios.host import Unreachable
from yurios.hub import EventStream, Hub
from yurios.inbox import Inbox, Post
from yurios.lives import Life
from yurios.loop import Loop
from yurios.machine_clock import MachineClock
from yurios.models.edge import ModelEdge
from yurios.reasons import why_sentence
from yurios.vault.edge import VaultEdge
from yurios.vault.lease import Lease

log = logging.getLogger(__name__)
#: How long a message may take to be on the disk before its sender is told that nobody took it.
RECORD_S = 10.0
LOOK_EVERY_S = 2.0
CHECKPOINT_EVERY = 400
DECISIONS_KEPT = 50


class CompanionHost:
    """One resident, awake. `close` lets her finish writing; after it nothing is taken."""

    def __init__(self, name: str, home: Home, life: Life, loop: Loop, inbox: Inbox, hub: Hub, vault: VaultEdge,
                 models: ModelEdge, lease: Lease, clock: MachineClock) -> None:
        self.name, self.home, self.hub = name, home, hub
        self._life, self._loop, self._inbox, self._vault, self._models = life, loop, inbox, vault, models
        self._lease, self._clock, self._fault = lease, clock, ""
        self._decisions: deque[str] = deque(maxlen=DECISIONS_KEPT)
        self._notices = [*lease.notices, *life.notices]
        self._looked, self._checkpointed = 0.0, life.seq
        loop.edges[TraceLine] = self
        loop.before, loop.after = self._before, self._after
        self._thread = threading.Thread(target=self._run, name=f"loop {name}", daemon=True)
        self._thread.start()

    # What a channel says.

    def say(self, text: str, *, channel: str, message_id: str) -> None:
        """Post a message; it is on the disk when this returns. Raises Unreachable when nobody took it."""
        self._vault.look(self.name)
        payload = {"text": text, "channel": channel, "message_id": message_id}
        self._wait(self._post("user_message", payload, channel))

    def arrive(self, channel: str, can_hear: bool) -> None:
        self._post("user_present", {"channel": channel, "can_hear": can_hear}, channel)

    def leave(self, channel: str) -> None:
        self._post("user_absent", {"channel": channel}, channel)

    def cancel(self) -> None:
        self._post("cancel", {}, "terminal")

    def forget(self, what: str) -> str:
        """Let go of it; says what went and what remains."""
        gone = self._loop.call(lambda world: sum(about(one, what) for one in world.get(self.name, Talk).window))
        if not gone:
            return f"Nothing about “{what}” is in what she is told just now. Her day files may still hold it: memory/episodic/."
        self._wait(self._post("command", {"name": "forget", "values": {"text": what}}, "terminal"))
        return (f"{gone} exchange{'s' * (gone > 1)} about “{what}” will not be told to her again. "
                "The words still stand in her day file (memory/episodic/) and in `git log` of her folder.")

    # What a channel asks.

    def subscribe(self) -> EventStream:
        return self.hub.subscribe()

    def history(self, n: int) -> list[dict]:
        return self.hub.recent("message", n)

    def inner(self) -> dict:
        """Her state in plain data; see `Host.inner`."""
        return self._loop.call(self._inner) | {"last_decisions": self._last_decisions()}

    def why(self) -> str:
        return why_sentence(list(self._decisions))

    def health(self) -> dict:
        """paused: what does not run; notices: sentences."""
        self._notices += self._vault.notices(self.name)
        trouble = self._vault.trouble(self.name)
        paused = [f"writing her folder: {trouble['message']} {trouble.get('hint', '')}".strip()] if trouble else []
        paused += [f"her mind: {self._fault}"] if self._fault else []
        return {"paused": paused, "notices": list(self._notices)}

    def close(self) -> None:
        """Stop, write what is still to be written, keep a checkpoint, give the lease back."""
        if self._thread.is_alive():
            self._loop.stop()
            self._thread.join(timeout=20)
        self._models.close()
        self._vault.close()
        if not self._fault:
            self._loop.drain()
            self._life.checkpoint(self._loop.seq)
        self._life.tape.close()
        self.hub.close()
        self._life.world.close()
        self._lease.close()

    # The edge for trace lines: kept for `why`, then written by the vault.

    takes = (TraceLine,)

    def handle(self, effect: TraceLine) -> None:
        self._decisions.append(effect.text)
        self._vault.handle(effect)

    # On the loop's thread.

    def _run(self) -> None:
        try:
            self._loop.run()
        except Exception as fault:  # the last resort: it must be seen, and the tape must stay whole
            log.exception("the loop of %s stopped", self.name)
            self._fault = f"{type(fault).__name__}: {fault}"
            text = f"She stopped: {self._fault}. Nothing said is lost; start again, and keep the log if it comes back."
            self.hub.send({"type": "notice", "at": "", "level": "error", "text": text})

    def _before(self) -> None:
        self._clock.look("")
        if time.monotonic() - self._looked >= LOOK_EVERY_S:
            self._looked = time.monotonic()
            self._vault.look(self.name)

    def _after(self) -> None:
        if self._life.turn_page(self._loop.seq, {}):
            self._loop.tape = self._life.tape
        if self._loop.seq - self._checkpointed >= CHECKPOINT_EVERY:
            self._checkpointed = self._loop.seq
            self._life.checkpoint(self._loop.seq)

    def _inner(self, world: World) -> dict:
        mind, budget = world.get(self.name, Mind), world.get(self.name, Budget)
        lamp = next((thing.state for _, thing in world.each(Thing) if thing.kind == "lamp"), "")
        silence = elapsed_us(world.clock) - world.get(self.name, Presence).last_heard_us
        return {
            "state": mind.state.value, "cadence_s": dial(world, f"mind.{mind.state.value.lower()}_cadence_s"),
            "tokens_today": budget.tokens_today, "daily_tokens": dial(world, "mind.daily_tokens"), "goals": [],
            "world": {"lamp": lamp, "frame": world.frame, "silence_s": silence // 1_000_000},
        }

    def _last_decisions(self) -> list[dict]:
        return [json.loads(line) for line in list(self._decisions)[-5:]]

    def _post(self, type: str, payload: dict, channel: str) -> Post:
        if not self._thread.is_alive():
            raise Unreachable(f"She is resting: {self._fault or 'the session was closed'}. Start her again with run.py chat.")
        return self._inbox.post(type, payload, to=self.name, origin=Origin("owner", channel, "owner"))

    def _wait(self, post: Post) -> None:
        if not post.recorded.wait(RECORD_S):
            raise Unreachable("She did not take the message within ten seconds; what you typed is kept here. /health may say why.")
