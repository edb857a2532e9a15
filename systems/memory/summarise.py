"""Have the last of the talk said in prose, while nobody talks and a model is at hand. Without one the lines of the summary stand."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import elapsed_us
from ecs.components.mind import Mind, MindState
from ecs.components.speech import Turn
from ecs.components.summary import Summary
from ecs.effects import Ask
from ecs.signals import Signal
from ecs.stores import summary as so_far
from ecs.utility import affords, asks_model
from ecs.world import World

#: So many exchanges must have left the window before it is worth a model's time.
ENOUGH = 4
ANSWER_TOKENS = 300


def summarise(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, summary, turn in world.each(Mind, Summary, Turn):
        if not mind.awake or mind.state is MindState.ENGAGED or turn.state != "idle" or len(summary.fallen) < ENOUGH or summary.ask:
            continue
        if asks_model(world, name) and elapsed_us(world.clock) >= summary.wait_until_us and affords(world, name):
            _ask(world, name, summary)


def _ask(world: World, name: str, summary: Summary) -> None:
    summary.asks += 1
    summary.ask, summary.answer, summary.taken = f"s-{name}-{summary.asks}", "", len(summary.fallen)
    head, talk = so_far.question(summary)
    world.emit(Ask(summary.ask, name, "utility", head, talk, max_tokens=ANSWER_TOKENS, temperature=0, schema=so_far.SCHEMA, match_text=talk[-1].text, seed=1))
