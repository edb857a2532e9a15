"""Note on what a reply rests, before its turn is over, so that REFLECT can judge how sure she may be of it."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.selfview import SelfView, Weighed
from ecs.components.speech import Turn
from ecs.signals import Signal
from ecs.world import World

MOST = 20


def weigh(world: World, inbox: Sequence[Signal]) -> None:
    """Stands before `settle` in TURN, which clears the turn."""
    for signal in inbox:
        turn = world.find(signal.to, Turn) if signal.type == "model_done" else None
        view = world.find(signal.to, SelfView) if turn is not None else None
        if view is not None and turn.ask and turn.ask == signal.payload["ask"]:
            said = signal.payload
            kept = [one for one in view.weighed if one.turn != turn.heard[0].turn]
            view.weighed = [*kept, Weighed(turn.heard[0].turn, len(turn.recalled), len(turn.found), turn.attempt, said["finish"], bool(said.get("fell_back_from")))][-MOST:]
