"""One shared test set for every store: the same life on disk, in memory and in SQLite says the same, down to the commit ids."""

from __future__ import annotations

import pytest
from one_life import CONTACTS, DOCUMENT, GOALS, NAME, TRIGGERS, Lived, Store, live

from ecs.diary import owe
from ecs.effects import FileChange
from ecs.stores import goals
from ecs.stores.held import query
from ecs.stores.lines import parse, render
from yurios.replaying import find_pieces, replay
from yurios.vault.sqlite_vault import Shelf, SqliteRepository

STORES = [Store(vault, index) for vault in ("disk", "memory", "sqlite") for index in ("disk", "memory")]
LASTING = [store for store in STORES if store.lasts]


def name_of(store: Store) -> str:
    return f"vault {store.vault}, index {store.index}"


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """What the quietest store says: all in memory."""
    lived = Lived(Store("memory", "memory"), tmp_path_factory.mktemp("reference"))
    live(lived)
    said = lived.all()
    lived.close()
    return said


@pytest.fixture(scope="module", params=STORES, ids=name_of)
def lived(request, tmp_path_factory):
    """The life on each store, for tests that only ask."""
    lived = Lived(request.param, tmp_path_factory.mktemp("life"))
    live(lived)
    yield lived
    lived.close()


@pytest.fixture(params=STORES, ids=name_of)
def young(request, tmp_path):
    """A character just born on each store, for tests that change something."""
    lived = Lived(request.param, tmp_path)
    yield lived
    lived.close()


@pytest.mark.parametrize("what", ["ids", "files", "recalled", "found", "believed", "lists"])
def test_every_store_says_the_same_down_to_the_commit_ids(lived, reference, what):
    assert lived.all()[what] == reference[what]


def test_the_life_left_something_on_every_store(reference):
    assert [one[0][0] for one in reference["believed"] if one] == ["Lyon", "bakery"]
    assert reference["recalled"][0][1][0]["turn"] == reference["believed"][0][0][1][0], "memory and belief cite the same turn"
    assert reference["found"][3][0][0]["doc"] == "rye.md" and len(reference["ids"]) > 12
    assert all(DOCUMENT[hit["start"]:hit["end"]] == hit["text"] for hit in reference["found"][3][0])


def test_lines_that_are_not_understood_stay_byte_for_byte_and_are_named_once(lived):
    kept = lived.files()
    assert (kept["triggers.md"], kept["contacts.md"]) == (TRIGGERS, CONTACTS)
    assert kept["goals.md"] == GOALS.replace("Grind the rye\n", "Grind the rye {#g-9}\n")
    assert [fault.split(":")[0] for fault in lived.notes().told] == ["goals.md, line 4", "goals.md, line 5", "triggers.md, line 4", "contacts.md, line 6"]


def test_what_was_let_go_is_in_no_answer_and_in_the_history(lived):
    assert "cardamom" not in str([lived.recalled(), lived.believed(), lived.found()])
    assert query(lived.character.world, NAME, "What is the secret ingredient of the soup?") == []
    assert "cardamom" in str(lived.files())


def test_what_she_knows_of_the_owner_stands_in_her_block_and_what_was_let_go_in_none_of_her_pages(lived):
    kept = lived.files()
    pages = [text for path, text in kept.items() if path in ("soul/USER.md", "memory/summary.md", "memory/semantic/facts.md")]
    assert "- Ana is your sister. {#p-1 by=owner turns=t-" in kept["soul/USER.md"] and "cardamom" not in str(pages)


@pytest.mark.parametrize("store", LASTING, ids=name_of)
def test_after_a_restart_nothing_is_news_and_every_answer_is_the_same(store, reference, tmp_path):
    lived = Lived(store, tmp_path)
    live(lived)
    lived.restart()
    assert lived.all() == reference
    lived.restart()
    assert lived.all() == reference
    lived.close()


def test_a_life_goes_on_after_a_restart_alike_on_every_store_that_lasts(tmp_path):
    said = []
    for store in LASTING:
        lived = Lived(store, tmp_path / name_of(store))
        live(lived)
        lived.restart()
        lived.say("Ana moved to Nantes.")
        said.append(lived.all())
        lived.close()
    assert all(one == said[0] for one in said) and said[0]["believed"][0][0][0] == "Nantes"


def test_a_goal_goes_its_whole_way_through_the_file(young):
    """pending → active → waiting → done, another abandoned; where it came from and how it is held stay with it."""
    young.lay("goals.md", GOALS)
    for state in ("active", "waiting", "done"):
        listing = young.notes().goals
        goals.set_state(listing, "g-7", state)
        write(young, listing, f"g-7 is {state}")
        again = parse(young.character.repository.committed("goals.md"))
        item = goals.find(again, "g-7")
        assert (goals.state(item), goals.value(item, "from"), goals.value(item, "commitment")) == (state, "promise:her-own-words", "single-minded")
    goals.set_state(young.notes().goals, "g-9", "abandoned")
    write(young, young.notes().goals, "g-9 is let be")
    text = young.character.repository.committed("goals.md")
    assert "- [x] Ask how" in text and "- [-] Grind the rye" in text and "- [?] a box that is none\n- [ ] Water the plants {#g-8 flavour=\n\twho knows" in text
    with pytest.raises(goals.GoalError, match="done already"):
        goals.set_state(young.notes().goals, "g-7", "active")


def test_a_goal_said_twice_is_one(young):
    young.lay("goals.md", GOALS)
    listing = young.notes().goals
    first = goals.adopt(listing, "Ask how the interview went", priority="0.9", **{"from": "owner"})
    assert first.id == "g-7" and first.keys["from"] == "promise:her-own-words" and goals.priority(first) == 0.9
    assert goals.adopt(listing, "Mend the sluice").id == "g-10"
    write(young, listing, "Thought of more")
    assert young.character.repository.committed("goals.md").count("interview") == 1


def test_a_replay_of_its_tape_makes_every_commit_again(lived):
    lived.character.flush()
    report = replay(find_pieces(lived.place / "tapes" / NAME))
    assert report.differs is None and report.commits >= 12 and report.vault_head == lived.character.repository.head()


def test_two_characters_of_one_shelf_live_apart(tmp_path):
    shelf = Shelf(tmp_path / "village.sqlite")
    tom = SqliteRepository(shelf, "tom")
    tom.birth({"soul/CONSTITUTION.md": "Tom.\n"}, "The first day", "Tom", 1_772_409_600_000_000, 0)
    shelf.close()
    lived = Lived(Store("sqlite", "memory"), tmp_path)
    live(lived)
    assert len(SqliteRepository(lived.shelf, "tom").log()) == 1 and lived.shelf.names() == [NAME, "tom"]
    lived.close()


def write(lived: Lived, listing, message: str) -> None:
    """As a system of hers writes it: owed to the folder, confirmed by it."""
    owe(lived.character.world, NAME, (FileChange("goals.md", "replace", render(listing)),), message)
    lived.character.go(1_000_000)
