"""Her files of items, as the simulation reads them."""

from __future__ import annotations

import json

import pytest

from ecs.components.notes import Notes
from ecs.components.speech import Owed
from ecs.effects import Publish, WriteVault
from ecs.signals import Signal
from ecs.stores.lines import Listing
from ecs.world import World
from systems.memory.know_notes import know_notes


@pytest.fixture
def world():
    world = World("test", 1)
    world.spawn("yuri", Notes(Listing([], [], []), Listing([], [], []), [], {}, []), Owed({}))
    world.barrier()
    yield world
    world.close()


def change(world: World, **files: str | None) -> list:
    """The owner saves files; returns the effects."""
    paths = {f"{name}.md": text for name, text in files.items()}
    know_notes(world, (Signal(1, 0, "", "vault_changed", "yuri", {"cause": "edit", "files": paths}),))
    effects, world.effects = world.effects, []
    return effects


def notices(effects: list) -> list[str]:
    return [json.loads(effect.fields)["text"] for effect in effects if isinstance(effect, Publish)]


def test_a_goal_without_an_id_gets_one_and_it_is_written_back(world):
    effects = change(world, goals="# Goals\n\n- [ ] Water Gerald\n")
    [write] = [effect for effect in effects if isinstance(effect, WriteVault)]
    assert write.changes[0].text == "# Goals\n\n- [ ] Water Gerald {#g-1}\n" and write.by == "self"
    assert [item.id for item in world.get("yuri", Notes).goals.items] == ["g-1"]


def test_a_file_that_needs_nothing_is_not_written(world):
    assert change(world, goals="- [ ] Water Gerald {#g-1}\n", contacts="nobody yet\n") == []


def test_a_line_that_is_not_understood_is_named_once_and_kept(world):
    text = "- [?] hm\n- [ ] late {#g-1 due=tuesday}\n"
    assert len(notices(change(world, goals=text))) == 2
    assert notices(change(world, goals=text)) == []
    assert world.get("yuri", Notes).texts["goals.md"] == text


def test_a_deleted_file_means_no_goals_and_comes_back_by_nobody_but_the_owner(world):
    change(world, goals="- [ ] a {#g-1}\n")
    assert change(world, goals=None) == []
    assert world.get("yuri", Notes).goals.items == []


def test_contacts_and_triggers_are_read_too(world):
    change(world, contacts="| Ana | sister | mail | agent |\n", triggers='- [ ] Sing {#tr-1 when="every day at 9"}\n')
    notes = world.get("yuri", Notes)
    assert notes.contacts[0].name == "Ana" and notes.triggers.items[0].id == "tr-1"
