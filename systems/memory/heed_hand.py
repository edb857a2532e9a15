"""Heed the owner's hand in her own pages: a fact struck out stays out, a line of theirs stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.distilled import Distilled
from ecs.components.pages import Pages
from ecs.components.partner import Partner, Quarantine
from ecs.components.summary import Summary
from ecs.signals import Signal
from ecs.stores import distilled, partner, quarantine, summary
from ecs.stores.block import inside
from ecs.stores.keeping import facts_of
from ecs.world import World

BLOCKS = {partner.PATH: (Partner, partner.heed_hand), summary.PATH: (Summary, summary.heed_hand)}


def heed_hand(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        pages = world.find(signal.to, Pages) if signal.type == "vault_changed" else None
        for path, text in sorted(signal.payload["files"].items()) if pages is not None else ():
            if path in BLOCKS:
                _block(world, signal.to, pages, path, text or "")
            elif path == quarantine.PATH and world.find(signal.to, Quarantine) is not None:
                quarantine.heed_hand(world.get(signal.to, Quarantine), text or "", _waiting(pages, path))
            elif path == distilled.PATH and world.find(signal.to, Distilled) is not None:
                _facts(world, signal.to, pages, text or "")


def _block(world: World, name: str, pages: Pages, path: str, text: str) -> None:
    """A file whose marks are gone has struck nothing: the block comes back at its end with the next news."""
    kind, heed = BLOCKS[path]
    kept, now, before = world.find(name, kind), inside(text), pages.blocks.get(path, "")
    pages.blocks = {**pages.blocks, path: now or ""}
    if kept is not None and now is not None and now != before:
        heed(kept, before, now)


def _facts(world: World, name: str, pages: Pages, text: str) -> None:
    here = {*text.splitlines(), *_waiting(pages, distilled.PATH)}
    facts = facts_of(world, name)
    facts.let_go([fact.number for fact in facts.standing() if fact.line not in here])


def _waiting(pages: Pages, path: str) -> list[str]:
    """Lines of hers that are not in the file yet."""
    return [line for change in pages.lines if change.path == path and change.how == "append" for line in change.text.splitlines()]
