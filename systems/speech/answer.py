"""Begin the next answer: one turn at a time, messages in the order they came."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.soul import Voice
from ecs.components.speech import Talk, Turn
from ecs.effects import Ask
from ecs.prompt import assemble
from ecs.signals import Signal
from ecs.world import World


def answer(world: World, inbox: Sequence[Signal]) -> None:
    for name, talk, turn in world.each(Talk, Turn):
        if turn.state == "idle" and talk.queue:
            turn.heard, turn.attempt = [talk.queue.pop(0)], 0
        elif turn.state != "again":
            continue
        _ask(world, name, turn)


def _ask(world: World, name: str, turn: Turn) -> None:
    turn.state, turn.attempt, turn.asks = "asked", turn.attempt + 1, turn.asks + 1
    turn.ask = f"a-{name}-{turn.asks}"
    voice, heard = world.get(name, Voice), turn.heard[0]
    head, talk, tail = assemble(world, name, heard.text)
    world.emit(
        Ask(
            turn.ask, name, "chat", head, talk, tail, max_tokens=voice.max_tokens,
            temperature=voice.temperature, stop=voice.stop, match_text=heard.text, seed=turn.attempt, turn=heard.turn,
        )
    )
