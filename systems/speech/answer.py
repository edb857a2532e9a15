"""Ask the model for the answer of a turn that is ready for it, the first time or once more."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.soul import Voice
from ecs.components.speech import Turn
from ecs.dice import dice
from ecs.effects import Ask
from ecs.prompt import assemble
from ecs.signals import Signal
from ecs.step import due
from ecs.world import World


def when_ready(world: World) -> int | None:
    """At once while a turn is ready; on its own (by a beat) only after waiting for memories ended."""
    return world.frame if any(turn.state == "ready" for _, turn in world.each(Turn)) else None


@due(when_ready)
def answer(world: World, inbox: Sequence[Signal]) -> None:
    for name, turn in world.each(Turn):
        if turn.state == "ready":
            _ask(world, name, turn)


def _ask(world: World, name: str, turn: Turn) -> None:
    turn.state, turn.attempt, turn.asks = "asked", turn.attempt + 1, turn.asks + 1
    turn.ask = f"a-{name}-{turn.asks}"
    voice, heard = world.get(name, Voice), turn.heard[0]
    head, talk, tail = assemble(world, name, heard.text, turn.recalled, turn.found)
    world.emit(
        Ask(
            turn.ask, name, "chat", head, talk, tail, max_tokens=voice.max_tokens, temperature=voice.temperature,
            stop=voice.stop, match_text=heard.text, seed=_seed(world, name, turn.attempt), turn=heard.turn,
        )
    )


def _seed(world: World, name: str, attempt: int) -> int:
    """Another one for each try of each turn, the same in a replay; never 0, which asks a model to choose for itself."""
    return dice(world.seed, "voice", name, world.frame, attempt) % (2**31) or 1
