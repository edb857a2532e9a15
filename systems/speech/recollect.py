"""Take in what was found from before and on her shelf; and go on without it when the search takes too long."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import frames
from ecs.components.speech import Found, Recalled, Turn
from ecs.signals import Signal
from ecs.step import due
from ecs.world import World

#: A reply waits this long for a memory and no longer.
PATIENCE = frames(1)


def recollect(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        turn = world.find(signal.to, Turn) if signal.type in ("recalled", "found") else None
        key = signal.payload.get("recall", signal.payload.get("search", ""))
        if turn is not None and turn.state == "recalling" and key in turn.waits_for:
            turn.waits_for.remove(key)
            _take(turn, signal)
            turn.state = "recalling" if turn.waits_for else "ready"


def _take(turn: Turn, signal: Signal) -> None:
    """Memories and passages are kept apart: what was said is never a document, and a document never something said."""
    for hit in signal.payload["hits"]:
        if signal.type == "recalled":
            turn.recalled.append(Recalled(hit["turn"], hit["at"], hit["text"], hit["kind"], hit["score"], hit.get("trust", "owner")))
        else:
            turn.found.append(Found(hit["doc"], hit["title"], hit["start"], hit["end"], hit["heading"], hit["page"], hit["text"]))


def patience_ends(world: World) -> int | None:
    """The frame at which the first turn stops waiting for its memories."""
    return min((turn.since + PATIENCE for _, turn in world.each(Turn) if turn.state == "recalling"), default=None)


@due(patience_ends)
def stop_waiting(world: World, inbox: Sequence[Signal]) -> None:
    """Go on without memories where the patience has ended."""
    for _, turn in world.each(Turn):
        if turn.state == "recalling" and world.frame >= turn.since + PATIENCE:
            turn.state = "ready"
