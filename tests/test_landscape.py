"""The ground of a place: the same from the same seed, hills and a bed that falls, cliffs, woods, walls; heights from files."""

from __future__ import annotations

import numpy as np
import pytest
from glade import PLAN, glade
from PIL import Image

from ecs.components.ground import CELL_COLUMNS, FLOOR, FOREST, MATERIALS, MUD, ROCK, WALL, Ground, cell_at
from ecs.landscape import drawn, hills, noise
from ecs.snapshot import digest
from yurios.heights import HeightsError, packed, read_heights, unpacked
from yurios.places import PlaceError, read_place

METRE = 1024


def grid(ground: Ground, column: str) -> np.ndarray:
    return ground.cells.read(column).reshape(ground.long, ground.wide)


def test_the_same_seed_gives_the_same_ground_and_another_gives_another():
    assert digest(glade(3)) == digest(glade(3)) != digest(glade(4))


def test_noise_is_smooth_and_uses_its_range():
    field = noise(128, 128, 1024, 16 * METRE, 5, "hills")
    assert field.min() >= 0 and field.max() <= 65_535 and field.max() - field.min() > 30_000
    assert int(np.abs(np.diff(field, axis=1)).max()) < 12_000


def test_hills_rise_as_high_as_they_are_asked_to():
    low, high = (hills({"base": 10, "hills": rise, "hill_length": 40}, 64, 64, 2048, 1) for rise in (2, 30))
    assert (high.max() - high.min()) > 10 * (low.max() - low.min())
    assert abs(int(low.mean()) - 10 * METRE) < 2 * METRE


def test_a_stream_bed_falls_all_the_way_and_the_pond_is_a_bowl():
    ground = glade().get("place", Ground)
    bed = [grid(ground, "height")[z // 2, x // 2] for x, z in ((20, 6), (24, 16), (28, 26), (36, 36))]
    assert bed == sorted(bed, reverse=True) and bed[0] > bed[-1]
    pond = grid(ground, "height")
    assert pond[24, 24] < pond[24, 20] < 6 * METRE and grid(ground, "material")[24, 24] == MUD
    assert grid(ground, "water")[24, 24] > 1_500_000 and grid(ground, "water")[0, 0] == 0


def test_a_cliff_is_steep_and_bare_and_a_wood_is_where_it_was_drawn():
    ground = glade().get("place", Ground)
    material = grid(ground, "material")
    assert ROCK in material[:20, 38:44] and material[37, 12] == FOREST and material[5, 5] != FOREST


def test_buildings_have_walls_a_floor_and_a_door():
    place = {**PLAN, "building": [{"name": "hut", "kind": "house", "at": [60, 10], "size": [10, 8], "door": [64, 17]}]}
    ground = glade(**{"building": place["building"]}).get("place", Ground)
    material = grid(ground, "material")
    assert material[5, 30] == WALL and material[6, 31] == FLOOR and material[8, 32] == FLOOR
    assert len({int(value) for value in grid(ground, "height")[5:9, 30:35].ravel()}) == 1


def test_a_point_beyond_the_edge_belongs_to_the_edge():
    ground = glade().get("place", Ground)
    assert cell_at(ground, -5, -5) == 0 and cell_at(ground, 10**9, 10**9) == len(ground.cells) - 1


def test_paths_and_areas_are_painted_in_their_material():
    height, material = drawn({"path": [{"points": [[0, 8], [32, 8]], "width": 4}], "area": [{"corners": [[0, 20], [32, 20], [32, 32], [0, 32]], "material": "sand"}]},
                             np.zeros((16, 16), "i8"), 2048, 1)
    assert [MATERIALS[kind] for kind in (material[4, 5], material[12, 5], material[0, 5])] == ["path", "sand", "meadow"]
    assert set(CELL_COLUMNS) >= {"height", "water", "soil", "grass"}


def test_heights_come_from_a_png_of_sixteen_bits(tmp_path):
    steps = (np.arange(64 * 32).reshape(32, 64) * 31).astype("u2")
    Image.fromarray(steps).save(tmp_path / "land.png")
    heights = read_heights(tmp_path / "land.png", 64)
    assert heights.shape == (32, 64) and heights.dtype == np.int32
    assert heights.tolist() == (steps.astype("i8") * 64 * 1024 // 65_535).tolist()


def test_heights_come_from_an_npz_and_survive_their_packing(tmp_path):
    land = np.arange(20 * 10, dtype="i4").reshape(20, 10) * 100
    np.savez(tmp_path / "land.npz", height=land)
    assert unpacked(packed(read_heights(tmp_path / "land.npz", 1))).tolist() == land.tolist()


@pytest.mark.parametrize("name, make", [
    ("rgb.png", lambda path: Image.new("RGB", (8, 8)).save(path)),
    ("bytes.png", lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n broken")),
    ("flat.npz", lambda path: np.savez(path, height=np.zeros(9, "i4"))),
    ("floats.npz", lambda path: np.savez(path, height=np.full((8, 8), np.nan))),
    ("high.npz", lambda path: np.savez(path, height=np.full((8, 8), 10**9))),
    ("other.npz", lambda path: np.savez(path, depth=np.zeros((8, 8), "i4"))),
    ("objects.npz", lambda path: np.savez(path, height=np.array([[{}] * 8] * 8, dtype=object))),
    ("not_there.npz", lambda path: None),
])
def test_what_is_no_height_field_is_refused_by_name(tmp_path, name, make):
    make(tmp_path / name)
    with pytest.raises(HeightsError, match=name):
        read_heights(tmp_path / name, 64)


def test_a_place_file_with_heights_stands_on_its_own(tmp_path):
    np.savez(tmp_path / "land.npz", height=np.full((16, 16), 7 * METRE, "i4"))
    (tmp_path / "isle.toml").write_text('title = "an isle"\n[ground]\nsize = 32\nheights = "land.npz"\n')
    place = read_place("isle", tmp_path)
    (tmp_path / "land.npz").unlink()
    ground = glade(ground=place["ground"], plant=[], animal=[]).get("place", Ground)
    assert (ground.wide, ground.long) == (16, 16) and int(grid(ground, "height")[3, 3]) == 7 * METRE


@pytest.mark.parametrize("name", ["meadow", "village", "tiny"])
def test_the_places_that_are_shipped_read(name):
    assert read_place(name)


@pytest.mark.parametrize("text, named", [
    ('title = "x"\n[ground]\nsize = 64\nhils = 3', "hils"),
    ('title = "x"\n[ground]\nsize = 64\n[[ground.pond]]\nat = [1, 1]\nradius = 3\ndepth = 1\nlevel = 2\ndeep = 3', "deep"),
    ('title = "x"\n[ground]\nsize = 64\n[[animal]]\nkind = "dragon"\ncount = 1', "dragon"),
    ('title = "x"\n[ground]\nsize = 64.5', "64.5"),
    ('title = "x"\n[ground]\nsize = 64\nheights = "../../secret.npz"', "secret"),
    ('title = "x"', "ground"),
    ('title = "x"\nrun = "rm"\n[ground]\nsize = 64', "run"),
])
def test_a_slip_in_a_place_file_is_named(tmp_path, text, named):
    (tmp_path / "slip.toml").write_text(text)
    with pytest.raises(PlaceError, match=named):
        read_place("slip", tmp_path)
