"""Make the weather of this step: a closed form of seed and time, so a jump over a year makes the same as living through it.

Everything hangs on the air's pressure, a smooth noise of fronts (a day and a half) and showers (nine hours): low pressure
brings cloud, then rain, and its change brings wind. Sun and season warm, clouds damp, a calm clear damp night makes fog.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs import sky
from ecs.components.weather import STEP_US, Climate, Passing, Weather
from ecs.dice import below
from ecs.signals import Signal
from ecs.world import World

FULL = 65_535
HOUR_S = 3_600
FREEZING = 100


def make_weather(world: World, inbox: Sequence[Signal]) -> None:
    for _, passing, climate, weather in world.each(Passing, Climate, Weather):
        utc_s = (world.clock.epoch_us + passing.steps * STEP_US) // 1_000_000
        _light(weather, passing, utc_s)
        _air(weather, climate, world.seed, utc_s, passing)
        weather.rains = (*weather.rains[1:], 0 if weather.snowing else weather.rain)
        weather.snows = (*weather.snows[1:], weather.rain if weather.snowing else 0)
        weather.suns = (*weather.suns[1:], weather.sun)


def _light(weather: Weather, passing: Passing, utc_s: int) -> None:
    weather.sun_height = sky.sun_height(utc_s, passing.east_s, passing.latitude)
    weather.moon = sky.moon_light(utc_s)
    weather.day_of_year = sky.of_year(utc_s) * 365 // 65_536


def _air(weather: Weather, climate: Climate, seed: int, utc_s: int, passing: Passing) -> None:
    pressure, before = _pressure(seed, utc_s), _pressure(seed, utc_s - 3 * HOUR_S)
    weather.cloud = _within((44_000 - pressure) * 3, 0, FULL)
    weather.wind = (1 + abs(pressure - before) // 900) * 300 + _smooth(seed, "gust", utc_s, HOUR_S // 2) * 1500 // FULL
    weather.wind_from = _smooth(seed, "wind", utc_s, 18 * HOUR_S) * 2 % 65_536
    weather.rain = max(0, climate.wet - pressure) // 70
    weather.sun = max(0, min(FULL, weather.sun_height)) * (FULL - weather.cloud * 3 // 4) // FULL
    weather.temperature = _warmth(weather, climate, seed, utc_s, passing)
    weather.snowing = weather.rain > 0 and weather.temperature < FREEZING
    damp = _within((46_000 - pressure) * 3, 0, FULL)
    calm, dark = _within(FULL - weather.wind * 24, 0, FULL), FULL - min(FULL, max(0, weather.sun_height) * 4)
    weather.fog = 0 if weather.rain else damp * calm // FULL * dark // FULL


def _warmth(weather: Weather, climate: Climate, seed: int, utc_s: int, passing: Passing) -> int:
    """1/100 °C. Season lags the sun by a month, the day by three hours; clouds halve the day's swing."""
    season = -sky.cosine(sky.of_year(utc_s) - 65_536 // 12)
    hour = -sky.cosine(sky.of_day(utc_s, passing.east_s) - 65_536 // 8)
    swing = climate.day * (2 * FULL - weather.cloud) // (2 * FULL)
    drift = _smooth(seed, "warmth", utc_s, 60 * HOUR_S) * 900 // FULL - 450
    south = -1 if passing.latitude < 0 else 1
    return climate.mean + south * climate.season * season // sky.ONE + swing * hour // sky.ONE + drift


def _pressure(seed: int, utc_s: int) -> int:
    return (2 * _smooth(seed, "front", utc_s, 36 * HOUR_S) + _smooth(seed, "shower", utc_s, 9 * HOUR_S)) // 3


def _smooth(seed: int, stream: str, utc_s: int, period_s: int) -> int:
    """Noise in time, 0…65535: a roll at every knot, an s-curve between."""
    knot, part = divmod(utc_s, period_s)
    share = part * 1024 // period_s
    eased = share * share * (3 * 1024 - 2 * share) >> 20
    left, right = (below(FULL + 1, seed, stream, number, 0) for number in (knot, knot + 1))
    return left + ((right - left) * eased >> 10)


def _within(value: int, least: int, most: int) -> int:
    return max(least, min(most, value))
