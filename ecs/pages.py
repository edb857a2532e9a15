"""Pages that she keeps up to date from components: her block in USER.md and in the summary, and lines of the fact files.

Systems change components and `note` lines; `due_changes` gives what the folder does not say yet, so one tick or one word of the
owner is one write, however much it touched.
"""

from __future__ import annotations

from ecs.clock import now_us
from ecs.components.pages import LineChange, Pages
from ecs.components.partner import Partner
from ecs.components.soul import Soul
from ecs.components.summary import Summary
from ecs.effects import FileChange
from ecs.stores import partner, summary
from ecs.stores.block import splice
from ecs.world import World


def note(world: World, name: str, *changes: LineChange) -> None:
    """Lines to be written with the next write. A line that was only to be added and goes again is never written."""
    pages = world.find(name, Pages)
    if pages is None:
        return
    for change in changes:
        twin = next((one for one in pages.lines if change.how == "strike" and (one.path, one.how, one.text) == (change.path, "append", change.text)), None)
        pages.lines = [one for one in pages.lines if one is not twin] if twin else [*pages.lines, change]


def touch(world: World, name: str) -> None:
    """What a block is made from has changed."""
    pages = world.find(name, Pages)
    if pages is not None:
        pages.stale = True


def due_changes(world: World, name: str) -> tuple[tuple[FileChange, ...], str]:
    """What of her pages the folder does not say yet, and why, for the commit. Taken once: the caller owes it."""
    pages = world.find(name, Pages)
    if pages is None:
        return (), ""
    lines, pages.lines, pages.stale = pages.lines, [], False
    changes = [FileChange(line.path, line.how, line.text) for line in lines]
    whys = [line.why for line in lines]
    for path, text in _blocks(world, name):
        if pages.blocks.get(path, "") != text:
            pages.blocks = {**pages.blocks, path: text}
            changes.append(FileChange(path, "block", text))
            whys.append("What she knows of the owner" if path == partner.PATH else "The talk so far")
            _know(world, name, path, text)
    return tuple(changes), "; ".join(dict.fromkeys(why for why in whys if why))[:160]


def _blocks(world: World, name: str) -> list[tuple[str, str]]:
    known, so_far = world.find(name, Partner), world.find(name, Summary)
    blocks = [(partner.PATH, partner.block(known, world.clock, now_us(world.clock)))] if known is not None else []
    return blocks + ([(summary.PATH, summary.page(so_far))] if so_far is not None else [])


def _know(world: World, name: str, path: str, text: str) -> None:
    """Her own line is no news to her: the file as she knows it has it, too."""
    soul = world.find(name, Soul)
    if soul is not None and path in soul.files:
        soul.files[path] = splice(soul.files[path], text)
