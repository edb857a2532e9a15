"""Water: none is made, none is lost; rain becomes soil water, ground water, springs, stream, pond, and leaves over the edge."""

from __future__ import annotations

import numpy as np
import pytest
from glade import DAY, PLAN, glade, let_live

from ecs.components.ground import Ground, missing, stored
from ecs.components.weather import Passing, Weather
from systems.world.flow import flow
from systems.world.soak import soak

BARE = {"plant": [], "animal": []}


@pytest.mark.parametrize("seed", [7, 9])
def test_what_came_in_is_there_or_went_out_to_the_last_micrometre(seed):
    world = let_live(glade(seed, animal=[]), 5 * DAY)
    ground = world.get("place", Ground)
    assert missing(ground) == 0 and ground.rained > 0 and ground.evaporated > 0


def test_water_that_is_taken_away_is_missed():
    world = let_live(glade(**BARE), DAY // 12)
    ground = world.get("place", Ground)
    ground.cells.write("water", 0, len(ground.cells))[int(ground.cells.read("water").argmax())] -= 5
    assert missing(ground) == 5


def test_water_runs_downhill_and_none_below_zero():
    world = glade(**BARE)
    ground = world.get("place", Ground)
    top = int(np.argmax(ground.cells.read("height")))
    ground.cells.write("water", top, top + 1)[0] += 900_000
    ground.began = stored(ground)
    for _ in range(40):
        flow(world, ())
    water = ground.cells.read("water")
    assert water[top] < 20_000 and water.min() >= 0 and missing(ground) == 0


def test_a_long_rain_fills_the_soil_first_and_the_pond_later():
    world = glade(**BARE)
    ground, weather = world.get("place", Ground), world.get("place", Weather)
    weather.rains, weather.temperature = (9_000,) * 6, 900
    soil = int(ground.cells.read("soil").sum())
    for _ in range(24):
        _pass(world)
        soak(world, ())
        flow(world, ())
    assert int(ground.cells.read("soil").sum()) > soil and missing(ground) == 0 and ground.ran_out > 0
    assert ground.cells.read("water")[24 * ground.wide + 24] > 2_000_000 - 1


def _pass(world):
    world.get("place", Passing).steps += 1


def test_snow_lies_while_it_is_cold_and_becomes_water_when_it_thaws():
    world = glade(**BARE)
    ground, weather = world.get("place", Ground), world.get("place", Weather)
    weather.snows, weather.temperature = (500,) * 6, -800
    for _ in range(6):
        _pass(world)
        soak(world, ())
    lain = int(ground.cells.read("snow").sum())
    weather.snows, weather.temperature = (0,) * 6, 1_500
    for _ in range(12):
        _pass(world)
        soak(world, ())
    assert lain > 0 and int(ground.cells.read("snow").sum()) == 0 and missing(ground) == 0


def test_springs_give_what_the_ground_water_holds_and_no_more():
    world = glade(**BARE)
    ground = world.get("place", Ground)
    ground.deep = 5_000
    ground.began = stored(ground)
    for _ in range(400):
        flow(world, ())
    assert 0 <= ground.deep <= 5_000 and missing(ground) == 0


def test_grass_grows_in_light_and_rain_and_not_on_rock_or_in_the_dark():
    bright, dark = (glade(**BARE), glade(**BARE))
    for world, sun in ((bright, 40_000), (dark, 0)):
        ground, weather = world.get("place", Ground), world.get("place", Weather)
        weather.suns, weather.temperature, weather.rains = (sun,) * 6, 1_800, (60,) * 6
        ground.cells.write("grass")[:] = 5_000
        for _ in range(6 * 24 * 4):
            _pass(world)
            soak(world, ())
    sunny, shady = (world.get("place", Ground).cells.read("grass") for world in (bright, dark))
    assert int(sunny.mean()) > int(shady.mean()) + 1_000 and PLAN["ground"]["size"] == 96
