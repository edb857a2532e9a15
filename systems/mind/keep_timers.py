"""Set, drop and note timers: a `timer` signal with minutes sets one, without minutes it has run out already."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import SECOND_US, elapsed_us
from ecs.components.initiative import Timer, Timers
from ecs.events import publish
from ecs.signals import Signal
from ecs.timing import note_under_way
from ecs.world import World

#: More open timers than anybody sets; a loop that sets them is stopped here.
MOST = 500


def keep_timers(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type == "timer":
            for name, timers in world.addressed(signal.to, Timers):
                _heed(world, name, timers, signal.payload)


def _heed(world: World, name: str, timers: Timers, payload: dict) -> None:
    if "cancel" in payload:
        timers.open = [timer for timer in timers.open if timer.id != payload["cancel"]]
    elif len(timers.open) >= MOST:
        publish(world, "notice", level="warning", text=f"{MOST} timers run already; this one was not set.")
    else:
        _set(world, timers, payload)
    note_under_way(world, name, timers)


def _set(world: World, timers: Timers, payload: dict) -> None:
    timers.serial += 1
    now, minutes = elapsed_us(world.clock), payload.get("minutes", 0)
    due = now + max(0, int(minutes * 60 * SECOND_US))
    timer = Timer(payload.get("id") or f"timer-{timers.serial}", " ".join(str(payload.get("label", "")).split()), now, due)
    timers.open = sorted([*timers.open, timer], key=lambda each: (each.due_us, each.id))
