"""Trying a model: first token cold and warm, tokens a second, a sample. Used by `run.py model test` and `run.py bench`."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ecs.effects import Ask, Line, Section
from yurios.models.edge import ModelEdge
from yurios.models.records import Record, Role

WAIT_S = 600.0


@dataclass(frozen=True, slots=True)
class Trial:
    """Milliseconds to the first token: `cold_ms` with the loading of the model in it, `warm_ms` on the second turn."""

    cold_ms: int
    warm_ms: int
    warm_cached: int
    tokens_in: int
    tokens_per_s: float
    sample: str
    error: dict[str, str] | None


class _Ear:
    """Hears the edge: the newest text, the one done, and when words came."""

    def __init__(self) -> None:
        self.text, self.done, self.first = "", {}, 0.0
        self.ended = threading.Event()

    def post(self, type: str, payload: dict[str, Any], *, to: str, after_ms: int = 0) -> "_Ear":
        if type == "model_delta" and payload["kind"] == "text":
            self.first = self.first or time.monotonic()
            self.text += payload["text"]
        elif type == "model_done":
            self.done = payload
            self.ended.set()
        return self

    def cancel(self) -> bool:
        return False


def try_model(record: Record, voice: Mapping[str, Any], home: Path | None = None) -> Trial:
    """Ask the record two questions through a model edge of its own. `voice` is a prompt shape: law, examples, sampling."""
    heard: list[tuple[_Ear, float]] = []
    current = _Ear()
    edge = ModelEdge(lambda *a, **k: current.post(*a, **k), {record.name: record}, {"chat": Role(record.name)}, home=home)
    try:
        talk: tuple[Line, ...] = ()
        for text in ("Hello, who are you?", "I had a long day. Tell me something nice."):
            current = _Ear()
            talk += (Line("user", text),)
            edge.handle(question(voice, talk))
            if not current.ended.wait(WAIT_S):
                break
            heard.append((current, time.monotonic()))
            talk += (Line("assistant", current.text),)
            if current.done["error"]:
                break
    finally:
        edge.close()
    return judged(heard)


def question(voice: Mapping[str, Any], talk: tuple[Line, ...]) -> Ask:
    examples = tuple(Line(role, text) for pair in voice["examples"] for role, text in zip(("user", "assistant"), pair))
    return Ask("try", "yuri", "chat", (Section("voice_law", voice["law"]),), examples + talk, max_tokens=voice["max_tokens"],
               temperature=voice["temperature"], stop=tuple(voice["stop"]), match_text=talk[-1].text, seed=1)


def judged(heard: list[tuple[_Ear, float]]) -> Trial:
    first, last = heard[0][0].done, heard[-1][0].done
    spent = sum(end - ear.first for ear, end in heard if ear.first)
    tokens = sum(ear.done["tokens_out"] for ear, _ in heard)
    return Trial(first["first_token_ms"], last["first_token_ms"] if len(heard) > 1 else 0, last["cached"], first["tokens_in"],
                 round(tokens / spent, 1) if spent > 0 else 0.0, " / ".join(ear.text.strip() for ear, _ in heard), last["error"])
