"""REFLECT, one part: notice what the owner wishes of her, and of whom they speak. Only the owner's own committed words count."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import civil_at
from ecs.components.belief import Discourse, Said, Unthought
from ecs.components.edits import Edits, Noticed
from ecs.components.mind import Mind
from ecs.components.speech import Talk
from ecs.mention import mentions
from ecs.selfhood.noticing import wishes
from ecs.signals import Signal
from ecs.world import World

#: So often is somebody spoken of before they get an entry, and then again each time this many turns more.
OFTEN = 3
NOTICED_MOST, TURNS_MOST, PEOPLE_MOST = 40, 12, 200


def notice(world: World, inbox: Sequence[Signal]) -> None:
    """Stands before `believe` in TICK, which takes the same messages and leaves none."""
    for name, mind, edits, unthought in world.each(Mind, Edits, Unthought):
        if mind.awake:
            for said in unthought.said:
                if said.kept:
                    _notice(world, name, edits, said)


def _notice(world: World, name: str, edits: Edits, said: Said) -> None:
    day = f"{civil_at(world.clock, said.at_us):%Y-%m-%d}"
    for wish in wishes(said.text):
        words, turn = (_praised(world, name, said) or ("", "")) if wish.kind == "praise" else (wish.words, said.turn)
        if words:
            edits.noticed = [*edits.noticed, Noticed(wish.kind, words, turn, day, wish.quote[:240])][-NOTICED_MOST:]
    for mention in world.get(name, Discourse).mentions:
        if mention.sort == "person" and mention.key[:1].isupper() and mentions(said.text, mention.key.split(" ")[0]):
            _spoken_of(edits, mention.key, said.turn, day)


def _praised(world: World, name: str, said: Said) -> tuple[str, str] | None:
    """(what was said and what she answered, their turn) of the exchange that the praise speaks of: the one just before."""
    window = world.get(name, Talk).window
    place = next((place for place, one in enumerate(window) if one.turn == said.turn), len(window))
    before = window[place - 1] if place else None
    return (f"{before.owner}\n{before.her}", before.turn) if before and before.her == said.before and before.owner else None


def _spoken_of(edits: Edits, key: str, turn: str, day: str) -> None:
    turns = edits.people.get(key, [])
    if turn not in turns and (turns or len(edits.people) < PEOPLE_MOST):
        edits.people[key] = [*turns, turn][-TURNS_MOST:]
        if len(edits.people[key]) % OFTEN == 0:
            edits.noticed = [*edits.noticed, Noticed("person", key, turn, day)][-NOTICED_MOST:]
