"""Begin the next turn: one at a time, messages in the order they came. First she looks for what was said before about it,
and for what her shelf holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import now_us
from ecs.components.dials import dial
from ecs.components.speech import Heard, Talk, Turn
from ecs.effects import Recall, Search
from ecs.signals import Signal
from ecs.world import World


def begin(world: World, inbox: Sequence[Signal]) -> None:
    for name, talk, turn in world.each(Talk, Turn):
        if turn.state == "idle" and talk.queue:
            turn.heard, turn.state, turn.since = [talk.queue.pop(0)], "recalling", world.frame
            _look_for(world, name, talk, turn, turn.heard[0])


def _look_for(world: World, name: str, talk: Talk, turn: Turn, heard: Heard) -> None:
    recall, search = f"r-{heard.turn}", f"s-{heard.turn}"
    turn.waits_for = [recall, search]
    world.emit(
        Recall(
            recall, name, heard.text, now_us(world.clock), dial(world, "memory.recall_k"), int(1000 * dial(world, "memory.floor")),
            dial(world, "memory.half_life_days"), without=tuple(exchange.turn for exchange in talk.window),
        )
    )
    world.emit(Search(search, name, heard.text))
