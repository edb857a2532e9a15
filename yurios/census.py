"""How a place fares, in numbers: its weather, its water, who lives in it and what they did. Reads a world and changes nothing."""

from __future__ import annotations

from ecs.clock import civil_at
from ecs.components.fauna import ANIMALS, DEEDS, Fauna
from ecs.components.flora import PLANT_DEEDS, PLANTS, Flora
from ecs.components.ground import Ground, missing, stored
from ecs.components.weather import STEP_US, Passing, Weather
from ecs.world import World

PLACE = "place"


def census(world: World) -> dict:
    """JSON-ready: `steps`, `at`, `weather`, `water` (millimetres over the whole place), `plants` and `animals` by kind."""
    ground, passing = world.get(PLACE, Ground), world.get(PLACE, Passing)
    flora, fauna = world.get(PLACE, Flora), world.get(PLACE, Fauna)
    moment = civil_at(world.clock, world.clock.epoch_us + passing.steps * STEP_US)
    return {
        "steps": passing.steps, "at": moment.isoformat(timespec="minutes"), "weather": _weather(world.get(PLACE, Weather)),
        "water": _water(ground), "grass": round(float(ground.cells.read("grass").mean()) / 655.35, 1),
        "plants": {kind: _kind(flora, number, PLANT_DEEDS) for number, kind in enumerate(PLANTS)},
        "animals": {kind: {"name": fauna.names[number], **_kind(fauna, number, DEEDS)} for number, kind in enumerate(ANIMALS)},
    }


def _weather(weather: Weather) -> dict:
    return {
        "temperature_c": weather.temperature / 100, "wind_m_s": round(weather.wind / 1024, 1), "cloud": round(weather.cloud / 65_535, 2),
        "rain_mm_h": round(weather.rain * 6 / 1000, 2), "snowing": weather.snowing, "fog": round(weather.fog / 65_535, 2),
        "sun": round(weather.sun / 65_535, 2), "moon": round(weather.moon / 65_535, 2),
    }


def _water(ground: Ground) -> dict:
    """Millimetres over the whole place; `missing` in cell-micrometres is what the ledger cannot explain."""
    area = len(ground.cells) * 1000
    amounts = {"stored": stored(ground), "began": ground.began, "rained": ground.rained, "evaporated": ground.evaporated, "ran_out": ground.ran_out, "ground_water": ground.deep}
    return {name: round(amount / area, 2) for name, amount in amounts.items()} | {"missing": missing(ground)}


def _kind(component: Flora | Fauna, number: int, deeds: tuple[str, ...]) -> dict:
    count = int((component.rows.read("kind") == number).sum())
    return {"count": count, **{deed: int(component.deeds.read(deed)[number]) for deed in deeds}}


def lines(told: dict) -> list[str]:
    """The census for a person."""
    weather, water = told["weather"], told["water"]
    head = [
        f"{told['at']}  step {told['steps']:,}  {weather['temperature_c']:.1f} °C, wind {weather['wind_m_s']} m/s, {_sky(weather)}",
        f"water, mm: {water['began']} + {water['rained']} rained = {water['stored']} stored + {water['evaporated']} evaporated + {water['ran_out']} ran out; missing {water['missing']}",
        f"grass {told['grass']} %", "",
    ]
    return head + _table(told["plants"], PLANT_DEEDS) + [""] + _table(told["animals"], DEEDS)


def _sky(weather: dict) -> str:
    falling = f"{'snow' if weather['snowing'] else 'rain'} {weather['rain_mm_h']} mm/h" if weather["rain_mm_h"] else "dry"
    fog = ", fog" if weather["fog"] > 0.5 else ""
    return f"cloud {weather['cloud']:.0%}, {falling}{fog}"


def _table(kinds: dict, deeds: tuple[str, ...]) -> list[str]:
    shown = {kind: row for kind, row in kinds.items() if row["count"] or any(row[deed] for deed in deeds)}
    head = ["kind".ljust(8), "count".rjust(7), *(deed.rjust(max(8, len(deed))) for deed in deeds)]
    return [" ".join(head)] + [" ".join([kind.ljust(8), f"{row['count']:,}".rjust(7), *(f"{row[deed]:,}".rjust(max(8, len(deed))) for deed in deeds)]) for kind, row in shown.items()]
