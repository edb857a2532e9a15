"""Scripted answers, posted ahead of time: tickets are kept so that a cancel can take back what has not gone out."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from ecs.effects import Ask
from yurios.models.answer import Post, Ticket, done_payload
from yurios.models.scripted import Plan

KEPT = 64  # answers remembered for a late cancel; older ones have long gone out


@dataclass(frozen=True, slots=True)
class Play:
    """One answer under way: every delta's ticket with the characters of text it brings, and the ticket of the end."""

    to: str
    deltas: tuple[tuple[Ticket, int], ...]
    end: Ticket
    facts: dict
    first_ms: int


def play(ask: Ask, plan: Plan, post: Post, late_ms: int, provider: str, fell_from: str) -> Play:
    """Post a whole plan, `late_ms` after now."""
    deltas, chars = [], 0
    for at, kind, text in plan.parts:
        ticket = post("model_delta", {"ask": ask.ask, "kind": kind, "text": text}, to=ask.to, after_ms=late_ms + at)
        chars += len(text) if kind == "text" else 0
        deltas.append((ticket, len(text) if kind == "text" else 0))
    facts = {"tokens_in": 0, "tokens_out": 0, "cached": 0, "left_out": [], **plan.facts, "provider": provider,
             "fell_back_from": fell_from}
    first = late_ms + plan.parts[0][0] if plan.parts else 0
    finish = "error" if plan.failure else "stop"
    end = post("model_done", done_payload(ask.ask, finish, chars, first, facts, plan.failure), to=ask.to,
               after_ms=late_ms + plan.end_ms)
    return Play(ask.to, tuple(deltas), end, facts, first)


class Played:
    """The newest plays by ask."""

    def __init__(self) -> None:
        self._plays: OrderedDict[str, Play] = OrderedDict()

    def add(self, ask: Ask, done: Play) -> None:
        self._plays[ask.ask] = done
        while len(self._plays) > KEPT:
            self._plays.popitem(last=False)

    def cancel(self, key: str, post: Post) -> None:
        """Take back what has not gone out and end it as cancelled; an answer that had ended stays as it was."""
        found = self._plays.pop(key, None)
        if found is None or not found.end.cancel():
            return
        out = [not ticket.cancel() for ticket, _ in found.deltas]
        chars = sum(n for gone, (_, n) in zip(out, found.deltas) if gone)
        facts = {**found.facts, "tokens_out": sum(out)}
        post("model_done", done_payload(key, "cancelled", chars, found.first_ms if any(out) else 0, facts, None), to=found.to)
