"""The weather over a place, as the last ten-minute step made it; and how many steps the place has lived."""

from __future__ import annotations

from ecs.component import component

STEP_US = 600_000_000
STEPS_A_DAY = 144


@component()
class Passing:
    """`steps` of ten minutes lived so far, `east_s` from Greenwich in solar seconds, `latitude` in 1/65536 turn north."""

    steps: int = 0
    east_s: int = 0
    latitude: int = 0


@component()
class Watchers:
    """Who looks at the place now. While anyone does, its animals move on every frame."""

    who: dict[str, bool]


@component()
class Climate:
    """What the place file says of its weather: yearly mean and swings in 1/100 °C, `wet` 0…65535."""

    mean: int = 950
    season: int = 850
    day: int = 450
    wet: int = 20_000


@component()
class Weather:
    """`temperature` 1/100 °C, `wind` 1/1024 m/s coming from `wind_from` (1/65536 turn), `rain` micrometres of water in ten minutes
    (falling as snow when `snowing`), `sun` and `moon` light on open ground, `cloud`, `fog` 0…65535.

    `rains`, `snows` and `suns` are the last six steps: what the ground takes in once an hour.
    """

    temperature: int = 0
    wind: int = 0
    wind_from: int = 0
    cloud: int = 0
    fog: int = 0
    rain: int = 0
    snowing: bool = False
    sun: int = 0
    moon: int = 0
    sun_height: int = 0
    day_of_year: int = 0
    rains: tuple[int, ...] = (0,) * 6
    snows: tuple[int, ...] = (0,) * 6
    suns: tuple[int, ...] = (0,) * 6
