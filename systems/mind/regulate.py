"""REGULATE: drift down the states as the owner's silence grows, up only when they speak; set the next tick; leave the trace line."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ecs.attention.waking import next_moment
from ecs.clock import SECOND_US, elapsed_us, frames, stamp
from ecs.components.dials import dial
from ecs.components.mind import Budget, HeldLine, Mind, MindState, Scored, Thought, clear
from ecs.components.presence import Presence
from ecs.events import publish
from ecs.hours import left_us
from ecs.json_line import compact
from ecs.selfhood.spending import pressure, shed, slowed
from ecs.signals import Signal
from ecs.stores.dreaming import dream_backlog
from ecs.world import World

RUNNERS_UP = 3
#: One thing a tick; what waits behind it comes so soon.
SOON_S = 5


def regulate(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought in world.each(Mind, Thought):
        if mind.awake:
            before, mind.state = mind.state, _drift(world, name, mind, thought)
            gone = pressure(world, name)
            mind.state = shed(mind.state, gone)
            cadence = slowed(world, mind.state, dial(world, f"mind.{mind.state.value.lower()}_cadence_s"), gone)
            mind.next_tick, mind.awake = _next(world, name, thought, cadence), False
            _trace(world, name, mind, thought, before, cadence)
            if before != mind.state:
                mind.state_since_us = elapsed_us(world.clock)
                publish(world, "mind", state=mind.state.value, before=before.value, next_tick_s=cadence)


def _next(world: World, name: str, thought: Thought, cadence: int) -> int:
    """On her cadence, or at the moment at which something comes due before; soon after an act, since more may wait; never earlier than the next beat."""
    usual, due = world.frame + frames(min(cadence, SOON_S) if thought.acted else cadence), next_moment(world, name)
    return usual if due is None else max(world.frame + 1, min(usual, due))


def _drift(world: World, name: str, mind: Mind, thought: Thought) -> MindState:
    if any(felt.type == "user_message" for felt in thought.sensed):
        return MindState.ENGAGED
    presence = world.find(name, Presence)
    heard = presence.last_heard_us if presence else -1
    silence = elapsed_us(world.clock) - max(heard, mind.state_since_us if heard < 0 else 0)
    if mind.state is MindState.ENGAGED and silence >= dial(world, "mind.engaged_timeout_s") * SECOND_US:
        return MindState.IDLE
    if mind.state is MindState.IDLE and silence >= dial(world, "mind.idle_timeout_s") * SECOND_US:
        return MindState.DORMANT
    if mind.state is MindState.DREAM and not (dream_backlog(world, name) and left_us(str(dial(world, "mind.dream_window")), world.clock)):
        return MindState.DORMANT
    return mind.state


def _trace(world: World, name: str, mind: Mind, thought: Thought, before: MindState, cadence: int) -> None:
    best = sorted(thought.appraised, key=lambda scored: (-scored.score, scored.ref))[:RUNNERS_UP]
    budget = world.find(name, Budget)
    line = {
        "tick": mind.tick, "at": stamp(world.clock), "resident": name, "state": before.value,
        "sensed": [{"seq": felt.seq, "type": felt.type} for felt in thought.sensed],
        "appraised": [_scored(one) for one in best],
        "decided": {"intention": thought.intention, "ref": thought.ref or None, "score": thought.score, "runners_up": [_scored(one) for one in thought.runners_up]},
        "acted": _plain(thought.acted), "gate2": _plain(thought.gate2), "reflected": {"beliefs": thought.beliefs, "promises": thought.promises},
        "regulated": {"from": before.value, "to": mind.state.value, "tokens_today": budget.tokens_today if budget else 0, "next_tick_s": cadence},
    }
    mind.held.append(HeldLine(thought.write, compact(line)))
    clear(thought)


def _scored(one: Scored) -> dict:
    return {"kind": one.kind, "ref": one.ref, "score": one.score, "why": one.why}


def _plain(text: str) -> object:
    return json.loads(text) if text else None
