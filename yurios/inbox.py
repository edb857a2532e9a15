"""The inbox: where every edge, on any thread, posts what arrived. The loop takes it from here, and nothing else does.

A post is checked against the schema of its type at once, so the fault is told to whoever made it, and what waits here is a
copy that holds JSON and nothing else: what is applied is what the tape will say. `after_ms` puts it off by simulation
frames, in real time and in virtual time alike.
"""

from __future__ import annotations

import heapq
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import jsonschema

from ecs.clock import FRAMES_PER_SECOND
from ecs.signals import HOST, SIGNALS, TRUST, Origin, SignalError

#: JSON Schema takes 1.0 for an integer; the simulation does not.
_TYPES = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
_Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=_TYPES)
_CHECKS = {kind: _Validator(schema) for kind, (_, _, schema) in SIGNALS.items()}


@dataclass(order=True)
class Post:
    """Something that waits in the inbox. `recorded` is set when it is safely on the tape, or refused (`refusal` says why).

    Only what somebody waits for can be refused; the rest waits with the tape.
    """

    frame: int
    order: int
    type: str = field(compare=False)
    payload: dict = field(compare=False)
    to: str = field(compare=False)
    origin: Origin = field(compare=False)
    recorded: threading.Event = field(compare=False, default_factory=threading.Event)
    delay: int = field(compare=False, default=0)
    cancelled: bool = field(compare=False, default=False)
    taken: bool = field(compare=False, default=False)
    refusable: bool = field(compare=False, default=False)
    refusal: str = field(compare=False, default="")
    lock: threading.Condition = field(compare=False, repr=False, default_factory=threading.Condition)

    def refuse(self, why: str) -> bool:
        """The tape cannot take it: tell whoever waits. False when nobody does."""
        if self.refusable:
            self.refusal = why
            self.recorded.set()
        return self.refusable

    def cancel(self) -> bool:
        """Take it back. False when it had already gone out."""
        with self.lock:
            self.cancelled = not self.taken
            return self.cancelled


class Inbox:
    """`now` tells the frame that a post belongs to."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._heap: list[Post] = []
        self._order = count(1)
        self._nudged = False
        self._ready = threading.Condition()

    def post(self, type: str, payload: dict, *, to: str = "", after_ms: int = 0, origin: Origin = HOST, refusable: bool = False) -> Post:
        """Leave a signal. Thread-safe. Raises SignalError when the payload does not have the shape of its type."""
        payload = checked(type, payload, to, origin)
        delay = -(-after_ms * FRAMES_PER_SECOND // 1000)
        with self._ready:
            return self._leave(Post(self._now() + delay, next(self._order), type, payload, to, origin, delay=delay, lock=self._ready, refusable=refusable))

    def post_gap(self, payload: dict, frame: int) -> Post:
        """Time was given up and it is `frame` now: say so, ahead of what was posted in the lost time and is due now."""
        payload = checked("suspend_gap", payload, "", HOST)
        with self._ready:
            for item in self._heap:
                item.frame = min(item.frame, frame + item.delay)
            heapq.heapify(self._heap)
            return self._leave(Post(frame, -next(self._order), "suspend_gap", payload, "", HOST, lock=self._ready))

    def _leave(self, item: Post) -> Post:
        heapq.heappush(self._heap, item)
        self._nudged = self._nudged or self._heap[0] is item
        self._ready.notify_all()
        return item

    def take(self, frame: int) -> Post | None:
        """The next post that is due by `frame`, or None."""
        with self._ready:
            while self._heap and self._heap[0].frame <= frame:
                item = heapq.heappop(self._heap)
                item.taken = not item.cancelled
                if item.taken:
                    return item
        return None

    def next_frame(self) -> int | None:
        """The frame of the earliest post, or None when the inbox is empty."""
        with self._ready:
            while self._heap and self._heap[0].cancelled:
                heapq.heappop(self._heap)
            return self._heap[0].frame if self._heap else None

    def wait(self, seconds: float) -> None:
        """Sleep for so long, or until something is posted that comes before all that waits, or a nudge."""
        with self._ready:
            self._ready.wait_for(lambda: self._nudged, timeout=max(0.0, seconds))
            self._nudged = False

    def nudge(self) -> None:
        """Wake whoever waits, with nothing to say and nothing on the tape."""
        with self._ready:
            self._nudged = True
            self._ready.notify_all()


def checked(type: str, payload: dict, to: str, origin: Origin) -> dict:
    """The payload as the tape will give it back. Raises SignalError, a sentence, when the tape could not hold the signal."""
    if not (isinstance(type, str) and type and isinstance(to, str)):
        raise SignalError(f"a signal has a type and an address in text, not {type!r} to {to!r}")
    if origin.trust not in TRUST:
        raise SignalError(f"{origin.trust!r} is no degree of trust; it is one of {', '.join(TRUST)}")
    try:
        plain = json.loads(json.dumps(payload, ensure_ascii=False, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise SignalError(f"the payload of {type} is not JSON: {error}") from None
    check(type, plain)
    return plain


def check(type: str, payload: dict) -> None:
    """Raise SignalError, a sentence, when a known type's payload has the wrong shape."""
    if not isinstance(payload, dict):
        raise SignalError(f"the payload of {type} is a JSON object, not {payload!r}")
    known = _CHECKS.get(type)
    error = next(known.iter_errors(payload), None) if known else None
    if error is not None:
        where = "/".join(str(step) for step in error.absolute_path) or "payload"
        raise SignalError(f"{type}: {where}: {error.message[:200]}")
