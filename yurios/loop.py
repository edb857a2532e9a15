"""The loop: gather, record, step, show. One for a live companion, a scenario and a world server.

    gather   wait until the next frame on which anything is due, or until a signal comes
    record   the signal goes on the tape
    step     advance to its frame, then apply it
    show     hand what the simulation asked for to the edges
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from ecs.clock import FRAMES_PER_SECOND, stamp
from ecs.effects import Effect, TraceLine, WriteVault
from ecs.signals import HOST, Origin, Signal
from ecs.snapshot import digests
from ecs.step import Orders, advance, next_due, turn
from ecs.world import World
from yurios.inbox import Inbox, Post
from yurios.pacing import MOST_DEBT, RealTime, VirtualTime
from yurios.tapes import TapeFile

#: In a quiet stretch one digest an hour is enough; after a signal, the next beat gets one.
QUIET_DIGEST = 3600 * FRAMES_PER_SECOND
#: The longest the loop sleeps at a time, so that the machine's clocks are looked at.
LONGEST_WAIT_S = 5.0
RETRY_S = 1.0
#: Effects that leave a mark in her folder.
LASTING = (WriteVault, TraceLine)


class LoopStopped(RuntimeError):
    """The world was asked something after its loop had ended."""


class TapeStuck(OSError):
    """The session ends while its tape cannot be written. What was not on the tape never happened."""


class Loop:
    """`edges` take effects by type. `before` runs ahead of each gathering (the clock watch, the file watch).

    Nothing happens that is not on the tape: while the tape cannot be written, time stands still, `trouble` says why
    (`on_trouble` is told once) and it is tried again every second. What somebody waits for is refused instead.
    """

    def __init__(self, world: World, orders: Orders, inbox: Inbox, tape: TapeFile, edges: Sequence, pace: RealTime | VirtualTime, seq: int = 0) -> None:
        self.world, self.orders, self.inbox, self.tape, self.pace = world, orders, inbox, tape, pace
        self.edges = {kind: edge for edge in edges for kind in edge.takes}
        self.seq, self.signals, self.stopping = seq, 0, False
        self.before: Callable[[], None] = lambda: None
        self.after: Callable[[], None] = lambda: None
        self.trouble, self.on_trouble, self.pause = "", lambda trouble: None, inbox.wait
        self._taped_frame = world.frame
        self._calls: list[tuple[Callable, Future]] = []
        self._lock, self._over = threading.Lock(), False
        self._digest_at, self._signals_then = world.frame, 0

    def run(self) -> None:
        """Live: until `stop`."""
        try:
            while not self.stopping:
                self.before()
                self._forgive(self._wait())
                self.step_to(self.pace.now())
                self._answer_calls()
                self._insist(self.tape.flush)
                self.after()
        finally:
            self._over = True
            self._answer_calls()

    def step_to(self, frame: int) -> None:
        """Advance to a frame, applying every signal on its own frame."""
        self._settle()
        while self.world.frame < frame and not self.stopping:
            signal_at = self.inbox.next_frame()
            until = frame if signal_at is None else min(frame, max(signal_at, self.world.frame + 1))
            advance(self.world, self.orders, until)
            self._settle()

    def call(self, question: Callable[[World], object]) -> object:
        """Ask something of the world from another thread; it is answered between steps."""
        answer: Future = Future()
        with self._lock:
            if self._over:
                raise LoopStopped("the world has stopped; start it again to ask it something")
            self._calls.append((question, answer))
        self.inbox.nudge()
        return answer.result(timeout=10)

    def drain(self) -> None:
        """After the end: apply what edges posted last, so that the tape has their answers."""
        self.stopping = False
        self._forgive(self._wanted())
        self.step_to(max(self.world.frame, self.pace.now()))

    def stop(self) -> None:
        self.stopping = True
        self.inbox.nudge()

    def _wait(self) -> int:
        wanted = self._wanted()
        seconds = min(self.pace.seconds_until(wanted), LONGEST_WAIT_S)
        if seconds > 0:
            self.inbox.wait(seconds)
        return wanted

    def _wanted(self) -> int:
        """The next frame on which there is something to do."""
        frames = (next_due(self.world, self.orders), self.inbox.next_frame())
        return max(self.world.frame, min((frame for frame in frames if frame is not None), default=self.pace.now() + FRAMES_PER_SECOND * 60))

    def _forgive(self, wanted: int) -> None:
        """Time that was lost since `wanted` is given up, and the tape says so."""
        lost = self.pace.now() - wanted
        if lost > MOST_DEBT:
            self.inbox.post_gap({"us": self.pace.forgive(lost), "cause": "stall"}, wanted)

    def _settle(self) -> None:
        if isinstance(self.pace, VirtualTime):
            self.pace.frame = self.world.frame
        self._carry_out()
        while (post := self.inbox.take(self.world.frame)) is not None:
            self._apply(post)
        self._note_digests()

    def _apply(self, post: Post) -> None:
        signal = self._signal(post.type, post.to, post.payload, post.origin)
        if self._insist(lambda: self.tape.record(signal), post):
            post.recorded.set()
            self._live(signal)

    def _signal(self, type: str, to: str, payload: dict, origin: Origin) -> Signal:
        return Signal(self.seq + 1, self.world.frame, stamp(self.world.clock, "milliseconds"), type, to, payload, origin)

    def _live(self, signal: Signal) -> None:
        self.seq, self.signals, self._taped_frame = signal.seq, self.signals + 1, signal.frame
        turn(self.world, self.orders, (signal,))
        self._carry_out()

    def _insist(self, write: Callable[[], None], post: Post | None = None) -> bool:
        """Write to the tape, however long its disk takes. False when the disk refused something that can be refused."""
        while True:
            try:
                write()
                self._say_trouble("")
                return True
            except OSError as error:
                self._say_trouble(f"Her tape cannot be written ({error.strerror or error}). Free some space, or reconnect the drive, on {self.tape.path.parent}.")
                if post is not None and post.refuse(self.trouble):
                    return False
                if self.stopping:
                    raise TapeStuck(self.trouble) from error
                self.pause(RETRY_S)

    def _say_trouble(self, trouble: str) -> None:
        if bool(trouble) != bool(self.trouble):
            self.trouble = trouble
            self.on_trouble(trouble)

    def _carry_out(self) -> None:
        while self.world.effects:
            effects: list[Effect] = self.world.effects
            self.world.effects = []
            if any(isinstance(effect, LASTING) for effect in effects):
                self._be_sure(effects)
            for effect in effects:
                self._hand_over(effect)

    def _hand_over(self, effect: Effect) -> None:
        edge = self.edges.get(type(effect))
        if edge is not None:
            edge.handle(effect)
            return
        what = type(effect).__name__
        error = {"code": "no_edge", "message": f"Nothing here takes {what}.", "hint": "The profile that was started has no such part."}
        self.inbox.post("failed", {"what": what, "error": error}, to=getattr(effect, "to", ""))

    def _be_sure(self, effects: list[Effect]) -> None:
        """What leaves a mark outside comes after its cause is on the tape, so that a crash can't make the mark twice.

        A write that no signal brought about (a tick's own) gets its moment on the tape; a trace line does not need one,
        since a waking goes on to the last line it finds.
        """
        if self.world.frame > self._taped_frame and any(isinstance(effect, WriteVault) for effect in effects):
            signal = self._signal("command", "", {"name": "moment"}, HOST)
            self._insist(lambda: self.tape.record(signal))
            self.seq, self.signals, self._taped_frame = signal.seq, self.signals + 1, signal.frame
            turn(self.world, self.orders, (signal,))
        self._insist(self.tape.flush)

    def _note_digests(self) -> None:
        frame = self.world.frame
        if frame % FRAMES_PER_SECOND or frame == self._digest_at:
            return
        if self.signals != self._signals_then or frame - self._digest_at >= QUIET_DIGEST:
            self.tape.record_digests(frame, self.seq, digests(self.world))
            self._digest_at, self._signals_then = frame, self.signals

    def _answer_calls(self) -> None:
        with self._lock:
            calls, self._calls = self._calls, []
        for question, answer in calls:
            try:
                answer.set_result(question(self.world))
            except Exception as fault:  # the asker's thread gets it, the loop goes on
                answer.set_exception(fault)
