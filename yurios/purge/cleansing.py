"""A world that no longer holds the words: queue, window, the turn under way, her files as she knows them, and any other text.

`cleanse` changes the world it is given and says whether there was anything to change.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import fields, is_dataclass

from ecs.component import REGISTRY
from ecs.components.belief import Believed, Discourse
from ecs.components.notes import Notes
from ecs.components.shelf import Shelf
from ecs.components.soul import Soul
from ecs.components.speech import Talk, Turn, clear
from ecs.pool import Pool
from ecs.snapshot import digest
from ecs.stores import contacts
from ecs.stores.lines import parse
from ecs.world import World
from yurios.purge.erasing import Gone, cleaned
from yurios.purge.pages_cleansed import cleanse_pages
from yurios.purge.tapes_seen import NAMES
from yurios.purge.words import MARK

#: What holds nobody's words: bodies, things, numbers; or has them from the owner's settings and our own files, anew at every start.
LEFT = ("Name", "Clock", "Voice", "Dials", "Soul", "Body", "Breath", "Eyelids", "Gaze", "GazeWish", "Room", "Thing", "Presence", "Budget", "Mind", "Thought")
#: Fields that name things.
NAMING = NAMES | {"day", "id", "box", "to", "trust", "seen", "waits_for", "writes", "path", "doc"}
LISTS = ("goals.md", "triggers.md")
#: Columns of a belief that are numbers of texts, and those of them that say something.
TEXTS, SAYING = ("subject", "relation", "object", "said", "text", "turn", "who", "trust"), ("subject", "relation", "object", "said", "text")


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
        shelf.docs = {path: doc for path, doc in shelf.docs.items() if not gone.named(path)}
    for _, believed in world.each(Believed):
        _beliefs(believed, gone, turns)
    cleanse_pages(world, gone, turns)
    for kind, cls in sorted(REGISTRY.items()):
        for _, item in world.each(cls) if kind not in LEFT else ():
            _sweep(item, gone, turns)
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


def _beliefs(believed: Believed, gone: Gone, turns: Set[str]) -> None:
    """Rows keep their places, since others name them; those that go are hidden and say nothing, and the pool forgets their texts."""
    rows, texts = believed.rows, believed.texts
    said = {name: [texts[int(number)] for number in rows.read(name)] for name in TEXTS}
    going = [id for id, turn in enumerate(said["turn"]) if turn in turns or any(gone.words.holds(said[name][id]) for name in SAYING)]
    if not going:
        return
    for name in SAYING:
        for id in going:
            said[name][id] = MARK
    believed.texts = Pool()
    for name in TEXTS:
        rows.write(name, 0, len(rows))[:] = [believed.texts.add(text) for text in said[name]]
    hidden = rows.write("hidden", 0, len(rows))
    hidden[going] = 1


def lose_the_thread(world: World) -> None:
    """She does not know any more what was just talked about: it may be what went, under another name."""
    for _, discourse in world.each(Discourse):
        discourse.mentions, discourse.event = [], -1


def _sweep(item: object, gone: Gone, turns: Set[str]) -> None:
    """Whatever is left in a component: parts that belong to a turn that goes, and the words in any text."""
    for field in fields(item):
        if field.name in NAMING:
            continue
        value = getattr(item, field.name)
        fresh = _swept(value, gone, turns)
        if fresh is not value:
            setattr(item, field.name, fresh)


def _swept(value: object, gone: Gone, turns: Set[str]) -> object:
    if isinstance(value, str):
        return gone.words.redact(value) if type(value) is str and gone.words.holds(value) else value
    if isinstance(value, (list, tuple)):
        fresh = type(value)(_swept(one, gone, turns) for one in value if getattr(one, "turn", None) not in turns)
        return fresh if len(fresh) != len(value) or any(new is not old for new, old in zip(fresh, value)) else value
    if isinstance(value, dict):
        return {key: one if key in NAMING else _swept(one, gone, turns) for key, one in value.items()}
    if is_dataclass(value):
        _sweep(value, gone, turns)
    return value
