"""Letting go: out of the window, out of what she believes, noted by turn and never by word."""

from __future__ import annotations

import pytest

from ecs.clock import Clock
from ecs.components.belief import Believed, Discourse
from ecs.components.speech import Exchange, Owed, Talk
from ecs.effects import Forget, WriteVault
from ecs.reading.dates import Moment
from ecs.reading.told import take_in
from ecs.signals import Origin, Signal
from ecs.stores.belief import Pattern, Source
from ecs.stores.held import beliefs_of, query
from ecs.world import World
from systems.memory.let_go import let_go

OWNER = Origin("owner", "terminal", "owner")
AT = 1_774_780_000_000_000


@pytest.fixture
def world():
    world = World("w", 7, Clock(epoch_us=AT))
    window = [Exchange("t-1", "My sister Ana moved to Lyon.", "Oh!"), Exchange("t-2", "Education matters.", "It does.")]
    world.spawn("yuri", Talk([], window, []), Owed({}), Believed(), Discourse())
    world.barrier()
    take_in(beliefs_of(world, "yuri"), world.get("yuri", Discourse), "My sister Ana moved to Lyon.", Moment(AT, world.clock), Source("t-1"))
    world.barrier()
    beliefs_of(world, "yuri").take_changes()
    yield world
    world.close()


def forget(world: World, words: str) -> list:
    let_go(world, (Signal(9, 0, "", "command", "yuri", {"name": "forget", "values": {"text": words}}, OWNER),))
    effects, world.effects = world.effects, []
    return effects


def test_whole_words_leave_the_window_and_the_index_is_asked(world):
    [asked] = forget(world, "cat")
    assert isinstance(asked, Forget) and (asked.words, asked.turns) == ("cat", ())
    [asked] = forget(world, "ana")
    assert asked.turns == ("t-1",) and [one.turn for one in world.get("yuri", Talk).window] == ["t-2"]


def test_what_rested_on_a_forgotten_turn_is_believed_no_more_and_the_notes_hold_no_word_of_it(world):
    assert query(world, "yuri", Pattern(subject="Ana"))
    let_go(world, (Signal(10, 0, "", "forgotten", "yuri", {"forget": "f", "turns": ["t-1"], "rows": 1}),))
    assert not query(world, "yuri", Pattern(subject="Ana"))
    [write] = [effect for effect in world.effects if isinstance(effect, WriteVault)]
    assert {change.path for change in write.changes} == {"memory/semantic/forgotten.md", "world/beliefs.jsonl"}
    assert not any(word in change.text for change in write.changes for word in ("Ana", "Lyon"))


def test_a_stranger_cannot_make_her_forget(world):
    let_go(world, (Signal(9, 0, "", "command", "yuri", {"name": "forget", "values": {"text": "Ana"}}, Origin("x", "mail", "stranger")),))
    assert world.effects == [] and len(world.get("yuri", Talk).window) == 2
