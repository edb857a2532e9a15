"""A place as a whole: the same bits on two processes, compiled or not, saved and loaded, jumped and stepped; and how it fares."""

from __future__ import annotations

import json

from glade import DAY, STEP, glade, let_live, watch
from ground_parts import in_new_process

from ecs.components.fauna import ANIMALS, Fauna
from ecs.components.ground import Ground
from ecs.snapshot import digest, digests, load, save
from ecs.step import advance
from systems.order import WORLD
from yurios.census import census, lines
from yurios.placemap import picture

CODE = "import json, test_place; print(json.dumps(test_place.lived()))"


def lived() -> list[str]:
    """Digests of a glade: unwatched for three steps, watched for thirty frames, unwatched again, saved and loaded between."""
    world, seen = glade(11), []
    let_live(world, 3 * STEP)
    seen.append(digest(world))
    world = load(*save(world))
    watch(world)
    let_live(world, 30)
    seen.append(digest(world))
    world = load(*save(world))
    watch(world, False)
    let_live(world, STEP)
    return [*seen, digest(world)]


def test_two_processes_two_hash_seeds_and_no_compiler_give_the_same_bits():
    here = json.loads(json.dumps(lived()))
    assert len(set(here)) == 3
    assert in_new_process(CODE, PYTHONHASHSEED="1") == here
    assert in_new_process(CODE, PYTHONHASHSEED="2", NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="ignore") == here


def test_saved_and_loaded_goes_on_as_if_it_had_not_been():
    one = other = glade(5)
    one = let_live(glade(5), DAY // 2)
    other = load(*save(let_live(other, DAY // 5 // STEP * STEP + 777)))
    let_live(other, one.frame - other.frame)
    assert digests(one) == digests(other)


def test_a_watched_place_jumps_over_nothing():
    one, other = glade(5), glade(5)
    for world, jump in ((one, True), (other, False)):
        watch(world)
        end = world.frame + 200
        while world.frame < end:
            advance(world, WORLD, end, jump)
    assert digests(one) == digests(other)


def test_another_seed_lives_another_life():
    assert digest(let_live(glade(5), STEP)) != digest(let_live(glade(6), STEP))


def test_looking_changes_where_animals_are_and_not_how_many():
    seen, unseen = glade(5), glade(5)
    watch(seen)
    let_live(seen, 2 * STEP)
    let_live(unseen, 2 * STEP)
    counts = [[row["count"] for row in census(world)["animals"].values()] for world in (seen, unseen)]
    assert counts[0] == counts[1] and digests(seen)["Fauna"] != digests(unseen)["Fauna"]
    assert digests(seen)["Weather"] == digests(unseen)["Weather"]


def test_the_census_counts_what_there_is_and_its_lines_say_so():
    world = let_live(glade(), DAY)
    told = census(world)
    assert told["steps"] == 144 and told["at"] == "2026-04-02T06:00+00:00" and told["water"]["missing"] == 0
    assert [told["animals"][kind]["count"] for kind in ANIMALS] == [int((world.get("place", Fauna).rows.read("kind") == number).sum()) for number in range(6)]
    text = "\n".join(lines(told))
    assert "missing 0" in text and all(kind in text for kind in ANIMALS) and json.dumps(told)


def test_the_map_shows_water_trees_and_animals_where_they_are():
    world = glade()
    rows = picture(world, 48)
    assert len(rows) == 24 and {len(row) for row in rows} == {48} and {"T", "o", "r", "f"} <= set("".join(rows))
    bare = picture(glade(plant=[], animal=[]), 48)
    assert bare[12][24] == "=" and bare[1][2] == "^" and bare[22][46] in '."'


def test_a_place_without_plants_or_animals_lives_on():
    world = let_live(glade(plant=[], animal=[]), DAY // 4)
    assert world.get("place", Ground).rained >= 0 and len(world.get("place", Fauna).rows) == 0
