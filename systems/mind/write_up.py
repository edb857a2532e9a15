"""REFLECT, its end: what the tick changed in her pages joins what this tick writes, and what ran out leaves them."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import local_day, now_us
from ecs.components.belief import Believed
from ecs.components.mind import Change, Mind
from ecs.components.pages import Pages
from ecs.components.partner import Partner
from ecs.components.summary import Summary
from ecs.pages import due_changes
from ecs.signals import Signal
from ecs.stores import summary as so_far
from ecs.stores.held import beliefs_of
from ecs.stores.partner import sweep
from ecs.ticking import write_later
from ecs.world import World


def write_up(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, pages in world.each(Mind, Pages):
        if not mind.awake:
            continue
        _sweep(world, name, pages)
        if pages.lines or pages.stale:
            changes, why = due_changes(world, name)
            for change in changes:
                write_later(world, name, Change(change.path, change.how, change.text), why)


def _sweep(world: World, name: str, pages: Pages) -> None:
    """Once a day, and when a "not now" is over."""
    partner, now, today = world.find(name, Partner), now_us(world.clock), local_day(world.clock)
    if partner is None or today <= pages.swept and all(now < note.until_us for note in partner.notes):
        return
    pages.swept, pages.stale = max(today, pages.swept), True
    if world.find(name, Believed) is not None:
        sweep(partner, beliefs_of(world, name), now)
    if (summary := world.find(name, Summary)) is not None:
        so_far.sweep(summary, now)
