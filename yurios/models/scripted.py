"""The scripted model: what a scenario file says she says. No thread, no clock: time is `after_ms` of the one who posts.

First match wins, once a turn: a second ask of the same turn (after a tool's result) gets the winner's `then`, or "".
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ecs.effects import Ask
from yurios.models.answer import Answer
from yurios.models.failure import Failure
from yurios.models.fit import ASSUMED_CONTEXT, Prompt, estimate, fit, prompt_of, room_for_prompt
from yurios.models.records import Record, RecordError, nearest
from yurios.models.thinking import Splitter

GAP_MS = 20
NO_MATCH = {"chat": "Mm."}
KEYS = {"role": str, "match": str, "text": str, "chunks": list, "then": str, "delay_ms": int, "error": str, "times": int}
HINTS = {"timeout": "The model took too long. Ask again, or choose a faster one with: run.py model use NAME"}


@dataclass(slots=True)
class Reply:
    """One `[[model.reply]]` of a scenario file."""

    match: re.Pattern[str]
    role: str = "chat"
    chunks: tuple[str, ...] = ()
    then: str = ""
    delay_ms: int = 0
    error: str = ""
    times: int = 0
    used: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What one ask will get: `parts` are (after_ms, kind, text), then the end at `end_ms`, with a failure or without."""

    parts: tuple[tuple[int, str, str], ...]
    end_ms: int
    facts: dict[str, Any] = field(default_factory=dict)
    failure: Failure | None = None


def parse_reply(number: int, table: Mapping[str, Any]) -> Reply:
    """`table` is one `[[model.reply]]`; `number` counts from 1 for the error sentence."""
    where = f"model.reply {number}"
    for key, value in table.items():
        if key not in KEYS:
            raise RecordError(f'{where}: "{key}" is not a key. {nearest(key, KEYS)}')
        if not isinstance(value, KEYS[key]) or isinstance(value, bool):
            raise RecordError(f'{where}: "{key}" must be {KEYS[key].__name__}, not {value!r}.')
    if table.get("role", "chat") not in ("chat", "utility"):
        raise RecordError(f'{where}: role must be "chat" or "utility", not "{table["role"]}".')
    if "text" in table and "chunks" in table:
        raise RecordError(f"{where}: give either text or chunks, not both.")
    return Reply(compiled(table.get("match", ""), where), table.get("role", "chat"), chunks_of(table),
                 table.get("then", ""), table.get("delay_ms", 0), table.get("error", ""), table.get("times", 0))


def parse_script(tables: Sequence[Mapping[str, Any]]) -> list[Reply]:
    """The replies of `[[model.reply]]` tables, in their order. Raises RecordError with the number of the wrong one."""
    return [parse_reply(i, table) for i, table in enumerate(tables, 1)]


def compiled(pattern: str, where: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as fault:
        raise RecordError(f"{where}: match is not a regular expression ({fault}). Correct it, or escape the character.") from None


def chunks_of(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Exactly the given chunks, or the text cut into words that carry the space after them."""
    return tuple(str(c) for c in table["chunks"]) if "chunks" in table else words(table.get("text", ""))


def words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\s*\S+\s*$|\s*\S+\s", text))


class Scripted:
    """The scripted protocol for one record; all scripted records of an edge read one script, and use up its `times` together."""

    def __init__(self, record: Record, script: list[Reply]) -> None:
        self.record = record
        self.up = True
        self._script = script
        self._turns: dict[tuple[str, str], tuple[str, int, Reply | None, int]] = {}

    def plan(self, ask: Ask) -> Plan:
        """Decide the whole answer at once; uses up one of the reply's `times`."""
        if not self.up:
            return Plan((), 0, failure=Failure("down", "The model is not running.", "Start it again, or choose another "
                                               "one with: run.py model use NAME"))
        try:
            fitted = fit(prompt_of(ask), room_for_prompt(self.record.context or ASSUMED_CONTEXT, ask.max_tokens), estimate)
        except Failure as failure:
            return Plan((), 0, failure=failure)
        reply, chunks = self._choose(ask, fitted.prompt)
        facts = {"tokens_in": fitted.tokens, "left_out": fitted.left_out, "tokens_out": len(chunks)}
        return timed(reply, chunks, facts)

    async def answer(self, ask: Ask, out: Answer) -> str:
        """The same plan at the pace of the clock: only for a scripted fallback behind a real model."""
        plan, now = self.plan(ask), 0
        for at, kind, text in plan.parts:
            await asyncio.sleep((at - now) / 1000)
            out.say(kind, text)
            now = at
        await asyncio.sleep((plan.end_ms - now) / 1000)
        out.know(**plan.facts)
        if plan.failure:
            raise plan.failure
        return "stop"

    async def close(self) -> None:
        """Nothing is held."""

    def _choose(self, ask: Ask, prompt: Prompt) -> tuple[Reply | None, tuple[str, ...]]:
        earlier = self._turns.get((ask.to, ask.role)) if ask.turn else None
        if earlier and earlier[0] == ask.turn and earlier[1] == ask.seed and earlier[2] and earlier[2].chunks:
            _, _, won, rounds = earlier
            self._turns[ask.to, ask.role] = (ask.turn, ask.seed, won, rounds + 1)
            return None, words(won.then) if rounds == 0 else ()
        reply = self._match(ask, prompt)
        if ask.turn:
            self._turns[ask.to, ask.role] = (ask.turn, ask.seed, reply, 0)
        return reply, reply.chunks if reply else words(NO_MATCH.get(ask.role, ""))

    def _match(self, ask: Ask, prompt: Prompt) -> Reply | None:
        text = ask.match_text if ask.role == "chat" else prompt.all_text()
        for reply in self._script:
            if reply.role == ask.role and not (reply.times and reply.used >= reply.times) and reply.match.search(text):
                reply.used += 1
                return reply
        return None


def timed(reply: Reply | None, chunks: tuple[str, ...], facts: dict[str, Any]) -> Plan:
    """Put the chunks on the time line: the first after `delay_ms`, each next one 20 ms later."""
    start = reply.delay_ms if reply else 0
    split, parts = Splitter(), []
    for i, chunk in enumerate(chunks):
        parts += [(start + i * GAP_MS, kind, text) for kind, text in split.feed(chunk)]
    end = start + max(0, len(chunks) - 1) * GAP_MS
    parts += [(end, kind, text) for kind, text in split.end()]
    failure = scripted_failure(reply.error) if reply and reply.error else None
    return Plan(tuple(parts), end, facts, failure)


def scripted_failure(error: str) -> Failure:
    return Failure(error, f"The model failed: {error}.", HINTS.get(error, "Ask again, or choose another one with: "
                                                                   "run.py model use NAME"))
