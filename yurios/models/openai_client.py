"""The `openai` protocol: any compatible endpoint (LM Studio, Ollama, llama-server, hosted), streamed over httpx.

Retries happen only before the first word and only where trying again can help. Keys are sent and never written anywhere.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx

from ecs.effects import Ask
from yurios.models.answer import Answer
from yurios.models.failure import Failure
from yurios.models.fit import ASSUMED_CONTEXT, estimate, fit, prompt_of, room_for_prompt
from yurios.models.records import Record

AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
CONNECT_S = 5.0
PROBE_S = 3.0
BACKOFF_S = 0.5
LONGEST_WAIT_S = 20.0
CONTEXT_KEYS = ("max_model_len", "context_length", "max_context_length", "loaded_context_length", "context_window", "n_ctx")


class Again(Exception):
    """This attempt failed in a way another attempt may not; `wait_s` is what the server asked for, or 0."""

    def __init__(self, failure: Failure, wait_s: float = 0.0) -> None:
        super().__init__(failure.message)
        self.failure, self.wait_s = failure, wait_s


class OpenAI:
    """The provider for one `openai` record. `sleep` is replaceable so that tests do not wait."""

    sleep = staticmethod(asyncio.sleep)

    def __init__(self, record: Record, home: Path | None = None) -> None:
        self.record = record
        self._base = record.base_url.rstrip("/")
        self._http: httpx.AsyncClient | None = None
        self._context = record.context

    async def answer(self, ask: Ask, out: Answer) -> str:
        """Stream into `out`; returns the finish word or raises Failure."""
        context = await self._find_context()
        fitted = fit(prompt_of(ask), room_for_prompt(context, ask.max_tokens), estimate, self.record.tail)
        out.know(tokens_in=fitted.tokens, left_out=fitted.left_out)
        if ask.max_tokens == 0:
            return "stop"  # a warm-up: finding the window was all there is to warm
        body = request_body(self.record, ask, fitted.prompt.messages(self.record.tail))
        for attempt in range(self.record.retries + 1):
            try:
                return await self._attempt(body, out)
            except Again as again:
                if out.spoke or attempt == self.record.retries:
                    raise again.failure from None
                await self.sleep(pause(attempt, again.wait_s))
        raise AssertionError("the last attempt returns or raises")

    async def close(self) -> None:
        if self._http:
            await self._http.aclose()

    def _client(self) -> httpx.AsyncClient:
        if self._http is None:
            limit = self.record.timeout_s or None
            self._http = httpx.AsyncClient(headers=self._headers(), timeout=httpx.Timeout(limit, connect=CONNECT_S))
        return self._http

    def _headers(self) -> dict[str, str]:
        key = self.record.api_key or os.environ.get(self.record.api_key_env or "", "")
        return {"Authorization": f"Bearer {key}"} if key else {}

    async def _attempt(self, body: dict[str, Any], out: Answer) -> str:
        try:
            async with self._client().stream("POST", f"{self._base}/chat/completions", json=body) as response:
                if response.status_code != 200:
                    raise await refusal(response, self.record)
                return await listen(response, out, self.record)
        except httpx.TimeoutException:
            raise Again(slow(self.record)) from None
        except httpx.TransportError as fault:
            raise Again(broken_off(self.record) if out.spoke else unreachable(self.record, fault)) from None
        except httpx.InvalidURL:
            raise unreachable(self.record, None) from None

    async def _find_context(self) -> int:
        """The window: the record's, else what the endpoint says of itself, else a small one. Asked once."""
        if not self._context:
            self._context = await self._ask_models() or await self._ask_props() or ASSUMED_CONTEXT
        return self._context

    async def _ask_models(self) -> int:
        found = await self._get(f"{self._base}/models")
        entries = found.get("data") if isinstance(found.get("data"), list) else []
        mine = [e for e in entries if isinstance(e, dict) and e.get("id") == self.record.model]
        if not mine and len(entries) == 1 and isinstance(entries[0], dict):
            mine = entries
        for entry in mine:
            meta = entry.get("meta") if isinstance(entry.get("meta"), dict) else {}
            for value in [meta.get("n_ctx"), *map(entry.get, CONTEXT_KEYS)]:
                if whole(value):
                    return value
            if whole(meta.get("n_ctx_train")) and not await self._ask_props():
                return meta["n_ctx_train"]
        return 0

    async def _ask_props(self) -> int:
        """llama-server tells the window it really opened, which may be smaller than the model was trained for."""
        found = await self._get(f"{self._base.removesuffix('/v1')}/props")
        settings = found.get("default_generation_settings")
        value = settings.get("n_ctx") if isinstance(settings, dict) else None
        return value if whole(value) else 0

    async def _get(self, url: str) -> dict[str, Any]:
        try:
            found = (await self._client().get(url, timeout=PROBE_S)).json()
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


def whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def pause(attempt: int, asked_s: float) -> float:
    """Seconds before the next attempt: doubling and jittered, or what the server asked for."""
    return min(LONGEST_WAIT_S, max(asked_s, BACKOFF_S * 2 ** attempt * random.uniform(0.5, 1.5)))


def request_body(record: Record, ask: Ask, messages: list[dict[str, str]]) -> dict[str, Any]:
    body: dict[str, Any] = {"model": record.model, "messages": messages, "stream": True, "max_tokens": ask.max_tokens,
                            "temperature": ask.temperature / 1000, "top_p": record.top_p,
                            "stream_options": {"include_usage": True}}
    if ask.stop:
        body["stop"] = list(ask.stop[:4])  # the API takes four at most
    if ask.seed or record.seed >= 0:
        body["seed"] = ask.seed or record.seed
    if ask.schema:
        body["response_format"] = {"type": "json_schema", "json_schema": {
            "name": "answer", "strict": True, "schema": json.loads(ask.schema)}}
    return body


async def listen(response: httpx.Response, out: Answer, record: Record) -> str:
    """Read the stream to its end; a stream that ends without saying so is a broken one."""
    finish = ""
    async for data in events(response):
        if data == "[DONE]":
            finish = finish or "stop"
            break
        finish = take(parse(data, record), out, record) or finish  # counts come after the finish word: read on
    if not finish:
        raise Again(broken_off(record))
    return "length" if finish == "length" else "stop"


async def events(response: httpx.Response) -> AsyncIterator[str]:
    """The `data:` fields of server-sent events; comments and other fields are passed over."""
    async for line in response.aiter_lines():
        if line.startswith("data:"):
            yield line[5:].strip()


def parse(data: str, record: Record) -> dict[str, Any]:
    try:
        event = json.loads(data)
    except ValueError:
        raise Again(garbled(record)) from None
    if not isinstance(event, dict):
        raise Again(garbled(record))
    return event


def take(event: dict[str, Any], out: Answer, record: Record) -> str:
    """Hand one event's words on; returns the finish word once it comes."""
    if event.get("error"):
        raise Again(Failure("provider_error", f'"{record.name}" reported an error while answering.', try_hint()))
    usage = event.get("usage")
    if isinstance(usage, dict):
        details = usage.get("prompt_tokens_details") or {}
        out.know(tokens_in=usage.get("prompt_tokens", 0), tokens_out=usage.get("completion_tokens", 0),
                 cached=details.get("cached_tokens") or 0)
    finish = ""
    for choice in event.get("choices") or ():
        delta = choice.get("delta") or {}
        out.say("reasoning", delta.get("reasoning_content") or delta.get("reasoning") or "")
        if content := delta.get("content"):
            out.know(tokens_out=out.facts["tokens_out"] + 1)  # a chunk is about a token; `usage` corrects it
            out.feed(content)
        finish = choice.get("finish_reason") or finish
    return finish


async def refusal(response: httpx.Response, record: Record) -> Exception:
    """The exception for a status that is not 200. The body is not shown: it may repeat the prompt or the key."""
    await response.aread()
    status = response.status_code
    if status in (401, 403):
        return Failure("refused_key", f'"{record.name}" did not accept the key (HTTP {status}).',
                       "Put the right key into the record, or into the environment variable its `api_key_env` names.")
    if status == 404:
        return Failure("no_such_model", f'"{record.name}" knows no model "{record.model}" at that address (HTTP 404).',
                       "Check `model` and `base_url` in its record: run.py model list")
    if status in AGAIN:
        return Again(Failure("busy" if status == 429 else "provider_error", f'"{record.name}" answered HTTP {status}.',
                             try_hint()), retry_after(response))
    return Failure("provider_error", f'"{record.name}" refused the request (HTTP {status}).', try_hint())


def retry_after(response: httpx.Response) -> float:
    try:
        return max(0.0, float(response.headers.get("retry-after", "0")))
    except ValueError:
        return 0.0


def try_hint() -> str:
    return "Ask again in a moment, or choose another model: run.py model use NAME"


def slow(record: Record) -> Failure:
    return Failure("timeout", f'"{record.name}" took longer than {record.timeout_s:.0f} seconds.',
                   "Ask again, raise `timeout_s` in its record, or choose another model: run.py model use NAME")


def unreachable(record: Record, fault: Exception | None) -> Failure:
    return Failure("unreachable", f'"{record.name}" cannot be reached{f" ({type(fault).__name__})" if fault else ""}.',
                   "Start that server, check `base_url` in its record, or choose another model: run.py model use NAME")


def broken_off(record: Record) -> Failure:
    return Failure("broken_off", f'"{record.name}" broke off before the end of its answer.', try_hint())


def garbled(record: Record) -> Failure:
    return Failure("garbled", f'"{record.name}" sent something that is not an answer.', try_hint())
