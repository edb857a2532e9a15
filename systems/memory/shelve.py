"""Take note of what became of a file on her shelf, and write a line about it into her day."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.shelf import Doc, Shelf
from ecs.diary import journal
from ecs.events import publish
from ecs.signals import Signal
from ecs.world import World


def shelve(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        shelf = world.find(signal.to, Shelf) if signal.type == "parsed" else None
        if shelf is not None:
            _note(world, signal.to, shelf, signal.payload)


def _note(world: World, name: str, shelf: Shelf, told: dict) -> None:
    path, title = told["path"], told.get("title", "")
    before = shelf.docs.pop(told.get("renamed_from", path), None)
    if told["state"] == "gone":
        journal(world, name, f"“{title}” ({path}) is no longer on the shelf.")
    elif told["state"] == "refused":
        shelf.docs[path] = Doc(title, "refused", told.get("reason", ""))
        publish(world, "notice", level="warning", text=f"{path} on her shelf was not read: {told.get('reason', '')}.")
        journal(world, name, f"Could not read {path}: {told.get('reason', '')}.")
    elif told.get("renamed_from"):
        shelf.docs[path] = before or Doc(title, "shelved")
        journal(world, name, f"“{title}” is called {path} now.")
    else:
        shelf.docs[path] = Doc(title, "shelved", "", told.get("passages", 0), told.get("characters", 0))
        journal(world, name, f"Read and shelved “{title}” ({path}, {told.get('passages', 0)} passages).")
