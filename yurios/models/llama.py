"""The `llama.cpp` protocol seen from the host: one worker process per record, started when first needed.

Its death is a failed answer, and the next ask starts a new one. Runs on the edge's own event loop.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from pathlib import Path
from typing import Any

from ecs.effects import Ask
from yurios.models.answer import Answer
from yurios.models.failure import Failure
from yurios.models.fit import prompt_of
from yurios.models.model_file import checked_file
from yurios.models.records import Record

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_CONTEXT = 4096
LINE_LIMIT = 16 << 20
LOAD_S = 180.0


def died() -> Failure:
    return Failure("worker_died", "The process that runs the model ended in the middle of its work.", "Ask again: the next "
                   "answer starts it anew. If it keeps ending, there may be too little memory for this model.")


class Llama:
    """The provider for one `llama.cpp` record. Answers one ask at a time; others wait their turn."""

    def __init__(self, record: Record, home: Path | None = None) -> None:
        self.record = record
        self.pid = 0
        self._home = home
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._ready = False
        self._id = 0

    async def answer(self, ask: Ask, out: Answer) -> str:
        """Stream into `out`; returns the finish word or raises Failure."""
        async with self._turn:
            await self._start()
            request = self._request(ask)
            try:
                await self._send(request)
                return await self._listen(request["id"], out)
            except asyncio.CancelledError:
                self._write({"do": "cancel", "id": request["id"]})
                raise

    async def _listen(self, key: int, out: Answer) -> str:
        while True:
            message = await self._reply(key, self.record.idle_s if out.spoke else self.record.timeout_s)
            if message["is"] == "known":
                out.know(**message["facts"])
            elif message["is"] == "delta":
                out.feed(message["text"])
            else:
                out.know(tokens_out=message["tokens_out"])
                return message["finish"]

    async def close(self) -> None:
        await self._end()

    def _request(self, ask: Ask) -> dict[str, Any]:
        self._id += 1
        prompt, record = prompt_of(ask), self.record
        seed = ask.seed or (record.seed if record.seed >= 0 else random.getrandbits(31))
        return {"do": "ask", "id": self._id, "role": ask.role, "tail": record.tail, "max_tokens": ask.max_tokens,
                "temperature": ask.temperature, "stop": list(ask.stop), "schema": ask.schema, "seed": seed,
                "prompt": {"head": prompt.head, "talk": prompt.talk, "tail": prompt.tail},
                "sampling": sampling(record, ask)}

    async def _start(self) -> None:
        if self._process is None or self._process.returncode is not None:
            path = await asyncio.to_thread(checked_file, self.record, self._home)
            self._ready = False
            self._process = await spawn(self._home)
            self.pid = self._process.pid
            threads = self.record.threads or max(1, (os.cpu_count() or 2) - 1)
            await self._send({"do": "load", "path": str(path), "context": self.record.context or DEFAULT_CONTEXT,
                              "threads": threads})
        if not self._ready:  # also when the ask that began the loading was cancelled meanwhile
            await self._load()

    async def _load(self) -> None:
        try:
            await self._reply(0, LOAD_S)
        except Failure:
            await self._end()
            raise
        self._ready = True

    async def _reply(self, key: int, limit: float) -> dict[str, Any]:
        """The next message about request `key`; what is left of a cancelled one before it is skipped."""
        while (message := await self._receive(limit)).get("id") != key:
            pass
        if message["is"] == "failed":
            raise Failure(**message["failure"])
        return message

    async def _receive(self, limit: float) -> dict[str, Any]:
        try:
            async with asyncio.timeout(limit or None):  # not wait_for: in 3.11 that can swallow a cancel
                line = await self._process.stdout.readline()
        except TimeoutError:
            await self._end()
            raise Failure("timeout", f"The model said nothing for {limit:.0f} seconds and was stopped.",
                          "Ask again, or choose a smaller model: run.py model list") from None
        if not line.endswith(b"\n"):
            await self._end()
            raise died()
        return json.loads(line)

    def _write(self, message: dict[str, Any]) -> None:
        if self._process is not None:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            self._write(message)
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            await self._end()
            raise died() from None

    async def _end(self) -> None:
        process, self._process, self.pid = self._process, None, 0
        if process is None:
            return
        if process.returncode is None:
            try:
                process.kill()
            except ProcessLookupError:
                pass
        await process.wait()


def sampling(record: Record, ask: Ask) -> dict[str, Any]:
    """The record's samplers; its leaning toward and away from words is for talk alone, never for structured answers."""
    lean = dict(record.logit_bias) if ask.role == "chat" and not ask.schema else {}
    return {"top_k": record.top_k, "top_p": record.top_p, "min_p": record.min_p, "repeat_penalty": record.repeat_penalty,
            "repeat_last_n": record.repeat_last_n, "logit_bias": lean}


async def spawn(home: Path | None) -> asyncio.subprocess.Process:
    """The worker with our folder on its path; what native code prints goes to `<home>/models/worker.log`."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    log = open_log(home)
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "yurios.models.llama_worker", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=log, limit=LINE_LIMIT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
    finally:
        if not isinstance(log, int):
            log.close()


def open_log(home: Path | None) -> Any:
    if home is None:
        return asyncio.subprocess.DEVNULL
    folder = home / "models"
    folder.mkdir(parents=True, exist_ok=True)
    return open(folder / "worker.log", "wb")
