"""The events of one host for any number of clients: one numbered list, and each client is only a place in it.

A thread takes events from the host and keeps the newest as the bytes they are sent as. A client that falls behind
further than the list reaches is cut off; it comes back with the last id it saw, and what is lost is said (`resumed`).
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections import deque
from collections.abc import Sequence

from yurios.host import Event, Host

KEPT = 5000
#: What a new client is told again: the newest of each, by type and, where it has one, by channel of her body.
STICKY = ("mind", "world", "avatar")
_LISTEN_S = 0.2


class FellBehind(Exception):
    """What this client would need next is not kept any more."""


class Feed:
    """`session` marks the numbers of this start, since a new start counts from one again."""

    def __init__(self, host: Host, kept: int = KEPT) -> None:
        self.session, self._kept = secrets.token_hex(4), kept
        self._lock, self._over = threading.Lock(), threading.Event()
        self._events: deque[tuple[int, str, bytes]] = deque()
        self._sticky: dict[str, Event] = {}
        self._draft: Event | None = None
        self._hello: Event = {}
        self._newest = self._oldest_gone = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._woken = False
        self._stream = host.subscribe()
        self._thread = threading.Thread(target=self._listen, name="feed", daemon=True)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to take events; `loop` is where clients wait."""
        self._loop = loop
        self._thread.start()

    def close(self) -> None:
        """End every client's stream, and take no more events."""
        self._over.set()
        self._wake()
        self._stream.close()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def closed(self) -> bool:
        return self._over.is_set()

    def _listen(self) -> None:
        while not self._over.is_set():
            event = self._stream.get(_LISTEN_S)
            if event is not None:
                self.take(event)

    def take(self, event: Event) -> None:
        """One event of the host, once."""
        with self._lock:
            if event["type"] == "hello":
                self._hello, self._newest = event, max(self._newest, event.get("seq", 0))
                self._oldest_gone = self._newest
                return
            self._newest = event["seq"] = event.get("seq") or self._newest + 1
            self._events.append((event["seq"], event["type"], self.frame(event)))
            if len(self._events) > self._kept:
                self._oldest_gone = self._events.popleft()[0]
            self._remember(event)
        self._wake()

    def _remember(self, event: Event) -> None:
        if event["type"] in STICKY:
            self._sticky[f"{event['type']} {event.get('channel') or event.get('what') or ''}"] = event
        elif event["type"] == "draft":
            same = self._draft is not None and self._draft.get("turn") == event.get("turn")
            self._draft = event | {"text": (self._draft["text"] if same else "") + str(event.get("text") or "")}
        elif event["type"] == "draft_cancel" or event.get("role") == "her":
            self._draft = None

    def _wake(self) -> None:
        """Tell the loop once, however many events come before it listens."""
        if self._loop is None or self._woken:
            return
        self._woken = True
        try:
            self._loop.call_soon_threadsafe(self._ring)
        except RuntimeError:
            pass  # the loop has ended: nobody waits any more

    def _ring(self) -> None:
        self._woken = False
        news, self._news = self._news, asyncio.Event()
        news.set()

    def frame(self, event: Event) -> bytes:
        """An event as it goes over the wire."""
        text = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        return b"id: %s.%d\nevent: %s\ndata: %s\n\n" % (self.session.encode(), event["seq"], event["type"].encode(), text)

    def begin(self, last_id: str, only: Sequence[str] = ()) -> tuple[bytes, int]:
        """(first bytes, place) of a client that saw `last_id` last ("" for a new one); `only` are the types it may see."""
        with self._lock:
            place = self._place(last_id)
            resumed = place is not None
            hello = {"at": "", **self._hello, "seq": self._newest if place is None else place, "session": self.session, "resumed": resumed}
            state = [] if resumed else [*self._sticky.values(), *([self._draft] if self._draft else [])]
            told = [hello, *(event | {"seq": hello["seq"]} for event in state if not only or event["type"] in only)]
            return b"".join(map(self.frame, told)), hello["seq"]

    def _place(self, last_id: str) -> int | None:
        """The number after which that client goes on, or None when it must begin anew."""
        session, dot, number = last_id.rpartition(".")
        if not (number.isascii() and number.isdecimal() and len(number) < 16) or (dot and session != self.session):
            return None
        return int(number) if self._oldest_gone <= int(number) <= self._newest else None

    async def after(self, place: int, patience: float, only: Sequence[str] = ()) -> tuple[bytes, int]:
        """What came after a place, and the new place; b"" when nothing came within `patience` seconds. Raises FellBehind."""
        news = self._news
        if not self.closed and place >= self._newest:
            try:
                await asyncio.wait_for(news.wait(), patience)
            except TimeoutError:
                return b"", place
        with self._lock:
            if place < self._oldest_gone:
                raise FellBehind
            new = []
            for seq, kind, data in reversed(self._events):
                if seq <= place:
                    break
                new.append(data if not only or kind in only else b"")
            return b"".join(reversed(new)), self._newest
