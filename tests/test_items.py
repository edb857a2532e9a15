"""Class and instance: one rule for every kind, and nothing of the owner's is ever overwritten."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from yurios.commands import items as command
from yurios.home import Home
from yurios.items import HERS_ALONE, ROOT, ItemError, Items


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what the project ships, which an update may change."""
    for part in ("assets", "vault"):
        shutil.copytree(ROOT / part, tmp_path / "project" / part)
    (tmp_path / "project" / "assets" / "skills" / "tea").mkdir(parents=True)
    (tmp_path / "project" / "assets" / "skills" / "tea" / "SKILL.md").write_text("# Tea\n")
    return tmp_path / "project"


@pytest.fixture
def items(project: Path, tmp_path: Path) -> Items:
    home = Home(tmp_path / "home")
    return Items(home, home.resident("yuri"), project)


def row(items: Items, item: str):
    return next(one for one in items.rows() if f"{one.kind}/{one.name}" == item)


@pytest.mark.parametrize("item", ["providers/starter", "skills/tea", "persona/PERSONA"])
def test_a_fork_is_the_owners_and_an_update_shows_its_new_version_beside_it(items: Items, project: Path, item: str):
    assert row(items, item).origin == "class"
    mine = items.fork(item)
    assert row(items, item).same and items.diff(item) == ""
    mine.write_text(mine.read_text(encoding="utf-8") + "# my own line\n", encoding="utf-8")
    kept = mine.read_bytes()
    assert not row(items, item).newer and "+# my own line" in items.diff(item)
    shipped = next(path for path in items.kinds[item.split("/")[0]].found(items.kinds[item.split("/")[0]].shipped).items() if path[0] == item.split("/")[1])[1]
    shipped.write_text("# a newer version\n", encoding="utf-8")
    assert row(items, item).newer and "-# a newer version" in items.diff(item)
    assert mine.read_bytes() == kept
    assert items.live(item.split("/")[0])[item.split("/")[1]] == mine


def test_an_upgrade_leaves_a_hand_edited_persona_as_it_is_and_shows_the_new_one_beside_it(items: Items, project: Path):
    mine = items.kinds["persona"].owned / "PERSONA.md"
    mine.parent.mkdir(parents=True)
    shutil.copy(project / "vault" / "soul" / "PERSONA.md", mine)
    items.note_birth()
    assert row(items, "persona/PERSONA").same and not row(items, "persona/PERSONA").newer
    mine.write_text("# Mira\n\nShe is somebody else now.\n")
    assert not row(items, "persona/PERSONA").newer
    (project / "vault" / "soul" / "PERSONA.md").write_text("# Yuri, second edition\n")
    assert row(items, "persona/PERSONA").newer and "second edition" in items.diff("persona/PERSONA")
    assert mine.read_text() == "# Mira\n\nShe is somebody else now.\n"


def test_a_class_item_is_read_live_until_it_is_forked(items: Items, project: Path):
    shipped = project / "assets" / "providers" / "starter.toml"
    assert items.live("providers")["starter"] == shipped


def test_a_disabled_item_is_out_of_force_and_still_listed(items: Items):
    items.disable("providers/ollama")
    assert "ollama" not in items.live("providers") and row(items, "providers/ollama").disabled
    items.disable("providers/ollama", off=False)
    assert "ollama" in items.live("providers")


def test_forking_twice_or_what_is_not_shipped_is_refused(items: Items, tmp_path: Path):
    items.fork("providers/starter")
    with pytest.raises(ItemError, match="yours already"):
        items.fork("providers/starter")
    (tmp_path / "home" / "providers" / "mine.toml").write_text("protocol = 'scripted'\n")
    with pytest.raises(ItemError, match="nothing of that name is shipped"):
        items.fork("providers/mine")
    assert row(items, "providers/mine").origin == "instance"


@pytest.mark.parametrize("kind", HERS_ALONE)
def test_what_is_hers_alone_has_no_class(items: Items, kind: str):
    with pytest.raises(ItemError, match="hers alone"):
        items.fork(f"{kind}/anything")


def test_her_constitution_and_what_she_knows_of_you_are_no_items_to_choose(items: Items):
    assert not {"CONSTITUTION", "USER"} & {one.name for one in items.rows("persona")}


def test_a_slip_gets_the_nearest_word(items: Items):
    with pytest.raises(ItemError, match='did you mean "providers"'):
        items.rows("provider")
    with pytest.raises(ItemError, match='did you mean "starter"'):
        items.fork("providers/startr")


def test_a_broken_state_file_is_named_and_nothing_is_taken_for_enabled(items: Items, tmp_path: Path):
    (tmp_path / "home" / "items").mkdir(parents=True)
    (tmp_path / "home" / "items" / "state.json").write_text("{")
    with pytest.raises(ItemError, match="cannot be read"):
        items.live("providers")


def test_the_command_lists_forks_and_compares(tmp_path: Path, capsys):
    import argparse

    def run(*words: str) -> tuple[int, str]:
        parser = argparse.ArgumentParser()
        command.arguments(parser)
        code = command.run(parser.parse_args([*words, "--home", str(tmp_path / "home")]))
        told = capsys.readouterr()
        return code, told.out + told.err

    assert "providers/starter" in run("list")[1]
    assert run("fork", "providers/ollama")[0] == 0 and (tmp_path / "home" / "providers" / "ollama.toml").is_file()
    assert {one["name"] for one in json.loads(run("list", "providers", "--json")[1])} >= {"ollama", "starter"}
    assert run("fork", "providers/nobody")[0] == 2 and run("fork")[0] == 2
    assert "disabled" in run("disable", "providers/lmstudio")[1] and "disabled" in run("list")[1]
    assert "Nothing differs" in run("diff", "providers/ollama")[1]
