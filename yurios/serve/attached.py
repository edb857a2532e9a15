"""A host as a terminal sees it, when that host runs in another process: every call goes over its server."""

from __future__ import annotations

import json
import queue
import threading
from datetime import datetime
from typing import Any
from urllib.parse import quote

import httpx

from yurios.host import Event, NotThere, Unreachable

TIMEOUT = httpx.Timeout(15.0)
#: Pings come every 15 seconds; a stream silent for longer is dead.
STREAM_TIMEOUT = httpx.Timeout(15.0, read=40.0)
RETRY_S = 2.0
CONNECT_S = 5.0


class Attached:
    """The `Host` at `url`. The token goes nowhere else: no proxy, no redirect."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self._headers = {"authorization": f"Bearer {token}"}
        self._client = httpx.Client(base_url=self.url, headers=self._headers, timeout=TIMEOUT, trust_env=False)

    def say(self, text: str, *, channel: str, message_id: str) -> None:
        """See `Host.say`. A text that begins with "/" is a command there, so channels answer those themselves first."""
        self._ask("POST", "/api/chat", {"text": text, "channel": channel, "message_id": message_id})

    def arrive(self, channel: str, can_hear: bool) -> None:
        """Presence over the wire is not told yet."""

    def leave(self, channel: str) -> None:
        """See `arrive`."""

    def cancel(self) -> None:
        self._ask("POST", "/api/chat/cancel", {})

    def subscribe(self) -> "Wire":
        """A stream that is connected when this returns, so that nothing said next is missed."""
        wire = Wire(self, self._headers)
        wire.connected.wait(CONNECT_S)
        return wire

    def history(self, n: int) -> list[Event]:
        return self._ask("GET", f"/api/history?n={max(1, min(n, 500))}")["messages"] if n > 0 else []

    def inner(self) -> dict[str, Any]:
        found = self._ask("GET", "/api/mind")
        return found | {"edits": [one["id"] for one in found["edits"]]}

    def why(self) -> str:
        return self._ask("GET", "/api/mind")["why"]

    def edits(self) -> list[dict[str, Any]]:
        return self._ask("GET", "/api/mind")["edits"]

    def forget(self, what: str) -> str:
        return self._ask("POST", "/api/chat", {"text": f"/forget {what}"})["answer"]

    def decide(self, edit: str, approve: bool, text: str = "") -> str:
        if text or edit == "latest":
            raise Unreachable("From an attached terminal an edit is decided by its id, and as it stands.")
        return self._ask("POST", f"/api/mind/edits/{quote(edit, safe='')}", {"approve": approve})["said"]

    def journal(self, days: int) -> list[dict[str, Any]]:
        return self._ask("GET", f"/api/mind/journal?days={days}")["days"]

    def trace(self, n: int) -> list[dict[str, Any]]:
        return self._ask("GET", f"/api/mind/trace?n={n}")["ticks"]

    def fire(self, trigger: str, payload: dict[str, Any], trust: str) -> None:
        self._ask("POST", f"/api/triggers/{quote(trigger, safe='')}", payload)

    def health(self) -> dict[str, Any]:
        return self._ask("GET", "/api/health")

    def close(self) -> None:
        self._client.close()

    def _ask(self, method: str, path: str, body: dict | None = None) -> dict[str, Any]:
        """The answer. Raises NotThere and Unreachable with the sentence of the server, or one of ours."""
        try:
            answer = self._client.request(method, path, json=body)
            found = answer.json()
            if answer.is_success:
                return found
            error = found["error"]
            sentence = f"{error['message']} {error['hint']}".strip()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable(f"She cannot be reached at {self.url} ({type(error).__name__}). Start her with run.py serve.") from None
        except (ValueError, KeyError, TypeError):
            raise Unreachable(f"What answers at {self.url} is not her server.") from None
        raise NotThere(sentence) if answer.status_code == 404 else Unreachable(sentence)


class Wire:
    """The events of an attached host. It connects again by itself, and says once that she was away and once that she is back."""

    def __init__(self, host: Attached, headers: dict[str, str]) -> None:
        self._host, self._headers, self._last = host, headers, ""
        self._events: queue.SimpleQueue = queue.SimpleQueue()
        self._over, self.connected, self._away = threading.Event(), threading.Event(), False
        threading.Thread(target=self._run, name="wire", daemon=True).start()

    def get(self, timeout: float) -> Event | None:
        try:
            return self._events.get(timeout=timeout)
        except queue.Empty:
            return None

    def close(self) -> None:
        self._over.set()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._listen()
            except (httpx.HTTPError, httpx.InvalidURL, Unreachable, ValueError):
                pass  # whatever it was, the line below says it and it is tried again
            if not self._over.is_set():
                self._say_away()
                self._over.wait(RETRY_S)

    def _listen(self) -> None:
        headers = self._headers | ({"last-event-id": self._last} if self._last else {})
        with httpx.stream("GET", f"{self._host.url}/api/events", headers=headers, timeout=STREAM_TIMEOUT, trust_env=False) as answer:
            answer.raise_for_status()
            for line in answer.iter_lines():
                if self._over.is_set():
                    return
                if line.startswith("id: "):
                    self._last = line[4:]
                elif line.startswith("data: "):
                    self._take(json.loads(line[6:]))

    def _take(self, event: Event) -> None:
        self._events.put(event)
        self.connected.set()
        if event["type"] == "hello" and self._away:
            self._away = False
            self._events.put({"type": "notice", "at": "", "level": "info", "text": "She can be reached again."})
            for missed in [] if event.get("resumed") else self._host.history(50):
                self._events.put(missed)

    def _say_away(self) -> None:
        if not self._away:
            self._away = True
            text = f"She cannot be reached at {self._host.url} since {datetime.now():%H:%M}. It is tried again until she can."
            self._events.put({"type": "notice", "at": "", "level": "error", "text": text})
