"""Plants: they grow toward light and water, flower in season, seed, are eaten, die, and shade what stands under them."""

from __future__ import annotations

import numpy as np
from glade import DAY, glade, let_live

from ecs.columns import Table
from ecs.components.fauna import GRAZER
from ecs.components.flora import FLOWER, OAK, PLANT_COLUMNS, PLANT_DEEDS, PLANTS, Flora
from ecs.components.ground import Ground
from ecs.components.weather import Passing, Weather
from ecs.kinds import PLANT_DAYS
from systems.world.tend_plants import tend_plants

METRE = 1024


def planted(*rows: dict, **weather: int):
    """A glade without its plants but these."""
    world = glade(animal=[], plant=[])
    flora, table = world.get("place", Flora), Table(dict(PLANT_COLUMNS))
    for row in rows:
        table.add(1, **{"kind": FLOWER, "x": 20 * METRE, "z": 50 * METRE, "size": 30_000, "health": 50_000, **row})
    flora.rows = table
    state = world.get("place", Weather)
    state.temperature, state.day_of_year = weather.get("temperature", 1_800), weather.get("day", 180)
    return world


def live_days(world, days: int):
    passing = world.get("place", Passing)
    for _ in range(days * 144):
        passing.steps += 1
        tend_plants(world, ())
    return world.get("place", Flora)


def deed(flora: Flora, kind: int, name: str) -> int:
    return int(flora.deeds.read(name)[kind])


def test_a_plant_with_light_and_water_grows_and_one_in_the_dark_does_not():
    world = planted(*[{"size": 5_000, "kind": OAK, "x": x * METRE} for x in (20, 40, 60)])
    passing, ground, flora = world.get("place", Passing), world.get("place", Ground), world.get("place", Flora)
    ground.cells.write("shade")[25 * ground.wide + 30] = 255
    for step in range(2, 145):  # row 2 has its turn first, row 0 last
        passing.steps = step
        tend_plants(world, ())
    lit, _, dark = flora.rows.read("size").tolist()
    assert lit - 5_000 > 3 * (dark - 5_000)


def test_it_flowers_in_its_season_and_not_in_winter():
    summer, winter = planted({}, day=180), planted({}, day=10)
    assert deed(live_days(summer, 2), FLOWER, "flowered") == 1
    assert deed(live_days(winter, 2), FLOWER, "flowered") == 0


def test_flowers_seed_until_their_block_is_full():
    flora = live_days(planted(*[{"x": 30 * METRE + 700 * number, "z": 60 * METRE} for number in range(20)]), 120)
    assert deed(flora, FLOWER, "seeded") > 20 and 20 < len(flora.rows) < 400
    blocks = (flora.rows.read("z") >> 15) * 3 + (flora.rows.read("x") >> 15)
    assert max(np.bincount(blocks)) <= 31


def test_an_old_plant_dies_and_feeds_the_soil():
    world = planted({"age": PLANT_DAYS[FLOWER] + 1_000, "kind": FLOWER}, {"x": 40 * METRE, "age": 0})
    before = int(world.get("place", Ground).cells.read("fertility").sum(dtype="i8"))
    world.get("place", Weather).day_of_year = 10
    flora = live_days(world, 300)
    assert deed(flora, FLOWER, "died") >= 1 and int(world.get("place", Ground).cells.read("fertility").sum(dtype="i8")) > before


def test_a_plant_under_water_dies():
    world = planted({"x": 48 * METRE, "z": 48 * METRE})
    flora = live_days(world, 100)
    assert len(flora.rows) == 0 and deed(flora, FLOWER, "died") == 1


def test_grazers_eat_flowers():
    world = glade(seed=3)
    let_live(world, 8 * DAY)
    flora = world.get("place", Flora)
    assert sum(deed(flora, kind, "eaten") for kind in range(len(PLANTS))) > 0 and PLANT_DEEDS[3] == "eaten" and GRAZER == 0


def test_crowns_shade_the_ground_and_nothing_else_does():
    world = planted({"kind": OAK, "size": 65_535, "x": 30 * METRE, "z": 50 * METRE})
    live_days(world, 1)
    shade = world.get("place", Ground).cells.read("shade").reshape(48, 48)
    assert shade[25, 15] > 150 and shade[25, 25] == 0 and int((shade > 0).sum()) < 40
