"""Go through finished days, a slice a tick while she dreams: lasting facts into `memory/semantic/facts.md`, cited, none twice.

Plain reading first, which needs no model; then the utility model where one that can read a page is at hand. What it answers is
checked against the owner's words. A night that ends early leaves a backlog and not an overrun.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import elapsed_us, local_day
from ecs.components.distilled import Backlog, Distilled, Exchanged, OpenDay
from ecs.components.mind import Mind, MindState
from ecs.components.speech import Owed, Turn
from ecs.effects import Ask
from ecs.signals import Signal
from ecs.stores import consolidation as plan
from ecs.stores.dreaming import night_is_over
from ecs.stores.keeping import keep_facts
from ecs.utility import affords, asks_model
from ecs.world import World

ANSWER_TOKENS = 500
#: A model is asked only while she rests deeply: it may be the one that speaks for her.
DEEP = (MindState.DORMANT, MindState.DREAM)


def consolidate(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, backlog, turn in world.each(Mind, Backlog, Turn):
        quiet = mind.awake and mind.state is not MindState.ENGAGED and turn.state == "idle"
        if quiet and backlog.days and world.find(name, Distilled) is not None and (mind.state is MindState.DREAM or night_is_over(world)):
            _slice(world, name, backlog, mind.state)


def _slice(world: World, name: str, backlog: Backlog, state: MindState) -> None:
    """By night; and by day what no night came to, since a machine may sleep when she should dream."""
    today = local_day(world.clock)
    found = plan.next_slice(backlog, today, world.get(name, Owed).writes.values())
    if found is not None:
        day, exchanges = found
        day.next += len(exchanges)
        keep_facts(world, name, day.day, plan.distil(exchanges))
    elif state in DEEP and asks_model(world, name):
        _ask(world, name, backlog, plan.next_for_model(backlog, today))
    plan.close_days(backlog, today, asks_model(world, name))


def _ask(world: World, name: str, backlog: Backlog, found: tuple[OpenDay, list[Exchanged]] | None) -> None:
    if found is None or backlog.ask or elapsed_us(world.clock) < backlog.wait_until_us or not affords(world, name):
        return
    day, exchanges = found
    backlog.asks += 1
    backlog.ask, backlog.end, backlog.answer = f"d-{name}-{backlog.asks}", day.asked + len(exchanges), ""
    head, talk = plan.question(exchanges)
    world.emit(Ask(backlog.ask, name, "utility", head, talk, max_tokens=ANSWER_TOKENS, temperature=0, schema=plan.SCHEMA, match_text=talk[-1].text, seed=1))

