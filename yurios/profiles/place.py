"""A place made from its file: the ground with its water, the weather, the plants and the animals, all from plan and seed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ecs.clock import offset_at
from ecs.columns import Table
from ecs.components.fauna import ANIMAL_COLUMNS, ANIMALS, DEEDS, Fauna
from ecs.components.flora import PLANT_COLUMNS, PLANT_DEEDS, PLANTS, Flora
from ecs.components.ground import BLOCK_COLUMNS, BLOCK_UNITS, CELL_COLUMNS, FLOOR, MATERIALS, WALL, Ground, stored
from ecs.components.weather import Climate, Passing, Watchers, Weather
from ecs.landscape import METRE, drawn, hills
from ecs.settling import animals_of, plants_of
from ecs.world import World
from yurios.heights import unpacked

PLACE = "place"
#: What a new ground holds: micrometres of soil water by material, so that a first summer finds a lived-in place.
_MOIST = {"meadow": 85_000, "sand": 18_000, "rock": 1_500, "mud": 185_000, "forest": 100_000, "path": 25_000, "floor": 0, "wall": 0}


def settle(world: World, place: Mapping) -> None:
    """Put the place's ground and all that lives on it into the world. Nothing for a place that has no ground."""
    if "ground" not in place:
        return
    ground, climate = _ground(world, place), place.get("climate", {})
    east = offset_at(world.clock, world.clock.epoch_us // 1_000_000)
    latitude = climate.get("latitude", 48) * 65_536 // 360
    plants = plants_of(ground, _counts(place, "plant", PLANTS), world.seed)
    animals = animals_of(ground, _counts(place, "animal", ANIMALS), world.seed)
    names = {animal["kind"]: animal.get("name", animal["kind"]) for animal in place.get("animal", [])}
    world.spawn(
        PLACE, ground, Passing(0, east, latitude), Watchers({}), Weather(), Climate(**{key: value for key, value in climate.items() if key != "latitude"}),
        Flora(_rows(PLANT_COLUMNS, plants), _deeds(PLANT_DEEDS, len(PLANTS))),
        Fauna(_rows(ANIMAL_COLUMNS, animals), _deeds(DEEDS, len(ANIMALS)), tuple(names.get(kind, kind) for kind in ANIMALS)),
    )


def _ground(world: World, place: Mapping) -> Ground:
    plan = place["ground"]
    cell, seed = plan.get("cell", 2) * METRE, plan.get("seed", world.seed)
    if "heights" in plan:
        height = unpacked(plan["heights"])
    else:
        side = max(4, plan["size"] * METRE // cell)
        height = hills(plan, side, side, cell, seed)
    height, material = drawn(plan, height, cell, seed)
    for building in place.get("building", []):
        _build(building, height, material, cell)
    long, wide = height.shape
    ground = Ground(wide, long, cell, Table(CELL_COLUMNS), Table(BLOCK_COLUMNS), _springs(plan, wide, long, cell))
    soil = np.array([_MOIST[name] for name in MATERIALS])[material]
    ground.cells.add(wide * long, height=height.ravel(), material=material.ravel(), soil=soil.ravel(), water=_filled(plan, height, cell).ravel(),
                     fertility=30_000, grass=np.where(soil > 60_000, 24_000, 800).ravel())
    ground.blocks.add(-(-wide * cell // BLOCK_UNITS) * -(-long * cell // BLOCK_UNITS), water=-1)
    ground.deep = 60_000 * wide * long
    ground.began = stored(ground)
    return ground


def _filled(plan: Mapping, height: np.ndarray, cell: int) -> np.ndarray:
    """Ponds begin full: water up to the level, in micrometres."""
    water = np.zeros_like(height)
    long, wide = height.shape
    for pond in plan.get("pond", []):
        z, x = np.indices(height.shape) * cell + cell // 2
        inside = (x - pond["at"][0] * METRE) ** 2 + (z - pond["at"][1] * METRE) ** 2 < (pond["radius"] * METRE) ** 2
        water = np.maximum(water, np.where(inside, np.maximum(pond["level"] * METRE - height, 0) * 15_625 // 16, 0))
    return water


def _springs(plan: Mapping, wide: int, long: int, cell: int) -> tuple[int, ...]:
    spots = [(min(x * METRE // cell, wide - 1), min(z * METRE // cell, long - 1)) for x, z in plan.get("springs", [])]
    return tuple(sorted({max(0, z) * wide + max(0, x) for x, z in spots}))


def _build(building: Mapping, height: np.ndarray, material: np.ndarray, cell: int) -> None:
    """Level ground, a floor, walls round it, an opening where the door is. A building of one cell (a well) is all wall."""
    (x, z), (wide, long) = ((length * METRE // cell for length in building[key]) for key in ("at", "size"))
    inside = (slice(max(z, 0), max(z, 0) + long), slice(max(x, 0), max(x, 0) + wide))
    if not height[inside].size:
        return
    height[inside] = height[inside].min()
    material[inside] = WALL
    material[inside[0].start + 1 : inside[0].stop - 1, inside[1].start + 1 : inside[1].stop - 1] = FLOOR
    if "door" in building:
        column, row = (length * METRE // cell for length in building["door"])
        material[min(row, material.shape[0] - 1), min(column, material.shape[1] - 1)] = FLOOR


def _counts(place: Mapping, part: str, kinds: tuple[str, ...]) -> list[int]:
    """How many of each kind, in the order of `kinds`."""
    return [sum(entry["count"] for entry in place.get(part, []) if entry["kind"] == kind) for kind in kinds]


def _rows(columns: Mapping[str, str], values: Mapping[str, np.ndarray]) -> Table:
    table = Table(dict(columns))
    table.add(len(values["kind"]), **values)
    return table


def _deeds(deeds: tuple[str, ...], kinds: int) -> Table:
    table = Table({deed: "i8" for deed in deeds})
    table.add(kinds)
    return table
