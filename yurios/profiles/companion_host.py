"""What a channel talks to: the running companion, its loop on a thread of its own.

Everything a channel says becomes a signal; everything it asks is answered between two steps, or from published events.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from ecs.attention.gates import today
from ecs.attention.here import open_goals, scene_here
from ecs.clock import elapsed_us, local_day
from ecs.components.dials import dial
from ecs.components.edits import Edits
from ecs.components.initiative import Timers
from ecs.components.mind import Budget, Mind
from ecs.components.notes import Notes
from ecs.components.presence import Presence
from ecs.components.room import Thing
from ecs.components.soul import Soul, Voice
from ecs.components.speech import Talk
from ecs.effects import Ask, TraceLine
from ecs.faults import faults_of
from ecs.prompt import assemble
from ecs.selfhood.editing import WAITS
from ecs.selfhood.pending import record
from ecs.signals import Origin, SignalError
from ecs.stores import goals
from ecs.stores.lines import Item
from ecs.stores.misread import FILES
from ecs.stores.misread import misread as misread_of
from ecs.world import World
from yurios.home import Home
from yurios.host import NotThere, Unreachable
from yurios.hub import EventStream, Hub
from yurios.inbox import Inbox, Post
from yurios.lives import Life, is_quiet
from yurios.loop import Loop, LoopStopped, TapeStuck
from yurios.machine_clock import MachineClock
from yurios.profiles.edges import Edges
from yurios.profiles.papers import Papers
from yurios.pruning import prune
from yurios.reasons import why_sentence
from yurios.vault.lease import Lease
from yurios.vault.trouble import VaultError

log = logging.getLogger(__name__)
CONSTITUTION, BOM = "soul/CONSTITUTION.md", "\ufeff"
#: How long a message may take to be on the disk before its sender is told that nobody took it.
RECORD_S = 10.0
SLICE_S = 0.2
LOOK_EVERY_S = 2.0
#: How long a message waits for a look at what the owner's editor saved just before.
LOOK_S = 0.25
#: After so much silence her folder is tidied, at most so often.
QUIET_S, TIDY_EVERY_S = 60.0, 300.0
CLOSE_S = 20.0
#: Windings-down at the end: a commit's answer lets a trace line go, and that is written too.
ROUNDS = 3
CHECKPOINT_EVERY = 400
DECISIONS_KEPT = 50


class CompanionHost:
    """One resident, awake. `close` lets her finish writing; after it nothing is taken."""

    def __init__(self, name: str, home: Home, life: Life, loop: Loop, inbox: Inbox, hub: Hub, edges: Edges,
                 lease: Lease, clock: MachineClock, papers: Papers, decided: Sequence[str] = (), warm: bool = False) -> None:
        self.name, self.home, self.hub = name, home, hub
        self._life, self._loop, self._inbox, self._edges = life, loop, inbox, edges
        self._vault, self._models = edges.vault, edges.models
        self._lease, self._clock, self._papers, self._fault = lease, clock, papers, ""
        self._decisions: deque[str] = deque(decided, maxlen=DECISIONS_KEPT)
        self._acts: deque[str] = deque((line for line in decided if _is_act(line)), maxlen=DECISIONS_KEPT)
        self._notices = [*lease.notices, *life.notices]
        self._looked, self._checkpointed, self._cold, self._index_behind = 0.0, life.seq, warm, True
        self._said, self._tidied = time.monotonic(), 0.0
        loop.edges[TraceLine] = self
        loop.before, loop.after, loop.on_trouble = self._before, self._after, self._tell_trouble
        self._thread = threading.Thread(target=self._run, name=f"loop {name}", daemon=True)
        self._thread.start()

    # What a channel says.

    def say(self, text: str, *, channel: str, message_id: str) -> None:
        """Post a message; it is on the disk when this returns. Raises Unreachable when nobody took it."""
        self._said = time.monotonic()
        self._vault.look(self.name).wait(LOOK_S)
        payload = {"text": text, "channel": channel, "message_id": message_id}
        self._wait(self._post("user_message", payload, channel, refusable=True))

    def arrive(self, channel: str, can_hear: bool) -> None:
        self._post("user_present", {"channel": channel, "can_hear": can_hear}, channel)

    def leave(self, channel: str) -> None:
        self._post("user_absent", {"channel": channel}, channel)

    def cancel(self) -> None:
        self._post("cancel", {}, "terminal")

    def forget(self, what: str) -> str:
        """Let go of it; says what went and what remains."""
        stream = self.hub.subscribe()
        try:
            self._wait(self._post("command", {"name": "forget", "values": {"text": what}}, "terminal", refusable=True))
            gone = _next_with(stream, "forgot", [])
        finally:
            stream.close()
        if not gone:
            return f"Nothing about “{what}” is in what she remembers. Other files of her folder may still hold the words: git grep."
        return (f"{len(gone)} exchange{'s' * (len(gone) > 1)} about “{what}” will not be told to her again. "
                "The words still stand in her day files (memory/episodic/) and in `git log` of her folder.")

    def decide(self, edit: str, approve: bool, text: str = "") -> str:
        """The owner's yes or no to a proposed edit; what came of it, in a sentence."""
        stream = self.hub.subscribe()
        try:
            payload = {"edit": edit, "approve": approve} | ({"text": text} if text else {})
            self._wait(self._post("selfedit_decision", payload, "terminal", refusable=True))
            return _next_with(stream, "said", "It is on record; she will come to it.")
        finally:
            stream.close()

    def fire(self, trigger: str, payload: dict, trust: str) -> None:
        """Fire a webhook of triggers.md; see `Host.fire`."""
        if trigger not in self._ask(self._hooks):
            raise NotThere(f"No open line of triggers.md is a hook with the id {trigger[:40]}.")
        self._wait(self._post("trigger_fired", {"trigger": trigger, "payload": payload}, "webhook", refusable=True, trust=trust))

    def _hooks(self, world: World) -> list[str]:
        return [item.id for item in world.get(self.name, Notes).triggers.items if item.box == " " and item.keys.get("hook") == "yes"]

    def serves_on(self, port: int) -> None:
        """Say in the lease's note where this session can be reached."""
        self._lease.serve_on(port)

    # What a channel asks.

    def subscribe(self) -> EventStream:
        return self.hub.subscribe()

    def history(self, n: int) -> list[dict]:
        return self.hub.recent("message", n)

    def journal(self, days: int) -> list[dict]:
        return _read(lambda: self._papers.journal(days))

    def trace(self, n: int) -> list[dict]:
        return _read(lambda: self._papers.trace(n))

    def edits(self) -> list[dict]:
        """Her proposed edits, those that wait and the newest that are settled; see `Host.edits`."""
        return self._ask(lambda world: [record(one) | {"stands": one.stands} for one in (*world.get(self.name, Edits).past, *world.get(self.name, Edits).open)])

    def inner(self) -> dict:
        """Her state in plain data; see `Host.inner`."""
        return self._ask(self._inner) | {"last_decisions": self._last_decisions()}

    def why(self) -> str:
        return why_sentence(list(self._decisions), list(self._acts))

    def health(self) -> dict:
        """paused: what does not run; notices: sentences; checked: how the last check of her history went, or ""."""
        self._notices += self._vault.notices(self.name) + self._edges.memory.notices(self.name) + self._edges.knowledge.notices(self.name)
        trouble = self._vault.trouble(self.name)
        paused = [f"writing her folder: {trouble['message']} {trouble.get('hint', '')}".strip()] if trouble else []
        paused += [f"everything: {self._loop.trouble}"] if self._loop.trouble else []
        paused += [f"her mind: {self._fault}"] if self._fault else self._failing()
        paused += [f"taking up your edit: {path} {why}" for path, why in self._vault.held(self.name).items()]
        paused += self._unsigned()
        checked, wrong = self._vault.checked(self.name)
        misread = self._vault.misread(self.name, FILES, misread_of)
        return {"paused": paused, "notices": self._notices + misread + [checked] * wrong, "checked": checked}

    def _unsigned(self) -> list[str]:
        """That her folder holds another constitution than the one she keeps to."""
        try:
            soul = self._ask(lambda world: world.get(self.name, Soul))
        except Unreachable:
            return []
        there, kept = self._vault.constitution(self.name), soul.files.get(CONSTITUTION)
        if not soul.born or (there or "").removeprefix(BOM) == kept:
            return []
        return [f"taking up your edit: {CONSTITUTION} {'is gone' if there is None else 'is not signed'}; she keeps to the last one. run.py vault sign, or git checkout {CONSTITUTION} in her folder."]

    def _failing(self) -> list[str]:
        """Parts of her that failed and rest, in words."""
        try:
            kept = self._ask(lambda world: [(fault.system, fault.text, fault.count) for fault in faults_of(world).values()])
        except Unreachable:
            return []
        return [f"{system} of her: it failed {count} time{'s' * (count > 1)} ({text}) and is tried again later; talk goes on" for system, text, count in kept]

    def close(self) -> None:
        """Stop, write what is still to be written, keep a checkpoint, give the lease back.

        An answer under way is left open on the tape: the next start asks again, as after a crash.
        """
        self._loop.stop()
        self._thread.join(timeout=CLOSE_S)
        self._vault.wait()
        try:
            if not self._fault and not self._thread.is_alive():
                self._wind_down()
            self._life.tape.close()
        except OSError as error:
            log.warning("the tape of %s could not be closed: %s", self.name, error)
        self._edges.close()
        self.hub.close()
        if not self._thread.is_alive():
            self._life.world.close()
        self._lease.close()

    def _wind_down(self) -> None:
        for _ in range(ROUNDS):
            self._loop.drain()
            self._vault.wait()
        self._checkpoint()

    # The edge for trace lines: kept for `why`, then written by the vault.

    takes = (TraceLine,)

    def handle(self, effect: TraceLine) -> None:
        self._decisions.append(effect.text)
        if _is_act(effect.text):
            self._acts.append(effect.text)
        self._vault.handle(effect)

    # On the loop's thread.

    def _run(self) -> None:
        try:
            self._loop.run()
        except TapeStuck as stuck:
            self._fault = str(stuck)
        except Exception as fault:  # the last resort: it must be seen, and the tape must stay whole
            log.exception("the loop of %s stopped", self.name)
            self._fault = f"{type(fault).__name__}: {fault}"
            self._notice("error", f"She stopped: {self._fault}. Nothing said is lost. Start her again; what stopped her is set aside then.")

    def _before(self) -> None:
        self._clock.look("")
        if time.monotonic() - self._looked >= LOOK_EVERY_S:
            self._looked = time.monotonic()
            self._vault.look(self.name)
            self._edges.knowledge.look(self.name)
            if self._vault.owed(self.name):
                self._vault.retry()

        self._tidy()

    def _tidy(self) -> None:
        """In quiet stretches: catch up what git sees, pack, and check her history when a week has passed."""
        now = time.monotonic()
        if now - self._said >= QUIET_S and now - self._tidied >= TIDY_EVERY_S and is_quiet(self._loop.world):
            self._tidied = now
            self._vault.settle()
            self._vault.check(time.time())

    def _after(self) -> None:
        if self._index_behind and not self._vault.owed(self.name):
            self._index_behind = False  # the day files hold now what a crash may have kept from the index
            self._edges.memory.look(self.name)
        if self._cold and self._loop.world.get(self.name, Soul).born:
            self._cold = False
            self._models.warm(self._first_words(self._loop.world))
        try:
            self._turn_page()
            if self._loop.seq - self._checkpointed >= CHECKPOINT_EVERY:
                self._checkpointed = self._loop.seq
                self._checkpoint()
        except OSError as error:  # both only save time later; the tape that stands goes on
            log.warning("no checkpoint of %s: %s", self.name, error)

    def _turn_page(self) -> None:
        if not self._vault.owed(self.name) and self._life.turn_page(self._loop.seq, self._vault.heads()):
            self._loop.tape = self._life.tape
            world = self._loop.world
            self._life.checkpoint(self._loop.seq)
            prune(self._life.folder, dial(world, "tape.keep_days"), local_day(world.clock))

    def _checkpoint(self) -> None:
        """Only when her folder has everything: a trace line that waits for the disk is known to the tape alone."""
        if not self._vault.owed(self.name):
            self._life.checkpoint(self._loop.seq)

    def _tell_trouble(self, trouble: str) -> None:
        self._notice("warning" if trouble else "info", trouble or "Her tape can be written again; she goes on.")

    def _notice(self, level: str, text: str) -> None:
        self.hub.send({"type": "notice", "at": "", "level": level, "text": text})

    def _first_words(self, world: World) -> Ask:
        """An ask with her head and one token, so that the first real one finds the model loaded and the head read."""
        voice = world.get(self.name, Voice)
        head, talk, tail = assemble(world, self.name, ".")
        return Ask(f"warm-{self.name}", self.name, "chat", head, talk, tail, max_tokens=1, temperature=voice.temperature, stop=voice.stop)

    def _inner(self, world: World) -> dict:
        mind, budget = world.get(self.name, Mind), world.get(self.name, Budget)
        lamp = next((thing.state for _, thing in world.each(Thing) if thing.kind == "lamp"), "")
        silence = elapsed_us(world.clock) - world.get(self.name, Presence).last_heard_us
        return {
            "state": mind.state.value, "cadence_s": dial(world, f"mind.{mind.state.value.lower()}_cadence_s"),
            "edits": [one.id for one in world.get(self.name, Edits).open if one.stands in WAITS],
            "tokens_today": budget.tokens_today, "daily_tokens": dial(world, "mind.daily_tokens"),
            "first_today": today(scene_here(world, self.name)), "first_most": dial(world, "mind.max_interrupts_per_day"),
            "goals": [_goal(item) for item in open_goals(world, self.name)], "timers": _timers(world, self.name),
            "world": {"lamp": lamp, "frame": world.frame, "silence_s": silence // 1_000_000},
        }

    def _last_decisions(self) -> list[dict]:
        """The last ones that were more than rest, else the last ticks."""
        return [json.loads(line) for line in list(self._acts or self._decisions)[-5:]]

    def _ask(self, question: Callable[[World], object]) -> object:
        try:
            return self._loop.call(question)
        except (LoopStopped, TimeoutError):
            raise Unreachable(self._resting()) from None

    def _resting(self) -> str:
        return f"She is resting: {self._fault or self._loop.trouble or 'the session was closed'}. Start her again with run.py chat."

    def _post(self, type: str, payload: dict, channel: str, refusable: bool = False, trust: str = "owner") -> Post:
        if not self._thread.is_alive():
            raise Unreachable(self._resting())
        try:
            return self._inbox.post(type, payload, to=self.name, origin=Origin(trust, channel, trust), refusable=refusable)
        except SignalError as error:
            raise Unreachable(f"That cannot be given to her: {error}.") from None

    def _wait(self, post: Post) -> None:
        """Until it is on the disk. Raises Unreachable only when it will never be."""
        for _ in range(int(RECORD_S / SLICE_S)):
            if post.recorded.wait(SLICE_S):
                break
            if (self._loop.trouble or not self._thread.is_alive()) and post.cancel():
                raise Unreachable(f"{self._loop.trouble or self._resting()} What you typed was not taken.")
        if post.refusal:
            raise Unreachable(f"{post.refusal} What you typed was not taken.")
        if not post.recorded.is_set():
            post.cancel()
            raise Unreachable("She did not take the message within ten seconds. /health may say why.")


def _is_act(line: str) -> bool:
    """She did more than rest on this tick."""
    return '"acted":null' not in line


def _goal(item: Item) -> dict:
    return {"id": item.id, "text": item.text, "due": item.keys.get("due", ""), "from": goals.value(item, "from"), "kind": goals.value(item, "kind")}


def _timers(world: World, name: str) -> list[dict]:
    """What runs, with the seconds that are left."""
    timers, now = world.find(name, Timers), elapsed_us(world.clock)
    return [{"id": timer.id, "label": timer.label, "left_s": max(0, timer.due_us - now) // 1_000_000} for timer in timers.open] if timers else []


def _next_with(stream: EventStream, field: str, otherwise: object) -> object:
    """That field of the next event that has it; `otherwise` when it takes too long to come."""
    deadline = time.monotonic() + RECORD_S
    while (left := deadline - time.monotonic()) > 0:
        event = stream.get(left)
        if event is not None and field in event:
            return event[field]
    return otherwise


def _read(read: Callable[[], list[dict]]) -> list[dict]:
    """What a reading of her folder's files gives. Raises Unreachable."""
    try:
        return read()
    except (VaultError, OSError) as error:
        raise Unreachable(f"Her folder cannot be read: {error}.") from None
