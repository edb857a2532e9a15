"""The words for timers and reminders: each names its label, and several at once are one digest. No model is asked, so nothing can be late or lost."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.clock import Clock, civil_at
from ecs.components.initiative import Timer, Timers
from ecs.components.presence import Presence
from ecs.world import World

LATE_US = 60_000_000


@dataclass(frozen=True, slots=True)
class Appointment:
    """Something asked for at a stated time: `due_us` is elapsed time, `label` may be empty for a timer."""

    ref: str
    kind: str
    label: str
    due_us: int


def ran_out(timers: Timers, elapsed_us: int) -> list[Timer]:
    """The timers whose time has come, earliest first."""
    return [timer for timer in timers.open if timer.due_us <= elapsed_us]


def somebody_here(world: World, name: str) -> bool:
    """An announcement needs a listener; without one it waits."""
    presence = world.find(name, Presence)
    return presence is not None and bool(presence.channels)


def words_for(appointments: list[Appointment], clock: Clock, elapsed_us: int, now_us: int) -> str:
    """One line for one appointment, a digest for several."""
    if len(appointments) == 1:
        return _single(appointments[0], clock, elapsed_us, now_us)
    listed = "; ".join(f"{_named(one)} ({_hour(one, clock, elapsed_us, now_us)})" for one in appointments)
    return f"While nobody could hear me, {len(appointments)} things came due: {listed}." if _late(appointments[0], elapsed_us) else f"{len(appointments)} things at once: {listed}."


def _single(one: Appointment, clock: Clock, elapsed_us: int, now_us: int) -> str:
    late = f" It was due at {_hour(one, clock, elapsed_us, now_us)}." if _late(one, elapsed_us) else ""
    if one.kind == "timer":
        return (f"Your timer for {one.label} has run out." if one.label else "Your timer has run out.") + late
    return f"You asked me to remind you: {one.label.rstrip('.')}." + late


def _named(one: Appointment) -> str:
    if one.kind == "timer":
        return f"the timer for {one.label}" if one.label else "a timer"
    return one.label.rstrip(".")


def _late(one: Appointment, elapsed_us: int) -> bool:
    return elapsed_us - one.due_us >= LATE_US


def _hour(one: Appointment, clock: Clock, elapsed_us: int, now_us: int) -> str:
    return f"{civil_at(clock, now_us - (elapsed_us - one.due_us)):%H:%M}"
