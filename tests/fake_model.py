"""Fakes for the model edge: an inbox that keeps what was posted, and an endpoint on loopback that behaves as told.

Not a test file; imported by `test_models_*.py`.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ecs.effects import Ask, Line, Section

WAIT_S = 60.0


class Stamp:
    """A posted signal; `cancel` works until virtual time reaches it."""

    def __init__(self, inbox: "Inbox", due: int, signal: tuple[str, dict]) -> None:
        self.inbox, self.due, self.signal, self.off = inbox, due, signal, False

    def cancel(self) -> bool:
        if self.off or self.due <= self.inbox.now:
            return False
        self.off = True
        return True


class Inbox:
    """Takes posts. With `live` they arrive at once; else when `advance` reaches their moment."""

    def __init__(self, live: bool = False) -> None:
        self.now, self.live = 0, live
        self.got: list[tuple[int, str, dict]] = []
        self._waiting: list[Stamp] = []
        self._news = threading.Condition()

    def post(self, type: str, payload: dict[str, Any], *, to: str, after_ms: int = 0) -> Stamp:
        with self._news:
            stamp = Stamp(self, self.now + after_ms, (type, payload))
            if self.live or after_ms == 0:
                stamp.due = self.now
                self.got.append((self.now, type, payload))
                self._news.notify_all()
            else:
                self._waiting.append(stamp)
            return stamp

    def advance(self, ms: int) -> None:
        self.now += ms
        due = sorted((s for s in self._waiting if not s.off and s.due <= self.now), key=lambda s: s.due)
        self._waiting = [s for s in self._waiting if not s.off and s.due > self.now]
        self.got += [(s.due, *s.signal) for s in due]

    def done(self, ask: str = "a1") -> dict[str, Any]:
        """The `model_done` of `ask`; waits for it when live, jumps to the end of time when virtual."""
        return self.wait(lambda: self._done(ask))[0]

    def dones(self, ask: str = "a1") -> list[dict[str, Any]]:
        return self._done(ask)

    def wait(self, ready: Any) -> Any:
        if not self.live:
            self.advance(1_000_000)
        with self._news:
            assert self._news.wait_for(ready, WAIT_S), f"nothing came; the inbox holds {self.got[-3:]}"
            return ready()

    def deltas(self, ask: str = "a1", kind: str = "text") -> list[str]:
        return [p["text"] for _, t, p in self.got if t == "model_delta" and p["ask"] == ask and p["kind"] == kind]

    def text(self, ask: str = "a1", kind: str = "text") -> str:
        return "".join(self.deltas(ask, kind))

    def _done(self, ask: str) -> list[dict[str, Any]]:
        return [p for _, t, p in self.got if t == "model_done" and p["ask"] == ask]


def question(text: str = "Hello.", ask: str = "a1", head: str = "You are Yuri.", **fields: Any) -> Ask:
    """An Ask of the usual shape."""
    given = {"role": "chat", "head": (Section("persona", head),), "talk": (Line("user", text),), "match_text": text,
             "max_tokens": 40, "seed": 3, **fields}
    return Ask(ask, "yuri", **given)


class Endpoint:
    """An OpenAI-compatible server on loopback. `behave` is a list of steps, one per chat request, the last one repeating.

    A step is a dict: `status` and `headers`, or `events` (each a string to send as `data:`), `hang_after` (events before it
    waits for `let_go`), `cut` (close without an end).
    """

    def __init__(self, *behave: dict[str, Any], models: dict | None = None, props: dict | None = None) -> None:
        self.behave, self.models, self.props = list(behave), models or {}, props or {}
        self.bodies: list[dict] = []
        self.keys: list[str] = []
        self.let_go = threading.Event()
        self.hanging = threading.Event()
        self.left = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def step(self) -> dict[str, Any]:
        return self.behave.pop(0) if len(self.behave) > 1 else self.behave[0]

    def close(self) -> None:
        self.let_go.set()
        self._server.shutdown()
        self._server.server_close()


def handler(endpoint: Endpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: Any) -> None:
            pass

        def do_GET(self) -> None:
            found = endpoint.models if self.path == "/v1/models" else endpoint.props if self.path == "/props" else {}
            self.reply(200 if found else 404, json.dumps(found).encode())

        def reply(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            endpoint.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            endpoint.keys.append(self.headers.get("Authorization", ""))
            step = endpoint.step()
            if "status" in step:
                self.reply(step["status"], b'{"error": {"message": "no"}}', step.get("headers"))
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            try:
                self.stream(step)
            except OSError:
                endpoint.left.set()

        def stream(self, step: dict[str, Any]) -> None:
            for i, data in enumerate(step["events"] + [None]):
                if i == step.get("hang_after"):
                    endpoint.hanging.set()
                    self.until_gone()
                if data is not None:
                    self.wfile.write(f"data: {data}\n\n".encode())

        def until_gone(self) -> None:
            """Wait for the test to let go, noticing when the client hangs up first."""
            self.connection.settimeout(0.01)
            while not endpoint.let_go.is_set():
                try:
                    if not self.connection.recv(1):
                        endpoint.left.set()
                        return
                except TimeoutError:
                    pass
    return Handler


def says(*words: str, finish: str = "stop", usage: dict | None = None) -> dict[str, Any]:
    """A step that streams these words and ends well."""
    out = [chunk(content=w) for w in words] + [json.dumps({"choices": [{"delta": {}, "finish_reason": finish}]})]
    if usage:
        out.append(json.dumps({"choices": [], "usage": usage}))
    return {"events": out + ["[DONE]"]}


def chunk(**delta: str) -> str:
    return json.dumps({"choices": [{"delta": delta}]})
