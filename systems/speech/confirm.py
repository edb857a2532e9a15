"""Hear back from her folder: what was owed is written, or waits and the owner is told once."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.speech import Owed
from ecs.events import publish
from ecs.signals import Signal
from ecs.world import World


def confirm(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        owed = world.find(signal.to, Owed) if signal.type in ("written", "turn_committed") else None
        if owed is None or signal.payload["write"] not in owed.writes:
            continue
        error = signal.payload.get("error")
        if error and error.get("passing", True):
            _pause(world, owed, error)
        elif error:
            owed.writes.pop(signal.payload["write"])
            publish(world, "notice", level="warning", text=f"{error['message']} {error.get('hint', '')}".strip())
        else:
            turn = owed.writes.pop(signal.payload["write"])
            _resume(world, owed)
            publish(world, "journal", turn=turn, commit=signal.payload["commit"])


def _pause(world: World, owed: Owed, error: dict) -> None:
    if not owed.paused:
        publish(world, "notice", level="warning", text=f"{error['message']} She goes on talking; what she owes her folder waits, in order. {error.get('hint', '')}".strip())
    owed.paused = error["message"]


def _resume(world: World, owed: Owed) -> None:
    if owed.paused and not owed.writes:
        owed.paused = ""
        publish(world, "notice", level="info", text="Her folder can be written again; everything that waited is in it.")
