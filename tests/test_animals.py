"""Animals: each behaviour by itself, through the systems that make it; and what they may never do."""

from __future__ import annotations

import numpy as np
import pytest
from glade import DAY, STEP, glade, let_live, watch

from ecs.columns import Table
from ecs.components.fauna import ANIMAL_COLUMNS, BIRD, BREED, CAT, DEEDS, DRINK, FISH, FLEE, FLOCK, GRAZE, GRAZER, HUNT, HUNTER, SLEEP, SWARM, Fauna
from ecs.components.ground import WALL, Ground
from ecs.components.weather import Passing, Weather
from systems.world.live import WADE, live
from systems.world.survey import survey

METRE = 1024


def peopled(*rows: dict, dark: bool = False):
    """A glade with these animals only, at noon or in the dark."""
    world = glade(plant=[], animal=[])
    fauna, table = world.get("place", Fauna), Table(dict(ANIMAL_COLUMNS))
    for row in rows:
        place = {"x": 20 * METRE, "z": 50 * METRE} | row
        table.add(1, **{"kind": GRAZER, "health": 60_000, "with_id": -1, "age": 50 * 144, "gx": place["x"], "gz": place["z"], **place})
    fauna.rows = table
    world.get("place", Weather).sun_height = -20_000 if dark else 40_000
    world.get("place", Passing).steps = 1
    survey(world, ())
    return world


def live_steps(world, steps: int) -> Fauna:
    for _ in range(steps):
        world.get("place", Passing).steps += 1
        live(world, ())
    return world.get("place", Fauna)


def of(fauna: Fauna, field: str) -> list[int]:
    return fauna.rows.read(field).tolist()


def test_a_hungry_grazer_eats_grass_and_the_grass_is_shorter():
    world = peopled({"hunger": 50_000})
    before = int(world.get("place", Ground).cells.read("grass").sum(dtype="i8"))
    fauna = live_steps(world, 1)
    assert of(fauna, "doing") == [GRAZE]
    live_steps(world, 1)
    assert of(fauna, "hunger")[0] < 50_000 and int(world.get("place", Ground).cells.read("grass").sum(dtype="i8")) < before


def test_a_thirsty_one_goes_to_water_and_drinks():
    world = peopled({"thirst": 40_000})
    fauna, ground = live_steps(world, 1), world.get("place", Ground)
    assert of(fauna, "doing") == [DRINK]
    live_steps(world, 1)
    cell = of(fauna, "z")[0] // ground.cell * ground.wide + of(fauna, "x")[0] // ground.cell
    assert of(fauna, "thirst")[0] < 1_000 and 0 < ground.cells.read("water")[cell] < WADE


@pytest.mark.parametrize("kind, dark", [(GRAZER, True), (HUNTER, False)])
def test_the_tired_sleep_in_their_own_night_and_wake_rested(kind, dark):
    fauna = live_steps(peopled({"kind": kind, "tired": 30_000}, dark=dark), 1)
    assert of(fauna, "doing") == [SLEEP]


def test_a_hungry_hunter_hunts_and_in_the_end_eats():
    world = peopled({"kind": HUNTER, "hunger": 50_000}, *[{"x": (20 + number) * METRE} for number in range(8)], dark=True)
    fauna = live_steps(world, 1)
    assert of(fauna, "doing")[0] == HUNT
    live_steps(world, 20)
    assert int(fauna.deeds.read("eaten")[GRAZER]) >= 1 and len(fauna.rows) <= 8 and of(fauna, "hunger")[0] < 50_000


def test_what_is_hunted_flees_and_gets_away_from_it():
    world = peopled({"kind": HUNTER, "hunger": 50_000, "doing": HUNT, "x": 30 * METRE}, {"x": 34 * METRE}, dark=True)
    fauna = live_steps(world, 1)
    assert of(fauna, "doing")[1] == FLEE and of(fauna, "fear")[1] == 65_535
    assert abs(of(fauna, "gx")[1] - 30 * METRE) + abs(of(fauna, "gz")[1] - 50 * METRE) > 8 * METRE


def test_the_lonely_seek_their_own_kind():
    fauna = live_steps(peopled({"lonely": 40_000, "kind": BIRD}, *[{"x": 40 * METRE, "kind": BIRD} for _ in range(2)]), 1)
    assert of(fauna, "doing")[0] == FLOCK


def test_a_pair_has_young_when_their_time_has_come_and_a_lone_one_has_none():
    pair = live_steps(peopled({"female": 1}, {"female": 0}), 600)
    alone = live_steps(peopled({"female": 1}), 600)
    assert int(pair.deeds.read("breed")[GRAZER]) >= 1 and int(alone.deeds.read("breed")[GRAZER]) == 0
    born = live_steps(peopled({"female": 1, "bearing": 3}), 4)
    assert len(born.rows) == 4 and int(born.deeds.read("born")[GRAZER]) == 3 and of(born, "age")[1:] == [1, 1, 1] and BREED == 8


@pytest.mark.parametrize("need, cause", [("hunger", "of_hunger"), ("thirst", "of_thirst")])
def test_want_kills(need, cause):
    world = peopled({need: 65_535, "health": 500, "kind": SWARM if need == "hunger" else GRAZER})
    fauna = live_steps(world, 1)
    assert len(fauna.rows) == 0 and sum(fauna.deeds.read(cause)) == 1 == sum(fauna.deeds.read("die"))


def test_age_kills_in_the_end():
    fauna = live_steps(peopled(*[{"kind": CAT, "age": 91 * 144} for _ in range(20)]), 400)
    assert int(fauna.deeds.read("of_age")[CAT]) >= 3


def test_a_fish_out_of_water_dies():
    fauna = live_steps(peopled({"kind": FISH}, {"kind": FISH, "x": 48 * METRE, "z": 48 * METRE}), 40)
    assert len(fauna.rows) == 1 and int(fauna.deeds.read("of_thirst")[FISH]) == 1


def stands(world) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(kind, material, water) under every animal."""
    fauna, ground = world.get("place", Fauna), world.get("place", Ground)
    cell = fauna.rows.read("z") // ground.cell * ground.wide + fauna.rows.read("x") // ground.cell
    return fauna.rows.read("kind"), ground.cells.read("material")[cell], ground.cells.read("water")[cell]


@pytest.mark.parametrize("watched", [False, True])
def test_nobody_walks_through_walls_or_into_deep_water_or_out_of_the_place(watched):
    world = glade(building=[{"name": "hut", "kind": "house", "at": [60, 60], "size": [20, 16]}])
    fauna = world.get("place", Fauna)
    watch(world, watched)
    for _ in range(6):
        let_live(world, 500 if watched else DAY // 8)
        kind, material, water = stands(world)
        walks, swims = (kind == GRAZER) | (kind == HUNTER) | (kind == CAT), kind == FISH
        assert int((water[walks] > 2 * WADE).sum()) == 0 and int((water[swims] < 60_000).sum()) == 0
        assert 0 <= int(fauna.rows.read("x").min()) and int(fauna.rows.read("x").max()) < 96 * METRE
        assert int((material[walks] == WALL).sum()) <= 1  # a new hut may have been built round one


def test_watched_ones_move_and_unwatched_ones_wait_for_their_step():
    still, seen = let_live(glade(), STEP), let_live(glade(), STEP)
    watch(seen)
    before = still.get("place", Fauna).rows.read("x").copy()
    let_live(still, 64 * 8)
    let_live(seen, 64 * 8)
    assert (still.get("place", Fauna).rows.read("x") == before).all()
    assert int((seen.get("place", Fauna).rows.read("vx") != 0).sum()) > 10


def test_a_stranger_cannot_watch():
    world = glade()
    watch(world, trust="stranger")
    before = world.get("place", Fauna).rows.read("x").copy()
    let_live(world, 64)
    assert (world.get("place", Fauna).rows.read("x") == before).all()


def test_a_chase_ends_apart_from_where_it_began_and_fear_is_felt():
    world = peopled({"kind": HUNTER, "doing": HUNT, "x": 30 * METRE, "gx": 33 * METRE}, {"x": 33 * METRE})
    watch(world)
    let_live(world, 64 * 3)
    fauna = world.get("place", Fauna)
    assert of(fauna, "fear")[1] == 65_535 and abs(of(fauna, "x")[1] - 33 * METRE) + abs(of(fauna, "z")[1] - 50 * METRE) > METRE


def test_every_deed_has_a_column():
    assert list(glade().get("place", Fauna).deeds.kinds) == list(DEEDS)
