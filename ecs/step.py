"""The order of things: how signals are applied, how frames, beats and ticks follow, and how quiet time is jumped over.

A system is a plain function `(world, inbox)`. What it says of its own time decides what may be jumped:

- unmarked, it runs every frame (or every beat) and nothing is jumped;
- `@due(when)`: it runs only when `when(world)`, a frame number or None, has come;
- `@derived`: its result is a closed form of the frame, so it runs whenever a frame does and asks for none.

Because a marked system never runs before its time, stepping through a stretch and jumping over it are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ecs.clock import FRAMES_PER_SECOND, next_beat
from ecs.faults import faults_of, note, rests, sound
from ecs.signals import Signal
from ecs.world import World

System = Callable[[World, Sequence[Signal]], None]
When = Callable[[World], int | None]
Watcher = Callable[[str], None]
#: How many coarse steps that are owed (a machine slept) one beat may make up for.
MOST_COARSE = 6


@dataclass(frozen=True)
class Orders:
    """One tuple of systems for each rhythm, read aloud from left to right. `tick` and `coarse` run as one: their first system's
    time is theirs. `coarse` is ten minutes of a place's life; a beat catches up on at most `MOST_COARSE` of them.
    """

    turn: tuple[System, ...] = ()
    frame: tuple[System, ...] = ()
    beat: tuple[System, ...] = ()
    tick: tuple[System, ...] = ()
    coarse: tuple[System, ...] = ()

    def __post_init__(self) -> None:
        marks = [is_derived(system) for system in self.frame]
        if any(map(is_derived, (*self.turn, *self.beat, *self.tick, *self.coarse))) or marks != sorted(marks, reverse=True):
            raise OrderError("derived systems stand first in FRAME and nowhere else: what is read behind them must be of this frame, jumped to or stepped to")


        if self.coarse and getattr(self.coarse[0], "when", None) is None:
            raise OrderError("the first system of COARSE says when its next step is due, or no beat could know how many are owed")


class OrderError(ValueError):
    """The programmer's fault: an order in which a jump would not equal stepping."""


def due(when: When) -> Callable[[System], System]:
    """Mark a system with the frame it next wants (None: only signals can bring it one)."""

    def mark(system: System) -> System:
        system.when = when
        return system

    return mark


def derived(system: System) -> System:
    """Mark a FRAME system whose result depends on the frame number and on nothing it wrote before."""
    system.when = _never
    system.derived = True
    return system


def is_derived(system: System) -> bool:
    """True for a system that `derived` marked."""
    return getattr(system, "derived", False)


def _never(world: World) -> None:
    return None


def turn(world: World, orders: Orders, signals: Sequence[Signal], watch: Watcher | None = None) -> None:
    """Apply signals on the current frame. No body moves."""
    _run(world, orders.turn, signals, watch)


def advance(world: World, orders: Orders, until: int, jump: bool = True, watch: Watcher | None = None) -> None:
    """Go to the next frame on which anything is due, but not past `until`; run what is due there.

    Each system is asked only when its turn in the order comes, so one may make the next one due on the same frame.
    Returns after one landing, so that the loop can carry out effects on the frame they arose. `jump=False` steps one
    frame at a time: the result is the same, which a test proves.
    """
    if until <= world.frame:
        return
    wants = {system: want for system in _waiting(orders) if (want := _want(world, system)) is not None}
    wanted = min((_landing(orders, system, want) for system, want in wants.items()), default=until) if jump else world.frame + 1
    world.clock.frame = min(until, max(world.frame + 1, wanted))
    _run_guarded(world, (system for system in orders.frame if _comes(world, system, wants)), watch)
    if world.frame % FRAMES_PER_SECOND == 0:
        _run_guarded(world, (system for system in orders.beat if _comes(world, system, wants)), watch)
        for _ in range(MOST_COARSE):
            if not (orders.coarse and _comes(world, orders.coarse[0], {})):
                break
            _run_guarded(world, orders.coarse, watch)
        if orders.tick and _comes(world, orders.tick[0], wants):
            _run_guarded(world, orders.tick, watch)


def next_due(world: World, orders: Orders) -> int | None:
    """The first later frame on which a system wants to run; None when only a signal can bring one."""
    wants = ((system, _want(world, system)) for system in _waiting(orders))
    return min((_landing(orders, system, want) for system, want in wants if want is not None), default=None)


def _waiting(orders: Orders) -> tuple[System, ...]:
    """The systems whose wishes decide where to land."""
    return (*orders.frame, *orders.beat, *orders.coarse[:1], *orders.tick[:1])


def _landing(orders: Orders, system: System, want: int) -> int:
    return want if system in orders.frame else next_beat(want)


def _want(world: World, system: System) -> int | None:
    when = getattr(system, "when", None)
    if when is None:
        return world.frame + 1
    want = _asked(world, system, when)
    return None if want is None else max(want, world.frame + 1)


def _comes(world: World, system: System, wants: dict[System, int]) -> bool:
    """It asked for this frame before, or asks for it now: `when` may name its time or the next time after this frame."""
    if is_derived(system) or wants.get(system, world.frame + 1) <= world.frame:
        return True
    want = _want_now(world, system)
    return want is not None and want <= world.frame


def _want_now(world: World, system: System) -> int | None:
    when = getattr(system, "when", None)
    return world.frame if when is None else _asked(world, system, when)


def _asked(world: World, system: System, when: When) -> int | None:
    """When a system wants to run; one that cannot say so rests like one that fails."""
    try:
        return when(world)
    except Exception as fault:
        if not rests(world, system.__name__):
            note(world, system.__name__, fault)
        return faults_of(world)[system.__name__].until


def _run_guarded(world: World, systems: Iterable[System], watch: Watcher | None) -> None:
    """As `_run`, but a system that fails is noted and left out for a while, and the others go on."""
    kept = faults_of(world)
    for system in systems:
        if kept and rests(world, system.__name__):
            continue
        try:
            system(world, ())
        except Exception as fault:
            note(world, system.__name__, fault)
            kept = faults_of(world)
        else:
            if kept:
                sound(world, system.__name__)
        if watch is not None:
            watch(system.__name__)
    world.barrier()


def _run(world: World, systems: Iterable[System], signals: Sequence[Signal], watch: Watcher | None) -> None:
    for system in systems:
        system(world, signals)
        if watch is not None:
            watch(system.__name__)
    world.barrier()
