"""Hear what the utility model answers to her own small asks: a day's facts, a paragraph of the talk. What is none is dropped and logged."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import elapsed_us, now_us
from ecs.components.distilled import Backlog
from ecs.components.summary import Summary
from ecs.effects import Audit, CancelAsk
from ecs.pages import touch
from ecs.signals import Signal
from ecs.stores import consolidation, summary as so_far
from ecs.stores.keeping import keep_facts
from ecs.world import World

EXCERPT = 160


def hear_utility(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        for asked in (world.find(signal.to, Backlog), world.find(signal.to, Summary)) if signal.to else ():
            if asked is not None and asked.ask:
                _hear(world, signal, asked)
        if signal.type == "suspend_gap" and signal.payload["cause"] == "off":
            for _, backlog, summary in world.each(Backlog, Summary):
                backlog.ask = summary.ask = ""  # whoever was asked is gone; it is asked again


def _hear(world: World, signal: Signal, asked: Backlog | Summary) -> None:
    if signal.type == "user_message":
        world.emit(CancelAsk(asked.ask))  # the owner's answer waits for nothing
        asked.ask = ""
    elif signal.type in ("model_delta", "model_done") and signal.payload["ask"] == asked.ask:
        if signal.type == "model_delta":
            asked.answer += signal.payload["text"] if signal.payload["kind"] == "text" else ""
            return
        asked.ask = ""
        if signal.payload["finish"] != "cancelled":
            (_take_facts if isinstance(asked, Backlog) else _take_paragraph)(world, signal, asked)
        asked.answer = ""


def _take_facts(world: World, signal: Signal, backlog: Backlog) -> None:
    day = next((one for one in backlog.days if one.asked < len(one.exchanges) <= one.next), None)
    if day is None:
        return
    exchanges = day.exchanges[day.asked : backlog.end]
    found = None if signal.payload["finish"] == "error" else consolidation.answered(backlog.answer, exchanges)
    if found is not None:
        keep_facts(world, signal.to, day.day, found)
        day.asked, backlog.tries, backlog.wait_until_us = backlog.end, 0, 0
    elif _failed(world, signal, backlog, f"facts of {day.day}"):
        day.asked, backlog.tries = len(day.exchanges), 0


def _take_paragraph(world: World, signal: Signal, summary: Summary) -> None:
    if signal.payload["finish"] != "error" and so_far.answered(summary, summary.answer):
        summary.tries, summary.wait_until_us = 0, 0
        touch(world, signal.to)
    elif _failed(world, signal, summary, "a summary of the talk"):
        summary.fallen, summary.tries = [], 0


def _failed(world: World, signal: Signal, asked: Backlog | Summary, what: str) -> bool:
    """Drop it, say so, wait longer. True after so many tries that it is given up."""
    given_up = consolidation.put_off(asked, elapsed_us(world.clock))
    why = (signal.payload.get("error") or {}).get("message") or f"it answered {asked.answer[:EXCERPT]!r}"
    world.emit(Audit(signal.to, "dropped", f"The utility model gave no {what}: {why}" + (" It is not asked again." if given_up else ""), "utility", now_us(world.clock)))
    return given_up
