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
from ecs.stores.lines import Listing, Problem, complete, parse, render
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
        _tell(world, notes, path, listing.problems, _faults(path, listing))
    elif path == CONTACTS:
        notes.contacts, problems = contacts.parse(text)
        notes.texts[path] = text
        _tell(world, notes, path, problems, [])


def _faults(path: str, listing: Listing) -> list[str]:
    return [fault for item in listing.items for fault in LISTS[path].faults(item)]


def _tell(world: World, notes: Notes, path: str, problems: list[Problem], faults: list[str]) -> None:
    said = [f"{path}, line {problem.line}: {problem.why}. The line stays as it is." for problem in problems]
    said += [f"{path}, {fault}. Its default counts." for fault in faults]
    for text in said:
        if text not in notes.told:
            notes.told = [*notes.told, text][-FAULTS_KEPT:]
            publish(world, "notice", level="warning", text=text)
