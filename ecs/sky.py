"""Sun, moon and season as closed forms of time, in integers.

The sine is Bhaskara's (seventh century): a quotient of two quadratics, within 0.2 % of the true one, the same on every
machine. The sun's height follows from latitude, day and hour; the moon is a mean one.
"""

from __future__ import annotations

from ecs.angles import CIRCLE, wave

ONE = 65_536
DAY_S, YEAR_S = 86_400, 31_556_952
_TILT = 4_267  # 23.44° in 1/65536 turn
_SOLSTICE_S = 355 * DAY_S  # the northern winter solstice, from the first of January
_NEW_MOON_S, _MONTH_S = 947_182_440, 2_551_443


def sine(angle: int) -> int:
    """Of an angle in 1/65536 turn, in 1/65536: -65536…65536."""
    angle %= CIRCLE
    half = angle % (CIRCLE // 2)
    lobe = half * (CIRCLE // 2 - half)
    value = ONE * 16 * lobe // (5 * (CIRCLE // 2) ** 2 - 4 * lobe)
    return value if angle < CIRCLE // 2 else -value


def cosine(angle: int) -> int:
    """As `sine`, a quarter turn on."""
    return sine(angle + CIRCLE // 4)


def of_year(utc_s: int) -> int:
    """How far the year is: 1/65536 turn from the northern winter solstice."""
    return ((utc_s - _SOLSTICE_S) % YEAR_S) * CIRCLE // YEAR_S


def of_day(utc_s: int, east_s: int) -> int:
    """How far the solar day is: 1/65536 turn from midnight."""
    return ((utc_s + east_s) % DAY_S) * CIRCLE // DAY_S


def sun_height(utc_s: int, east_s: int, latitude: int) -> int:
    """The sine of the sun's height over the horizon, 1/65536; below 0 at night."""
    tilt = -_TILT * cosine(of_year(utc_s)) // ONE
    hour = -cosine(of_day(utc_s, east_s))
    return (sine(latitude) * sine(tilt) + cosine(latitude) * cosine(tilt) // ONE * hour) // ONE


def moon_light(utc_s: int) -> int:
    """How much of the moon is lit: 0 new, 65535 full."""
    return wave(((utc_s - _NEW_MOON_S) % _MONTH_S) * CIRCLE // _MONTH_S)
