"""Compact what falls out of the raw window into the summary; never before it is in her folder, so nothing is lost between the two."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import now_us
from ecs.components.dials import dial
from ecs.components.speech import Owed, Talk
from ecs.components.summary import Summary
from ecs.pages import touch
from ecs.signals import Signal
from ecs.stores.summary import sweep, take_up
from ecs.world import World


def compact(world: World, inbox: Sequence[Signal]) -> None:
    """An exchange whose page is still owed (a full disk) stays word for word, however many there are."""
    for name, talk, owed in world.each(Talk, Owed):
        if len(talk.window) > dial(world, "prompt.raw_window_turns"):
            _shorten(world, name, talk, owed, world.find(name, Summary))


def _shorten(world: World, name: str, talk: Talk, owed: Owed, summary: Summary | None) -> None:
    most, unsaved = dial(world, "prompt.raw_window_turns"), set(owed.writes.values())
    while len(talk.window) > most and talk.window[0].turn not in unsaved:
        old, talk.window = talk.window[0], talk.window[1:]
        if summary is not None:
            take_up(summary, old.turn, old.at[:10], old.owner, old.her, old.at_us)
            sweep(summary, now_us(world.clock))
            touch(world, name)
