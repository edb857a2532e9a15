"""REFLECT, one part: make of what was noticed one proposal a tick, when the tick is at rest and writes nothing else.

A note of hers applies at once. Who she is waits for the owner, few at a time, and what was once settled is never asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ecs.components.edits import Edits, Noticed, Proposal
from ecs.components.mind import Mind, Thought
from ecs.components.soul import Soul
from ecs.json_line import compact
from ecs.prompt import called
from ecs.selfhood.editing import WAITS, ask_for, propose as make
from ecs.selfhood.persona import character, faults
from ecs.selfhood.surfaces import NotHers
from ecs.selfhood.wording import entry, example, named, note, rule
from ecs.signals import Signal
from ecs.stores.belief import Pattern
from ecs.stores.held import beliefs_of
from ecs.world import World

PREFERENCES, LORE, PERSONA, EXAMPLES = "memory/preferences.md", "memory/lore.md", "soul/PERSONA.md", "soul/EXAMPLES.md"
#: So many things that were told of somebody are in their entry.
ENTRY_LINES = 4
#: A manner that was wished on so many days becomes part of who she is, if the owner agrees.
DAYS = 2
WAITING_MOST, EXAMPLE_WORDS = 5, 45


def propose(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, thought, edits in world.each(Mind, Thought, Edits):
        if mind.awake and thought.intention == "rest" and not (thought.changes or thought.write or thought.acted) and edits.noticed:
            made = _one(world, name, edits)
            if made is not None:
                proposal, thought.write = made
                thought.intention, thought.ref = "propose", proposal.id
                thought.acted = compact({"kind": "propose", "text_ref": proposal.id, "tokens": 0})


def _one(world: World, name: str, edits: Edits) -> tuple[Proposal, str] | None:
    """The first that comes to something. While an edit is on its way to a file, no other is made."""
    if any(one.stands not in WAITS for one in edits.open):
        return None
    for seen in list(edits.noticed):
        edits.noticed.remove(seen)
        made = _carefully(lambda: MAKERS[seen.kind](world, name, edits, seen))
        if made is not None:
            return made
    return None


def _carefully(make_one: Callable[[], tuple[Proposal, str] | None]) -> tuple[Proposal, str] | None:
    try:
        return make_one()
    except NotHers:
        return None


def _name(world: World, name: str, edits: Edits, seen: Noticed) -> tuple[Proposal, str] | None:
    line = f"Call them {seen.words}."
    return _note(world, name, edits, seen, line, f"name:{seen.words}", named)


def _word(world: World, name: str, edits: Edits, seen: Noticed) -> tuple[Proposal, str] | None:
    """At once a note to leave the word out; and, next, the question whether it shall be part of who she is."""
    persona, key = world.get(name, Soul).files.get(PERSONA, ""), f"word:{seen.words.casefold()}"
    if f"{key}:note" not in edits.settled:
        edits.noticed.insert(0, seen)
        return _note(world, name, edits, seen, f"Do not say “{seen.words}”.", f"{key}:note", note)
    after = rule(persona, f"She does not say: {seen.words}.")
    return _ask(world, name, edits, PERSONA, after, f"You asked me to leave out “{seen.words}”: {_quoted(seen)}", [seen.turn], key)


def _manner(world: World, name: str, edits: Edits, seen: Noticed) -> tuple[Proposal, str] | None:
    key = f"manner:{' '.join(seen.words.casefold().split())}"
    return _note(world, name, edits, seen, f"They said: “{seen.words}”.", key, note) or _habit(world, name, edits, seen)


def _habit(world: World, name: str, edits: Edits, seen: Noticed) -> tuple[Proposal, str] | None:
    """The same wish on another day: they mean it."""
    key, text = f"habit:{seen.words.casefold()}", world.get(name, Soul).files.get(PREFERENCES, "")
    if f"“{seen.words}”" not in text or f"({seen.day}," in text:
        return None
    after = rule(world.get(name, Soul).files.get(PERSONA, ""), f"As the owner wishes: “{seen.words}”.")
    return _ask(world, name, edits, PERSONA, after, f"You said it more than once: {_quoted(seen)}", [seen.turn], key)


def _praise(world: World, name: str, edits: Edits, seen: Noticed) -> tuple[Proposal, str] | None:
    """What pleased may become one of her examples: when it is short, and hers by her own rules."""
    soul = world.get(name, Soul)
    owner, _, her = seen.words.partition("\n")
    who = character(called(soul, name), soul.files.get(PERSONA, ""))
    if "\n" in her or len(f"{owner} {her}".split()) > EXAMPLE_WORDS or len(her.split()) < 3 or faults(her, owner, who) or her in soul.files.get(EXAMPLES, ""):
        return None
    after = example(soul.files.get(EXAMPLES, ""), " ".join(owner.split()), her, name)
    return _ask(world, name, edits, EXAMPLES, after, f"This answer was well received: {_quoted(seen)}", [seen.turn], f"example:{her}")


def _capability(world: World, name: str, edits: Edits, seen: Noticed) -> tuple[Proposal, str] | None:
    key = f"grant:{seen.words}"
    if key in edits.settled or _waiting(edits) >= WAITING_MOST:
        return None
    return ask_for(world, name, f"- {seen.words}", f"You asked for something that I am not allowed: {_quoted(seen)}", [seen.turn], key)


def _person(world: World, name: str, edits: Edits, seen: Noticed) -> tuple[Proposal, str] | None:
    who, turns, beliefs = seen.words, edits.people.get(seen.words, []), beliefs_of(world, name)
    key = f"person:{who}:{len(turns)}"
    told = [one.text for one in sorted(beliefs.query(Pattern(subject=who)) + beliefs.query(Pattern(object=who)), key=lambda one: (not one.state, one.id)) if one.text]
    if not told or key in edits.settled:
        return None
    body = f"You told of {who}: " + "; ".join(f"“{text}”" for text in list(dict.fromkeys(told))[:ENTRY_LINES]) + "."
    after = entry(world.get(name, Soul).files.get(LORE, ""), who, who.lower(), body)
    return make(world, name, LORE, after, f"You speak of {who} often.", turns, key)


MAKERS: dict[str, Callable[[World, str, Edits, Noticed], tuple[Proposal, str] | None]] = {"name": _name, "word": _word, "manner": _manner, "praise": _praise, "capability": _capability, "person": _person}


def _note(world: World, name: str, edits: Edits, seen: Noticed, line: str, key: str, written: Callable[[str, str, str, str], str]) -> tuple[Proposal, str] | None:
    if key in edits.settled:
        return None
    after = written(world.get(name, Soul).files.get(PREFERENCES, ""), line, seen.day, seen.turn)
    return make(world, name, PREFERENCES, after, f"{line} You said: {_quoted(seen)}", [seen.turn], key)


def _ask(world: World, name: str, edits: Edits, path: str, after: str, reason: str, turns: list[str], key: str) -> tuple[Proposal, str] | None:
    if not after or key in edits.settled or _waiting(edits) >= WAITING_MOST or any(one.path == path for one in edits.open):
        return None
    return make(world, name, path, after, reason, turns, key)


def _waiting(edits: Edits) -> int:
    return sum(one.stands in WAITS for one in edits.open)


def _quoted(seen: Noticed) -> str:
    return f"“{seen.quote}”"
