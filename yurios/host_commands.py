"""The commands of a talk: a message that begins with "/" is one, on every channel alike. No turn, no memory of it.

`answer(host, line)` is all a channel needs. Text comes back as the host gave it; making it safe to show is the channel's.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from yurios.edits_command import edits
from yurios.host import Host, Unreachable


@dataclass(frozen=True)
class Command:
    """One command: `takes` names its argument for people, `run` is given the host and that argument."""

    takes: str
    meaning: str
    run: Callable[[Host, str], str]


def is_command(line: str) -> bool:
    return line.startswith("/")


def is_quit(line: str) -> bool:
    """The one command that a channel acts on itself: the talk ends here, she stays."""
    return is_command(line) and _word(line) == "quit"


def answer(host: Host, line: str) -> str:
    """What the host answers to the command in `line`, never empty."""
    command = COMMANDS.get(_word(line))
    if command is None:
        return _unknown(_word(line))
    try:
        return command.run(host, "".join(line.split(None, 1)[1:]).strip()) or "Nothing to tell."
    except Unreachable as error:
        return str(error)


def _word(line: str) -> str:
    words = line[1:].split()
    return words[0].lower() if words and not line[1:2].isspace() else ""


def _unknown(word: str) -> str:
    near = difflib.get_close_matches(word, COMMANDS, n=1, cutoff=0.5)
    hint = f"Did you mean /{near[0]}?" if near else "/help lists them."
    return f"There is no /{word[:40]}. {hint} To say it to her, begin with a space."


def _help(host: Host, rest: str) -> str:
    rows = [(f"/{name} {command.takes}".strip(), command.meaning) for name, command in COMMANDS.items()]
    return "\n".join(f"{left:<14}{meaning}" for left, meaning in rows)


def _inner(host: Host, rest: str) -> str:
    inner = host.inner()
    goals = [f"  {_goal(goal)}" for goal in inner.get("goals") or []]
    decided = [f"  {_decision(one)}" for one in inner.get("last_decisions") or []]
    waits = [f"  /edits {one}" for one in inner.get("edits") or []]
    timers = [f"  {_timer(timer)}" for timer in inner.get("timers") or []]
    running = _headed("Timers", timers) if timers else []
    lines = [_state(inner), _spent(inner), _first(inner), *_headed("Goals", goals), *running, *(_headed("Waiting for your yes or no", waits) if waits else []), *_headed("Lately", decided), _world(inner.get("world"))]
    return "\n".join(line for line in lines if line)


def _state(inner: dict[str, Any]) -> str:
    cadence = inner.get("cadence_s")
    return f"{inner.get('state', 'unknown')}" + (f", her mind wakes every {_span(cadence)}" if cadence else "")


def _spent(inner: dict[str, Any]) -> str:
    if inner.get("tokens_today") is None:
        return ""
    return f"Thinking today: {inner['tokens_today']:,} of {inner.get('daily_tokens', 0):,} tokens"


def _first(inner: dict[str, Any]) -> str:
    """How often she spoke first today."""
    return f"Spoke first today: {inner['first_today']} of {inner.get('first_most', 0)}" if inner.get("first_today") is not None else ""


def _timer(timer: dict[str, Any]) -> str:
    left = int(timer.get("left_s", 0))
    return f"{timer.get('label') or timer.get('id', 'a timer')}, {left // 60} min {left % 60} s left"


def _span(seconds: int) -> str:
    for size, name in ((3600, "h"), (60, "min")):
        if seconds >= size and seconds % size == 0:
            return f"{seconds // size} {name}"
    return f"{seconds} s"


def _headed(title: str, lines: list[str]) -> list[str]:
    return [f"{title}:", *lines] if lines else [f"{title}: none"]


def _goal(goal: Any) -> str:
    """A goal with where it came from; a host may also give it as text."""
    if not isinstance(goal, dict):
        return str(goal)
    notes = [str(goal.get("kind") or ""), f"due {goal['due']}" if goal.get("due") else "", f"from {goal['from']}" if goal.get("from") else ""]
    return str(goal.get("text", "")) + _noted(notes)


def _decision(one: Any) -> str:
    """One tick's decision, as its trace line or shorter."""
    if not isinstance(one, dict):
        return str(one)
    decided = one.get("decided") if isinstance(one.get("decided"), dict) else one
    words = [str(one.get("at", ""))[11:16], str(decided.get("intention", "")), str(decided.get("ref") or "")]
    gate, acted = one.get("gate2") or {}, one.get("acted") or {}
    return " ".join(word for word in words if word) + _noted([str(acted.get("kind") or ""), str(gate.get("blocked_by") or ""), str(one.get("why") or "")])


def _noted(notes: list[str]) -> str:
    kept = ", ".join(note for note in notes if note)
    return f" ({kept})" if kept else ""


def _world(world: Any) -> str:
    if isinstance(world, dict):
        world = ", ".join(f"{key} {value}" for key, value in world.items())
    return f"World: {world}" if world else ""


def _why(host: Host, rest: str) -> str:
    return host.why()


def _forget(host: Host, rest: str) -> str:
    return host.forget(rest) if rest else "Forget what? Write /forget and the words it is about."


def _health(host: Host, rest: str) -> str:
    health = host.health()
    paused = [f"paused: {part}" for part in health.get("paused") or []]
    checked = [health["checked"]] if health.get("checked") and health["checked"] not in (health.get("notices") or []) else []
    return "\n".join([*(paused + [*map(str, health.get("notices") or [])] or ["Everything runs."]), *checked])


def _history(host: Host, rest: str) -> str:
    if rest and not (rest.isascii() and rest.isdecimal()):
        return "How many? Write /history and a number, such as /history 20."
    return "\n".join(_said(event) for event in host.history(min(int(rest[:6] or 10), 1000))) or "Nothing was said yet."


def _said(event: dict[str, Any]) -> str:
    who = "her" if event.get("role") == "her" else "you"
    return f"{str(event.get('at', ''))[:16].replace('T', ' ')}  {who}: {event.get('text', '')}"


def _quit(host: Host, rest: str) -> str:
    return "Close this window or tab; she stays."


COMMANDS: dict[str, Command] = {
    "help": Command("", "these lines", _help),
    "inner": Command("", "her state, budget, goals and last decisions", _inner),
    "why": Command("", "why she spoke, or did not", _why),
    "edits": Command("[approve|reject|undo ID]", "what she would like to change about herself", edits),
    "forget": Command("TEXT", "let go of what she remembers about it", _forget),
    "history": Command("N", "the last N messages", _history),
    "health": Command("", "what does not run, and what you should know", _health),
    "quit": Command("", "leave; she stays", _quit),
}
