"""What a mind has begun by itself: timers that run, an act under way, and what it has weighed already."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class Timer:
    """A timer of the owner's. Times are elapsed time, so that neither a clock step nor a sleep moves it."""

    id: str
    label: str
    set_us: int
    due_us: int


@part
class Act:
    """Something begun that a model has still to answer: `ask` is its key and generation. `text` gathers what came, `done` when it is whole."""

    ask: str
    intention: str
    ref: str
    about: str
    begun_us: int
    text: str = ""
    done: bool = False
    failed: bool = False
    tokens: int = 0


@component()
class Timers:
    """Sorted by due time. `serial` counts all timers ever."""

    open: list[Timer] = field(default_factory=list)
    serial: int = 0


@component()
class Initiative:
    """`acts` holds at most one act. `met` maps a goal to the elapsed time at which she first saw it; `later` maps what was weighed to the elapsed time before which it is left alone, `tries` to how often
    a model had no words for it, `told` to the reason for silence that her journal has already. `serial` counts her own lines and asks.
    """

    acts: list[Act] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)
    later: dict[str, int] = field(default_factory=dict)
    tries: dict[str, int] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    serial: int = 0
    announced_us: int = -1
