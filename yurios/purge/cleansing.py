"""A world that no longer holds the words: queue, window, the turn under way, her files as she knows them, and any other text.

`cleanse` changes the world it is given and says whether there was anything to change.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import fields, is_dataclass

from ecs.component import REGISTRY
from ecs.components.notes import Notes
from ecs.components.shelf import Shelf
from ecs.components.soul import Soul
from ecs.components.speech import Talk, Turn, clear
from ecs.snapshot import digest
from ecs.stores import contacts
from ecs.stores.lines import parse
from ecs.world import World
from yurios.purge.erasing import Gone, cleaned

#: What the owner's settings and our own files put there anew at every start, and what only names.
LEFT = ("Name", "Clock", "Voice", "Dials", "Soul")
LISTS = ("goals.md", "triggers.md")


def cleanse(world: World, gone: Gone, turns: Set[str]) -> bool:
    """Take it out, with these turns. True when the world is another one now."""
    before = digest(world)
    for _, talk, turn in world.each(Talk, Turn):
        _talk(talk, turn, gone, turns)
    for _, soul in world.each(Soul):
        soul.files = _files(soul.files, gone)
    for _, notes in world.each(Notes):
        _notes(notes, gone)
    for _, shelf in world.each(Shelf):
        shelf.docs = {path: doc for path, doc in shelf.docs.items() if not gone.words.holds(path)}
    for kind, cls in sorted(REGISTRY.items()):
        for _, item in world.each(cls) if kind not in LEFT else ():
            _sweep(item, gone)
    return digest(world) != before


def _talk(talk: Talk, turn: Turn, gone: Gone, turns: Set[str]) -> None:
    talk.queue = [heard for heard in talk.queue if heard.turn not in turns]
    talk.window = [one for one in talk.window if one.turn not in turns]
    if any(heard.turn in turns for heard in turn.heard):
        clear(turn)
    turn.recalled = [one for one in turn.recalled if not turns & set(one.turn.split(",")) and not gone.words.holds(one.text)]
    turn.found = [one for one in turn.found if not gone.words.holds(one.text)]


def _files(files: dict[str, str], gone: Gone) -> dict[str, str]:
    left = {path: cleaned(path, text.encode("utf-8", "surrogatepass"), gone) for path, text in files.items()}
    return {path: data.decode("utf-8", "surrogatepass") for path, data in left.items() if data is not None}


def _notes(notes: Notes, gone: Gone) -> None:
    """Read again from what is left of the files, so that what she knows is what they say."""
    before, notes.texts = notes.texts, _files(notes.texts, gone)
    for path, text in notes.texts.items():
        if text == before[path]:
            continue
        if path in LISTS:
            setattr(notes, path.removesuffix(".md"), parse(text))
        else:
            notes.contacts = contacts.parse(text)[0]


def _sweep(item: object, gone: Gone) -> None:
    """Whatever text is left in a component, with a mark in it."""
    for field in fields(item):
        value = getattr(item, field.name)
        fresh = _swept(value, gone)
        if fresh is not value:
            setattr(item, field.name, fresh)


def _swept(value: object, gone: Gone) -> object:
    if isinstance(value, str):
        return gone.words.redact(value) if type(value) is str and gone.words.holds(value) else value
    if isinstance(value, (list, tuple)):
        fresh = type(value)(_swept(one, gone) for one in value)
        return fresh if any(new is not old for new, old in zip(fresh, value)) else value
    if isinstance(value, dict):
        return {gone.words.redact(key): _swept(one, gone) for key, one in value.items()}
    if is_dataclass(value):
        _sweep(value, gone)
    return value
