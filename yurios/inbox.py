"""The inbox: where every edge, on any thread, posts what arrived. The loop takes it from here, and nothing else does.

A post is checked against the schema of its type at once, so the fault is told to whoever made it. `after_ms` puts it off
by simulation frames, in real time and in virtual time alike.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import jsonschema

from ecs.clock import FRAMES_PER_SECOND
from ecs.signals import HOST, SIGNALS, Origin, SignalError

_CHECKS = {kind: jsonschema.Draft202012Validator(schema) for kind, (_, _, schema) in SIGNALS.items()}


@dataclass(order=True)
class Post:
    """Something that waits in the inbox. `recorded` is set when it is safely on the tape."""

    frame: int
    order: int
    type: str = field(compare=False)
    payload: dict = field(compare=False)
    to: str = field(compare=False)
    origin: Origin = field(compare=False)
    recorded: threading.Event = field(compare=False, default_factory=threading.Event)
    cancelled: bool = field(compare=False, default=False)
    at_once: bool = field(compare=False, default=True)

    def cancel(self) -> None:
        """Take it back, if it was not taken yet."""
        self.cancelled = True


class Inbox:
    """`now` tells the frame that a post belongs to."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._heap: list[Post] = []
        self._order = count()
        self._nudged = False
        self._ready = threading.Condition()

    def post(self, type: str, payload: dict, *, to: str = "", after_ms: int = 0, origin: Origin = HOST) -> Post:
        """Leave a signal. Thread-safe. Raises SignalError when the payload does not have the shape of its type."""
        check(type, payload)
        with self._ready:
            frame = self._now() + -(-after_ms * FRAMES_PER_SECOND // 1000)
            item = Post(frame, next(self._order), type, payload, to, origin, at_once=not after_ms)
            heapq.heappush(self._heap, item)
            self._ready.notify_all()
        return item

    def take(self, frame: int) -> Post | None:
        """The next post that is due by `frame`, or None."""
        with self._ready:
            while self._heap and self._heap[0].frame <= frame:
                item = heapq.heappop(self._heap)
                if not item.cancelled:
                    return item
        return None

    def next_frame(self) -> int | None:
        """The frame of the earliest post, or None when the inbox is empty."""
        with self._ready:
            while self._heap and self._heap[0].cancelled:
                heapq.heappop(self._heap)
            return self._heap[0].frame if self._heap else None

    def rewind(self, frame: int) -> None:
        """Time was given up: what was posted for a moment that now lies ahead is due at `frame`."""
        with self._ready:
            for item in self._heap:
                if item.at_once:
                    item.frame = min(item.frame, frame)
            heapq.heapify(self._heap)

    def wait(self, seconds: float, now: Callable[[], int]) -> None:
        """Sleep for so long, or until a post is due."""
        with self._ready:
            self._ready.wait_for(lambda: self._nudged or (bool(self._heap) and self._heap[0].frame <= now()), timeout=max(0.0, seconds))
            self._nudged = False

    def nudge(self) -> None:
        """Wake whoever waits, with nothing to say and nothing on the tape."""
        with self._ready:
            self._nudged = True
            self._ready.notify_all()


def check(type: str, payload: dict) -> None:
    """Raise SignalError, a sentence, when a known type's payload has the wrong shape."""
    if not isinstance(payload, dict):
        raise SignalError(f"the payload of {type} is a JSON object, not {payload!r}")
    known = _CHECKS.get(type)
    error = next(known.iter_errors(payload), None) if known else None
    if error is not None:
        where = "/".join(str(step) for step in error.absolute_path) or "payload"
        raise SignalError(f"{type}: {where}: {error.message[:200]}")
