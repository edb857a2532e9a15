"""Read her hand-edited files when another hand has changed them: goals, triggers, contacts.

Ids are made where they are missing and written back; what is not understood stays in the file and is named once.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.notes import Notes
from ecs.diary import owe
from ecs.effects import FileChange
from ecs.events import publish
from ecs.signals import Signal
from ecs.stores import contacts, goals, triggers
from ecs.stores.lines import complete, parse, render
from ecs.stores.misread import misread
from ecs.world import World

LISTS = {"goals.md": goals, "triggers.md": triggers}
CONTACTS = "contacts.md"
FAULTS_KEPT = 200


def know_notes(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        notes = world.find(signal.to, Notes) if signal.type == "vault_changed" else None
        if notes is not None:
            for path, text in sorted(signal.payload["files"].items()):
                _read(world, signal.to, notes, path, text or "")


def _read(world: World, name: str, notes: Notes, path: str, text: str) -> None:
    if path in LISTS:
        listing = parse(text)
        given = complete(listing, LISTS[path].PREFIX)
        setattr(notes, path.removesuffix(".md"), listing)
        notes.texts[path] = render(listing)
        if given:
            owe(world, name, (FileChange(path, "replace", notes.texts[path]),), f"Gave {', '.join(given)} a name in {path}")
        _tell(world, notes, path, text)
    elif path == CONTACTS:
        notes.contacts, _ = contacts.parse(text)
        notes.texts[path] = text
        _tell(world, notes, path, text)


def _tell(world: World, notes: Notes, path: str, text: str) -> None:
    for said in misread(path, text):
        if said not in notes.told:
            notes.told = [*notes.told, said][-FAULTS_KEPT:]
            publish(world, "notice", level="warning", text=said)
