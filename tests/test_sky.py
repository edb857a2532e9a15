"""Sun, moon and weather: an integer sine, long and short days, and weather that is a closed form of time."""

from __future__ import annotations

import math
from datetime import UTC, datetime

from glade import STEP, glade, let_live

from ecs import sky
from ecs.components.weather import Passing, Weather
from ecs.signals import HOST, Signal
from ecs.snapshot import digests
from ecs.step import MOST_COARSE, turn
from systems.order import WORLD
from systems.world.make_weather import make_weather
from systems.world.pass_time import next_step


def second(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_the_sine_is_close_to_the_true_one_everywhere():
    worst = max(abs(sky.sine(angle) - 65_536 * math.sin(angle / 65_536 * math.tau)) for angle in range(0, 65_536, 97))
    assert worst < 65_536 * 0.002 and sky.sine(0) == 0 and sky.sine(16_384) == 65_536


def lit_hours(day: str, latitude: int) -> int:
    return sum(sky.sun_height(second(day) + hour * 3600, 0, latitude * 65_536 // 360) > 0 for hour in range(24))


def test_days_are_long_in_summer_and_the_other_way_round_in_the_south():
    assert lit_hours("2026-06-21", 48) - lit_hours("2026-12-21", 48) >= 6
    assert lit_hours("2026-12-21", -48) - lit_hours("2026-06-21", -48) >= 6
    assert abs(lit_hours("2026-03-21", 48) - 12) <= 1


def test_noon_is_high_and_midnight_is_dark_at_the_place_and_not_in_greenwich():
    east = 9 * 3600
    noon_there = second("2026-03-21T03:00:00")
    assert sky.sun_height(noon_there, east, 36 * 65_536 // 360) > 45_000 > 0 > sky.sun_height(noon_there + 43_200, east, 36 * 65_536 // 360)


def test_the_moon_is_new_and_full_as_almanacs_say():
    assert sky.moon_light(second("2026-01-18T19:52:00")) < 3_000
    assert sky.moon_light(second("2026-01-03T10:03:00")) > 62_000


def test_weather_jumped_to_is_weather_lived_through():
    one, other = glade(plant=[], animal=[]), glade(plant=[], animal=[])
    let_live(one, STEP + 700)
    let_live(other, STEP - 20)
    let_live(other, 720, jump=False)
    assert digests(one) == digests(other) and one.get("place", Weather).temperature != 0 and one.get("place", Passing).steps == 1


def test_a_year_has_warm_and_cold_dry_and_wet_calm_and_stormy_days():
    seen, world = [], glade(plant=[], animal=[], ground={"size": 16})
    passing, weather = world.get("place", Passing), world.get("place", Weather)
    for step in range(0, 365 * 144, 31):
        passing.steps = step
        make_weather(world, ())
        seen.append((weather.temperature, weather.cloud, weather.rain, weather.wind, weather.fog, weather.sun))
    warmth, cloud, rain, wind, fog, sun = zip(*seen)
    assert -2_000 < min(warmth) < 0 and 2_000 < max(warmth) < 3_500
    assert min(cloud) == 0 and max(cloud) == 65_535 and min(sun) == 0 and max(sun) > 40_000
    assert 0.05 < sum(amount > 0 for amount in rain) / len(seen) < 0.4 and 450_000 < sum(rain) * 31 < 1_300_000
    assert max(wind) > 8 * min(wind) and max(fog) > 40_000


def test_the_next_step_is_due_when_ten_minutes_are_over():
    world = glade(plant=[], animal=[])
    assert next_step(world) == STEP
    let_live(world, STEP)
    assert next_step(world) == 2 * STEP


def test_a_machine_that_slept_owes_its_steps_and_makes_up_a_few_on_each_beat():
    world = glade(plant=[], animal=[])
    gap = Signal(1, 0, "", "suspend_gap", "", {"us": 36_000_000_000, "cause": "sleep"}, HOST)
    turn(world, WORLD, (gap,))
    let_live(world, 64)
    assert world.get("place", Passing).steps == MOST_COARSE
    let_live(world, 64 * 11)
    assert world.get("place", Passing).steps == 60
