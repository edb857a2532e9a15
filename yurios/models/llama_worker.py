"""The worker process: `python -m yurios.models.llama_worker`. JSON lines in on stdin, JSON lines out on stdout.

In:  {"do": "load", "path", "context", "threads"} once; {"do": "ask", "id", …}; {"do": "cancel", "id"}.
Out: {"is": "loaded" | "known" | "delta" | "done" | "failed", "id", …}.
It dies with its parent (stdin ends), owns no port, and runs at low priority so that frames keep their time.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from typing import Any, BinaryIO

from yurios.models.failure import Failure


def take_stdout() -> BinaryIO:
    """Keep stdout for our lines alone: native code that prints to descriptor 1 lands in the log instead."""
    ours = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return ours


class Desk:
    """The worker's post: requests wait in a queue, cancels are known at once."""

    def __init__(self, out: BinaryIO) -> None:
        self.requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.cancelled: set[int] = set()
        self._out = out

    def listen(self) -> None:
        for line in sys.stdin.buffer:
            request = json.loads(line)
            if request["do"] == "cancel":
                self.cancelled.add(request["id"])
            else:
                self.requests.put(request)
        os._exit(0)  # the parent is gone; nobody is left to answer, whatever a native call is doing

    def send(self, kind: str, **fields: Any) -> None:
        self._out.write(json.dumps({"is": kind, **fields}, ensure_ascii=False).encode() + b"\n")


def load(request: dict[str, Any], desk: Desk) -> Any:
    from yurios.models.llama_brain import Brain  # seconds of import; the desk must listen before it
    brain = Brain(request["path"], request["context"], request["threads"])
    desk.send("loaded", id=0, context=brain.context, license=brain.license)
    return brain


def answer(brain: Any, request: dict[str, Any], desk: Desk) -> None:
    key, began, spoke = request["id"], time.monotonic(), False

    def know(**facts: Any) -> None:
        desk.send("known", id=key, facts=facts)

    def say(text: str) -> None:
        nonlocal spoke
        desk.send("delta", id=key, text=text)
        if not spoke:  # what the model itself took, so that what we add to it can be told
            spoke = True
            know(worker_first_us=round((time.monotonic() - began) * 1_000_000))

    finish, said = brain.answer(request, know=know, say=say, cancelled=lambda: key in desk.cancelled)
    desk.cancelled.discard(key)
    desk.send("done", id=key, finish=finish, tokens_out=said)


def serve(desk: Desk) -> None:
    brain = None
    while True:
        request = desk.requests.get()
        try:
            if request["do"] == "load":
                brain = load(request, desk)
            else:
                answer(brain, request, desk)
        except Failure as failure:
            desk.send("failed", id=request.get("id", 0), failure=failure.as_payload())
        except Exception as fault:  # one bad request must not cost the loaded model
            desk.send("failed", id=request.get("id", 0), failure=Failure(
                "broken", f"The model stumbled ({type(fault).__name__}: {fault}).",
                "Ask again; if it comes back, try: run.py model test").as_payload())


def main() -> None:
    desk = Desk(take_stdout())
    if hasattr(os, "nice"):
        os.nice(10)
    threading.Thread(target=desk.listen, name="desk", daemon=True).start()
    serve(desk)


if __name__ == "__main__":
    main()
