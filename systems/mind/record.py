"""Write down ticks whose commit is settled, in order: a line waits for its own commit and for the lines before it."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.mind import Mind
from ecs.effects import TraceLine
from ecs.signals import Signal
from ecs.world import World


def record(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind in world.each(Mind):
        if mind.held:
            _settle(mind, inbox)
            _write(world, name, mind)


def _settle(mind: Mind, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type in ("written", "turn_committed") and not signal.payload.get("error"):
            for line in mind.held:
                if line.write and line.write == signal.payload["write"]:
                    line.write, line.commit = "", signal.payload["commit"] or ""


def _write(world: World, name: str, mind: Mind) -> None:
    while mind.held and not mind.held[0].write:
        line = mind.held.pop(0)
        commit = f'"{line.commit}"' if line.commit else "null"
        world.emit(TraceLine(name, f'{line.text[:-1]},"commit":{commit}}}'))
