"""What follows from a verdict of gate 2: the trace's words for it, and a goal that is held back, put off or dropped."""

from __future__ import annotations

from ecs.attention.scene import Scene, Verdict
from ecs.clock import SECOND_US, elapsed_us
from ecs.components.dials import dial
from ecs.components.initiative import Initiative
from ecs.components.notes import Notes
from ecs.json_line import compact
from ecs.stores import goals
from ecs.stores.lines import Item
from ecs.ticking import jot, keep_goals
from ecs.world import World

#: The reasons for silence that her day tells of, once for each goal: the rest pass by themselves within the hour.
TOLD = ("quiet_hours", "daily_cap", "do_not_disturb")
SOONEST_US = 60 * SECOND_US


def gate_line(verdict: Verdict) -> str:
    """Gate 2 as the trace has it, JSON."""
    return compact({
        "outcome": verdict.outcome, "score": verdict.score, "threshold": verdict.threshold, "blocked_by": verdict.blocked_by or None,
        "factors": dict(verdict.factors), "because": verdict.because,
    })


def kind_of(verdict: Verdict, scene: Scene) -> str:
    """What the act is called: with nobody there it is written."""
    return verdict.outcome.lower() if scene.present else "write"


def held_back(world: World, name: str, item: Item, verdict: Verdict) -> None:
    """A goal that stays unsaid for now is left alone for a while; one that need not be said any more is dropped. Her day says why."""
    initiative, now = world.get(name, Initiative), elapsed_us(world.clock)
    if verdict.moot and goals.value(item, "commitment") != "blind":
        _drop(world, name, item, verdict.moot)
        return
    cooldown = now + dial(world, "mind.reconsider_cooldown_s") * SECOND_US
    wanted = verdict.again_us if verdict.again_us >= 0 else cooldown
    soon = verdict.blocked_by in ("quiet_hours", "do_not_disturb", "daily_cap")
    initiative.later[item.id] = max(now + SOONEST_US, wanted if soon else min(wanted, cooldown))
    if verdict.blocked_by in TOLD and initiative.told.get(item.id) != verdict.blocked_by:
        initiative.told[item.id] = verdict.blocked_by
        jot(world, name, f"Held back “{item.text}” ({item.id}): {verdict.because}.")


def _drop(world: World, name: str, item: Item, why: str) -> None:
    goals.set_state(world.get(name, Notes).goals, item.id, "abandoned")
    keep_goals(world, name, f"Let go of {item.id}")
    jot(world, name, f"Let go of “{item.text}” ({item.id}): {why}.")
    forget_goal(world, name, item.id)


def forget_goal(world: World, name: str, ref: str) -> None:
    """What was noted of a goal that has ended is noted no longer."""
    initiative = world.get(name, Initiative)
    for notes in (initiative.later, initiative.tries, initiative.told, initiative.met):
        notes.pop(ref, None)
