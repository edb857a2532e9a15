"""The hub: every outbound event, numbered once, to everyone who listens. The simulation never waits for a listener."""

from __future__ import annotations

import json
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence

from ecs.effects import Publish

KEPT = 500
#: A listener that is this far behind has stopped listening; it is cut off rather than fed for ever.
MOST_WAITING = 10_000


class EventStream:
    """One listener's view: `get` waits for the next event, `close` ends it."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._waiting: queue.SimpleQueue = queue.SimpleQueue()

    def get(self, timeout: float | None = None) -> dict | None:
        """The next event; None after `timeout` seconds, or when the stream is closed."""
        try:
            return self._waiting.get(timeout=timeout)
        except queue.Empty:
            return None

    def close(self) -> None:
        self._hub.forget(self)
        self._waiting.put(None)

    def _put(self, event: dict) -> bool:
        self._waiting.put(event)
        return self._waiting.qsize() <= MOST_WAITING


class Hub:
    """The edge for `Publish`. `sink` gets each event as it leaves (a scenario writes them to a file)."""

    takes = (Publish,)

    def __init__(self, hello: dict, sink: Callable[[dict], None] | None = None) -> None:
        self._hello, self.sink, self._seq = hello, sink, 0
        self._lock = threading.Lock()
        self._streams: list[EventStream] = []
        self._kept: deque[dict] = deque(maxlen=KEPT)

    def handle(self, effect: Publish) -> None:
        self.send(json.loads(effect.fields))

    def send(self, fields: dict) -> None:
        """Number an event and give it to all."""
        with self._lock:
            self._seq += 1
            event = {"seq": self._seq, **fields}
            if event["type"] != "draft":  # the message holds them, and they would crowd out everything else
                self._kept.append(event)
            self._streams = [stream for stream in self._streams if stream._put(event)]
        if self.sink:
            self.sink(event)

    def subscribe(self) -> EventStream:
        """A stream of what comes from now on, after a `hello`."""
        stream = EventStream(self)
        with self._lock:
            stream._put({"seq": self._seq, "type": "hello", **self._hello})
            self._streams.append(stream)
        return stream

    def recent(self, type: str, n: int) -> list[dict]:
        """The last n events of a type, oldest first."""
        with self._lock:
            return [event for event in self._kept if event["type"] == type][-n:] if n > 0 else []

    def recall(self, events: Sequence[dict]) -> None:
        """Messages from before this session, for whoever asks; nobody is sent them, and none stands there twice."""
        with self._lock:
            known = {(event["turn"], event["role"]) for event in self._kept if event["type"] == "message"}
            self._kept.extendleft({"seq": 0, **event} for event in reversed(events) if (event["turn"], event["role"]) not in known)

    def forget(self, stream: EventStream) -> None:
        with self._lock:
            self._streams = [other for other in self._streams if other is not stream]

    def close(self) -> None:
        for stream in list(self._streams):
            stream.close()
