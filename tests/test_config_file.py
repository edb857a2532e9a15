"""Editing config.toml: one dial changes and nothing else does; the former file is never lost."""

from __future__ import annotations

import sys
import tomllib

import pytest

from yurios.config import ConfigError, load
from yurios.config_file import Change, set_dial, undo
from yurios.home import Home

COMMENTED = "# mine\n[mind]  # her mind\nmin_gap_s = 60 # short\n\n[server]\nport = 9000\n"


@pytest.fixture
def home(tmp_path) -> Home:
    return Home(tmp_path)


def backup(home: Home):
    return home.config_path.with_name("config.toml.bak")


def test_a_new_file_holds_only_the_dial_that_was_set(home):
    assert set_dial(home, "mind.min_gap_s", "60") == Change("mind.min_gap_s", 3600, 60)
    assert tomllib.loads(home.config_path.read_text()) == {"mind": {"min_gap_s": 60}}


def test_comments_and_order_stay(home):
    home.config_path.write_text(COMMENTED)
    set_dial(home, "mind.min_gap_s", "90")
    assert home.config_path.read_text() == COMMENTED.replace("60", "90")
    assert backup(home).read_text() == COMMENTED


def test_windows_line_ends_stay(home):
    home.config_path.write_bytes(COMMENTED.replace("\n", "\r\n").encode())
    set_dial(home, "mind.min_gap_s", "90")
    assert home.config_path.read_bytes() == COMMENTED.replace("60", "90").replace("\n", "\r\n").encode()


@pytest.mark.parametrize("text", ['"mind.min_gap_s" = 1\n', "mind.min_gap_s = 1\n", "mind = { min_gap_s = 1 }\n", "[mind]\nmin_gap_s = 1", "[mind]\n[tape]\nkeep_days = 3\n"])
def test_whatever_form_the_owner_wrote_is_edited_in_place(home, text):
    home.config_path.write_text(text)
    set_dial(home, "mind.min_gap_s", "2")
    assert load(home, {})["mind.min_gap_s"] == 2


@pytest.mark.parametrize("key, text, says", [("mind.min_gap", "1", "did you mean mind.min_gap_s"), ("mind.min_gap_s", "soon", "config set: mind.min_gap_s wants a whole number")])
def test_a_refused_edit_touches_nothing(home, key, text, says):
    home.config_path.write_text(COMMENTED)
    with pytest.raises(ConfigError, match=says):
        set_dial(home, key, text)
    assert home.config_path.read_text() == COMMENTED and not backup(home).exists()


def test_an_edit_that_makes_the_weights_senseless_is_refused(home):
    home.config_path.write_text("[mind]\n" + "".join(f"weight_{name} = 0\n" for name in ("relevance", "time_sensitivity", "contact_license", "availability")))
    with pytest.raises(ConfigError, match="add up to 0"):
        set_dial(home, "mind.weight_welcome", "0")
    assert "welcome" not in home.config_path.read_text()


def test_undo_swaps_and_a_second_undo_is_a_redo(home):
    home.config_path.write_text(COMMENTED)
    set_dial(home, "server.port", "9001")
    assert undo(home) == (Change("server.port", 9001, 9000),)
    assert home.config_path.read_text() == COMMENTED
    assert undo(home) == (Change("server.port", 9000, 9001),)


def test_undo_of_the_first_edit_leaves_defaults(home):
    set_dial(home, "server.port", "9001")
    undo(home)
    assert load(home, {})["server.port"] == 8768


def test_undo_is_the_way_out_of_a_broken_file_and_keeps_it(home):
    home.config_path.write_text(COMMENTED)
    set_dial(home, "server.port", "9001")
    home.config_path.write_text("[mind\n")
    assert undo(home) == ()
    assert home.config_path.read_text() == COMMENTED and backup(home).read_text() == "[mind\n"


def test_undo_with_nothing_to_undo_says_so(home):
    with pytest.raises(ConfigError, match="nothing to undo"):
        undo(home)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_a_linked_file_stays_a_link(home, tmp_path):
    (tmp_path / "dotfiles").mkdir()
    real = tmp_path / "dotfiles" / "her.toml"
    real.write_text(COMMENTED)
    home.config_path.symlink_to(real)
    set_dial(home, "server.port", "9001")
    assert home.config_path.is_symlink() and "9001" in real.read_text()


def test_no_scraps_are_left(home):
    set_dial(home, "server.port", "9001")
    assert sorted(path.name for path in home.path.iterdir()) == ["config.toml", "config.toml.bak"]
