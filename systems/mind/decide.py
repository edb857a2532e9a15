"""DECIDE: one intention or rest, and what came after it. Signals of the talk are answered by the turn, so by themselves they move her to rest."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.attention.here import is_hers
from ecs.components.dials import dial
from ecs.components.initiative import Act, Initiative
from ecs.components.mind import Mind, Scored, Thought
from ecs.components.notes import Notes
from ecs.selfhood.spending import may_spend
from ecs.signals import Signal
from ecs.stores import goals
from ecs.world import World

RUNNERS_UP = 3
#: About how many tokens one of her own thoughts takes. With less left nothing that asks a model is begun; talk and announcements go on.
A_THOUGHT = 1500
#: What a goal's kind moves her to; a task of her own is work.
INTENTIONS = {"reach_out": "reach_out", "follow_up": "follow_up", "work": "work", "maintenance": "work"}
ACTED_ON = ("appointment", "act", "goal", "impulse")


def decide(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought in world.each(Mind, Thought):
        if mind.awake:
            _decide(world, name, thought)


def _decide(world: World, name: str, thought: Thought) -> None:
    act = _under_way(world, name)
    able = [scored for scored in thought.appraised if _intention(world, name, scored, act) and scored.score >= dial(world, "mind.act_threshold")]
    best = sorted(able, key=lambda scored: (-scored.score, ACTED_ON.index(scored.kind), scored.ref))
    thought.intention, thought.ref, thought.kind = "rest", "", ""
    thought.score = max((scored.score for scored in thought.appraised), default=0.0)
    if best:
        chosen = best[0]
        thought.intention, thought.ref, thought.kind, thought.score = _intention(world, name, chosen, act), chosen.ref, chosen.kind, chosen.score
        thought.runners_up = best[1 : 1 + RUNNERS_UP]


def _under_way(world: World, name: str) -> Act | None:
    initiative = world.find(name, Initiative)
    return initiative.acts[0] if initiative is not None and initiative.acts else None


def _intention(world: World, name: str, scored: Scored, act: Act | None) -> str:
    """What acting on it is called, "" when it cannot be acted on now: while an act is under way nothing else is begun but an announcement."""
    if scored.kind == "act":
        return act.intention if act is not None else ""
    if scored.kind == "appointment":
        return "" if act is not None and act.ref == scored.ref else "announce"
    if act is not None or not may_spend(world, name, A_THOUGHT).ok:
        return ""
    if scored.kind == "impulse":
        return "murmur"
    return _of_goal(world, name, scored.ref) if scored.kind == "goal" else ""


def _of_goal(world: World, name: str, ref: str) -> str:
    item = goals.find(world.get(name, Notes).goals, ref)
    return INTENTIONS.get(goals.value(item, "kind"), "work") if is_hers(item) else ""
