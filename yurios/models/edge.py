"""The model edge: takes `Ask` and `CancelAsk`, never blocks, and answers each ask by deltas and exactly one `model_done`.

A role names a record and a fallback. A record that fails before its first word hands over to the fallback, and the answer
says so. Real providers run on one private event loop; the scripted one only posts, so virtual time stays exact.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ecs.effects import Ask, CancelAsk
from yurios.models.answer import Answer, Post
from yurios.models.failure import Failure
from yurios.models.played import Played, play
from yurios.models.records import Record, Role
from yurios.models.scripted import Scripted, parse_script

log = logging.getLogger(__name__)
REAL = {"llama.cpp": ("yurios.models.llama", "Llama"), "openai": ("yurios.models.openai_client", "OpenAI")}
CLOSE_S = 5.0


class ModelEdge:
    """`post` puts signals into the inbox; `records` and `roles` come from `yurios.models.records`.

    `replies` is the script of the scripted records (`[[model.reply]]` tables); `home` is where verdicts and logs are kept.
    """

    takes = (Ask, CancelAsk)

    def __init__(self, post: Post, records: Mapping[str, Record], roles: Mapping[str, Role], *,
                 replies: Sequence[Mapping[str, Any]] = (), home: Path | None = None) -> None:
        self._post, self._records, self._roles, self._home = post, records, roles, home
        script = parse_script(replies)
        self._scripted = {n: Scripted(r, script) for n, r in records.items() if r.protocol == "scripted"}
        self._real: dict[str, Any] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._live: dict[str, tuple[Answer, Any]] = {}
        self._played = Played()

    def handle(self, effect: Ask | CancelAsk) -> None:
        """Take one effect and return at once."""
        if isinstance(effect, CancelAsk):
            self._cancel(effect.ask)
        elif effect.ask not in self._live:
            self._ask(effect)

    def set_up(self, up: bool) -> None:
        """Take the scripted models down or bring them back (scenario step `model`)."""
        for scripted in self._scripted.values():
            scripted.up = up

    def warm(self, ask: Ask) -> None:
        """Load the model and read `ask`'s head ahead of the first question; posts nothing, hides failures until asked."""
        names = self._names(ask.role)
        if names and names[0] not in self._scripted:
            quiet = Answer(ask.ask, ask.to, lambda *a, **k: None, lambda: None)
            self._spawn(self._run(ask, quiet, names[:1], ""))

    def prompt_shape(self, role: str) -> str:
        """The `prompt` of the record that answers for `role` ("" for the full prompt)."""
        names = self._names(role)
        return self._records[names[0]].prompt if names else ""

    def close(self) -> None:
        """End what is under way (as cancelled) and every worker."""
        for key in list(self._live):
            self._cancel(key)
        if self._loop:
            asyncio.run_coroutine_threadsafe(self._close_real(), self._loop).result(CLOSE_S)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(CLOSE_S)
            self._loop = None

    def _names(self, role: str) -> list[str]:
        chosen = self._roles.get(role)
        return [n for n in (chosen.record, chosen.fallback) if n] if chosen else []

    def _ask(self, ask: Ask) -> None:
        names = self._names(ask.role)
        if names and names[0] in self._scripted:
            names = self._play(ask, names)
            if not names:
                return
            fell_from = self._names(ask.role)[0]
        else:
            fell_from = ""
        answer = Answer(ask.ask, ask.to, self._post, lambda: self._live.pop(ask.ask, None))
        self._live[ask.ask] = (answer, None)
        self._live[ask.ask] = (answer, self._spawn(self._run(ask, answer, names, fell_from)))
        if answer.done:
            self._live.pop(ask.ask, None)

    def _play(self, ask: Ask, names: list[str]) -> list[str]:
        """Let scripted records answer by posting ahead; returns the names still to try when they failed and a real one is next."""
        late, fell_from = 0, ""
        while names and names[0] in self._scripted:
            plan = self._scripted[names[0]].plan(ask)
            if not (plan.failure and not plan.parts and len(names) > 1):
                self._played.add(ask, play(ask, plan, self._post, late, names[0], fell_from))
                return []
            late, fell_from, names = late + plan.end_ms, fell_from or names[0], names[1:]
        return names

    def _cancel(self, key: str) -> None:
        answer, future = self._live.get(key, (None, None))
        if answer is None:
            self._played.cancel(key, self._post)
            return
        answer.end("cancelled")
        if future is not None:
            future.cancel()

    async def _run(self, ask: Ask, answer: Answer, names: list[str], fell_from: str) -> None:
        failure = no_model(ask.role)
        for name in names:
            answer.begin(name, fell_from, self._records[name].starts_thinking)
            try:
                answer.end(await self._provider(name).answer(ask, answer))
                return
            except Failure as known:
                failure = known
            except asyncio.CancelledError:
                answer.end("cancelled")
                raise
            except Exception as fault:
                log.exception("model %s", name)
                failure = stumbled(fault)
            if answer.spoke:
                break
            fell_from = fell_from or name
        answer.end("error", failure)

    def _provider(self, name: str) -> Any:
        if name in self._scripted:
            return self._scripted[name]
        if name not in self._real:
            record = self._records[name]
            module, maker = REAL[record.protocol]  # imported when used: a scenario pays for no client and no thread
            self._real[name] = getattr(importlib.import_module(module), maker)(record, self._home)
        return self._real[name]

    def _spawn(self, work: Any) -> Any:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="models", daemon=True)
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _close_real(self) -> None:
        for provider in self._real.values():
            await provider.close()


def no_model(role: str) -> Failure:
    return Failure("no_model", f'No model is chosen for the role "{role}".', f"Choose one: run.py model use NAME --role {role}")


def stumbled(fault: Exception) -> Failure:
    return Failure("broken", f"The model could not answer ({type(fault).__name__}).",
                   "Ask again; if it comes back, try: run.py model test")
