"""The home: where it is, who may read it, and which names a resident's folder may have."""

from __future__ import annotations

import dataclasses
import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from yurios.home import Home, HomeError, NameRefused, folder_name, open_home


def test_the_argument_wins_over_the_environment(tmp_path):
    home = open_home(str(tmp_path / "a"), {"YURIOS_HOME": str(tmp_path / "b")})
    assert home.path == (tmp_path / "a").resolve()
    assert not (tmp_path / "b").exists()


def test_the_environment_wins_over_the_platform(tmp_path):
    assert open_home(None, {"YURIOS_HOME": str(tmp_path / "b")}).path == (tmp_path / "b").resolve()


def test_with_neither_it_is_the_platforms_data_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name, appauthor: str(tmp_path / name))
    assert open_home(None, {"YURIOS_HOME": ""}).path == (tmp_path / "yurios").resolve()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no mode bits")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_a_new_home_is_the_owners_alone_under_any_umask(tmp_path, umask):
    before = os.umask(umask)
    try:
        home = open_home(str(tmp_path / "h"), {})
    finally:
        os.umask(before)
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no mode bits")
def test_a_home_that_exists_keeps_its_rights(tmp_path):
    tmp_path.chmod(0o750)
    open_home(str(tmp_path), {})
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o750


def test_odd_folders_work(tmp_path):
    home = open_home(str(tmp_path / "my #1 café 家 %20"), {})
    assert home.path.is_dir() and home.path.is_absolute()


def test_a_home_that_is_a_file_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(HomeError, match=r"cannot be her home: .*Choose a folder you can write"):
            open_home(str(path), {})


def test_a_path_no_system_knows_is_a_sentence():
    with pytest.raises(HomeError, match="--home"):
        open_home("a\0b", {})


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is a folder that even root cannot write")
def test_an_unwritable_home_is_a_sentence():
    for path in ("/proc", "/proc/yurios"):
        with pytest.raises(HomeError, match="cannot be her home"):
            open_home(path, {})


def test_every_part_lies_inside(tmp_path):
    home = Home(tmp_path)
    names = [name for name, value in vars(Home).items() if isinstance(value, property)]
    assert {"config_path", "tokens_path", "providers", "items", "models", "tapes", "worlds", "audit"} <= set(names)
    assert all(getattr(home, name).parent == tmp_path for name in names)
    assert home.resident("Yuri").vault == tmp_path / "residents" / "yuri" / "vault"


def test_a_home_is_frozen(tmp_path):
    with pytest.raises(dataclasses.FrozenInstanceError):
        Home(tmp_path).path = tmp_path


@pytest.mark.parametrize("name", ["Yuri", "Nū", "由里", "an na", "o'neil", "😀"])
def test_ordinary_names_are_folders(name):
    assert folder_name(name) == name.casefold()


def test_one_name_written_two_ways_is_one_folder():
    assert folder_name("Nu\u0304") == folder_name("nū")


@pytest.mark.parametrize(
    "name",
    ["", "  ", ".", "..", "../x", "A\\B", "a/b", "C:D?", "CON", "con.txt", "lpt1", "end.", "end ", " x", "x" * 65, "a\nb", "a\u202eb", "\0", "\ud800"],
)
def test_names_some_system_forbids_are_refused_with_a_way_out(name):
    with pytest.raises(NameRefused, match='such as "yuri"'):
        folder_name(name)


@given(st.text())
def test_no_name_leaves_the_residents_folder(name):
    home = Home(Path("home").resolve())
    try:
        resident = home.resident(name)
    except NameRefused:
        return
    assert resident.path.parent == home.path / "residents"
    assert folder_name(resident.name) == resident.name
