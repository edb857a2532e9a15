"""Hand over what this tick writes: one change a file, one commit a tick, none where nothing changed."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.mind import Change, Mind, Thought
from ecs.diary import owe
from ecs.effects import FileChange
from ecs.signals import Signal
from ecs.world import World

LONGEST = 160


def keep(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought in world.each(Mind, Thought):
        if mind.awake and thought.changes:
            causes = "; ".join(dict.fromkeys(thought.causes))
            thought.write = owe(world, name, _gathered(thought.changes), causes[:LONGEST])
            thought.changes, thought.causes = [], []


def _gathered(changes: list[Change]) -> tuple[FileChange, ...]:
    """Appends to one file become one, and a later replacement stands for an earlier; lines struck and blocks keep their place among them."""
    files: dict[str, list[FileChange]] = {}
    for change in changes:
        mine = files.setdefault(change.path, [])
        if change.how == "replace":
            mine.clear()
        if mine and change.how == "append" and mine[-1].how in ("append", "replace"):
            mine[-1] = FileChange(change.path, mine[-1].how, mine[-1].text + change.text)
        else:
            mine.append(FileChange(change.path, change.how, change.text))
    return tuple(change for mine in files.values() for change in mine)
