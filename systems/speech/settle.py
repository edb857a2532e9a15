"""Bring a turn to its end: commit the reply, ask once more for one that is none, or say plainly that there was none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ecs.clock import elapsed_us, local_day, now_us
from ecs.components.attention import Attention
from ecs.components.belief import Unthought
from ecs.components.dials import dial
from ecs.components.distilled import Backlog, Exchanged
from ecs.components.mind import Budget
from ecs.components.soul import Soul, Voice
from ecs.components.speech import Exchange, Heard, Talk, Turn, clear
from ecs.diary import write_down
from ecs.effects import MemoryEntry, Remember
from ecs.events import message, publish
from ecs.prompt import NAME, called
from ecs.signals import Signal
from ecs.stores.attention import answer
from ecs.stores.consolidation import MOST_A_DAY, open_day
from ecs.world import World

#: What stands in for an answer when the model twice had none. Not kept in the window, so that she won't imitate it.
WORDLESS = "(I have no words just now. Say that once more, or a little differently?)"


def settle(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        turn = world.find(signal.to, Turn) if signal.type == "model_done" else None
        if turn is None:
            continue
        _count(world, signal)
        if turn.ask and turn.ask == signal.payload["ask"]:
            _tell_fallback(world, signal)
            _end(world, signal, turn)


def _count(world: World, signal: Signal) -> None:
    budget, today = world.get(signal.to, Budget), local_day(world.clock)
    spent = signal.payload.get("tokens_in", 0) - signal.payload.get("cached", 0) + signal.payload.get("tokens_out", 0)
    budget.tokens_today = (budget.tokens_today if budget.day >= today else 0) + spent
    budget.day = max(budget.day, today)
    budget.tokens_ever += spent


def _tell_fallback(world: World, signal: Signal) -> None:
    fell, used = signal.payload.get("fell_back_from", ""), signal.payload.get("provider", "")
    if fell:
        publish(world, "notice", level="warning", text=f"The model {fell!r} did not answer; {used!r} is speaking for her now. `run.py model test {fell}` shows why.")


def _end(world: World, signal: Signal, turn: Turn) -> None:
    finish, text = signal.payload["finish"], turn.text.strip()
    if finish == "error":
        _unanswered(world, signal, turn)
    elif finish == "cancelled":
        clear(turn)
    elif _is_answer(world, signal.to, text):
        _answered(world, signal.to, turn, text, keep=True)
    elif turn.attempt < 2:
        _again(world, turn)
    else:
        _answered(world, signal.to, turn, text or WORDLESS, keep=bool(text))


def _is_answer(world: World, name: str, text: str) -> bool:
    own = re.escape(called(world.get(name, Soul), name))
    again = [pattern.replace(NAME, own) for pattern in world.get(name, Voice).again]
    return bool(re.search(r"\w", text)) and not any(re.search(pattern, text) for pattern in again)


def _again(world: World, turn: Turn) -> None:
    if turn.text:
        publish(world, "draft_cancel", turn=turn.heard[0].turn)
    turn.state, turn.text, turn.reasoning = "ready", "", ""


def _answered(world: World, name: str, turn: Turn, text: str, keep: bool) -> None:
    heard, blocks = turn.heard[0], [{"type": "text", "text": text}]
    if turn.reasoning:
        blocks.insert(0, {"type": "reasoning", "text": turn.reasoning})
    publish(world, "message", **message(f"m-{heard.turn}", "her", text, heard.channel, heard.turn, blocks, _citations(turn)))
    if keep and not heard.let_go:
        _keep(world, name, heard, text)
        _remember_answer(world, name, heard, text)
    write_down(world, name, heard, text)
    clear(turn)


def _citations(turn: Turn) -> list[dict]:
    """What the answer had before it, in two shapes that never mix: a turn, or a document with a span."""
    said = [{"kind": one.kind, "turn": one.turn, "at": one.at} for one in turn.recalled]
    read = [{"kind": "document", "doc": one.doc, "span": [one.start, one.end], "heading": one.heading, "page": one.page} for one in turn.found]
    return said + read


def _keep(world: World, name: str, heard: Heard, text: str) -> None:
    """The exchange enters the raw window and the memory index. What was recalled for it does not: it is no new evidence."""
    talk, attention = world.get(name, Talk), world.find(name, Attention)
    if attention is not None:
        answer(attention, text, heard.channel, elapsed_us(world.clock))
    talk.window = [*talk.window, Exchange(heard.turn, heard.text, text, heard.at, heard.channel, heard.at_us)]
    _leave_for_the_night(world, name, heard, text)
    world.emit(Remember(name, (MemoryEntry(heard.turn, heard.at_us, heard.day, f"owner: {heard.text}\n{name}: {text}"),)))


def _leave_for_the_night(world: World, name: str, heard: Heard, text: str) -> None:
    """The day is gone through once it is over; a mind that never wakes by itself goes through none."""
    backlog = world.find(name, Backlog)
    if backlog is not None and dial(world, "mind.enabled"):
        minute = int(heard.at[11:13]) * 60 + int(heard.at[14:16])
        day = open_day(backlog, heard.day)
        if len(day.exchanges) < MOST_A_DAY:
            day.exchanges.append(Exchanged(heard.turn, heard.at_us, minute, heard.text, text))


def _remember_answer(world: World, name: str, heard: Heard, text: str) -> None:
    """What she answered stands beside what was said, until both are thought about."""
    unthought = world.find(name, Unthought)
    for said in unthought.said if unthought is not None else []:
        if said.turn == heard.turn:
            said.reply, said.replied_us = text, now_us(world.clock)


def _unanswered(world: World, signal: Signal, turn: Turn) -> None:
    error = signal.payload.get("error") or {"message": "The model gave no answer."}
    if turn.text:
        publish(world, "draft_cancel", turn=turn.heard[0].turn)
    publish(world, "notice", level="error", turn=turn.heard[0].turn, text=" ".join(filter(None, (error["message"], error.get("hint", "")))))
    write_down(world, signal.to, turn.heard[0], "", note="unanswered: no model could speak")
    clear(turn)
