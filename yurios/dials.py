"""Every dial there is: its key, type, default, unit, range and one line of meaning.

The table is the contract; `yurios.config` reads values for it, `docs/dials.md` is checked against it. Only the owner
changes a dial, by file, environment or token: no tool, card, skill, document, trigger or self-edit can.
"""

from __future__ import annotations

import difflib
import zoneinfo
from dataclasses import dataclass

Value = bool | int | float | str

DAY_S = 86_400


class DialError(ValueError):
    """What is wrong with one value, as the end of a sentence that begins with the dial's key."""


@dataclass(frozen=True)
class Dial:
    """One dial. `low` and `high` are inclusive and count for numbers only.

    `kind` is "switch", "whole", "number", "text", "window" (HH:MM-HH:MM, or "" for never) or "zone" (IANA, or "" for
    the machine's).
    """

    key: str
    kind: str
    default: Value
    unit: str
    low: float
    high: float
    meaning: str

    @property
    def section(self) -> str:
        return self.key.split(".")[0]

    @property
    def variable(self) -> str:
        """The environment variable that overrides it."""
        return "YURIOS_" + self.key.replace(".", "_").upper()

    @property
    def range(self) -> str:
        """What it takes, in words."""
        if self.kind in ("whole", "number"):
            return f"{_plain(self.low)} to {_plain(self.high)}"
        return _TAKES[self.kind]

    def check(self, value: object) -> Value:
        """`value` as this dial keeps it; DialError when it has another type or is out of range."""
        return _CHECKS[self.kind](self, value)

    def from_text(self, text: str) -> Value:
        """The value a person typed, in the environment or on the command line; DialError when it is none."""
        return self.check(_READERS.get(self.kind, str)(text))


def minutes(window: str) -> tuple[int, int] | None:
    """A window as (first minute of the day, minute it ends before), or None for never; DialError when it is neither.

    The end may lie before the start (22:00-09:00 passes midnight); 24:00 ends a day.
    """
    if not window:
        return None
    start, dash, end = window.partition("-")
    if not dash:
        raise DialError(f'wants a window such as "22:00-09:00", found "{window}"')
    span = _minute(start, window), _minute(end, window)
    if span[0] == span[1] or span[0] == 1440:
        raise DialError(f'is a window of no length, found "{window}"; write "" for never, "00:00-24:00" for all day')
    return span


def _minute(clock: str, window: str) -> int:
    hour, colon, minute = clock.strip().partition(":")
    plain = colon and hour.isascii() and hour.isdecimal() and minute.isascii() and minute.isdecimal()
    if plain and len(hour) <= 2 and len(minute) == 2 and int(minute) < 60 and int(hour) * 60 + int(minute) <= 1440:
        return int(hour) * 60 + int(minute)
    raise DialError(f'holds no time of day in "{clock.strip()}", found "{window}"; write it as "22:00-09:00"')


def _plain(number: float) -> str:
    return f"{number:g}" if abs(number) < 1e6 and number != int(number) else f"{int(number)}"


def _switch(dial: Dial, value: object) -> Value:
    if isinstance(value, bool):
        return value
    raise DialError(f"wants true or false, found {shown(value)}")


def _whole(dial: Dial, value: object) -> Value:
    if isinstance(value, int) and not isinstance(value, bool):
        return _within(dial, value)
    raise DialError(f"wants a whole number from {dial.range}, found {shown(value)}")


def _number(dial: Dial, value: object) -> Value:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(_within(dial, value))
    raise DialError(f"wants a number from {dial.range}, found {shown(value)}")


def _within(dial: Dial, value: int | float) -> int | float:
    if dial.low <= value <= dial.high:
        return value
    raise DialError(f"goes from {dial.range}, found {shown(value)}")


def _text(dial: Dial, value: object) -> Value:
    if isinstance(value, str) and all(c.isprintable() for c in value):
        return value
    raise DialError(f"wants a text in quotes, found {shown(value)}")


def _window(dial: Dial, value: object) -> Value:
    minutes(str(_text(dial, value)))
    return str(value)


def _zone(dial: Dial, value: object) -> Value:
    name = str(_text(dial, value))
    try:
        if name:
            zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        near = difflib.get_close_matches(name, zoneinfo.available_timezones(), n=1)
        such = near[0] if near else "Asia/Tokyo"
        raise DialError(f'wants a zone such as "{such}", or "" for the machine\'s; found {shown(value)}') from None
    return name


def shown(value: object) -> str:
    """A value as it stands in a file, short and printable, whatever was found."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= 10**60:
        return "a number of more than 60 digits"
    text = f'"{value}"' if isinstance(value, str) and value.isprintable() else ascii(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _read_switch(text: str) -> object:
    return {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}.get(text.strip().lower(), text)


def _read_number(text: str) -> object:
    for reader in (int, float):
        try:
            return reader(text)
        except ValueError:
            continue
    return text


_READERS = {"switch": _read_switch, "whole": _read_number, "number": _read_number}
_CHECKS = {"switch": _switch, "whole": _whole, "number": _number, "text": _text, "window": _window, "zone": _zone}
_TAKES = {"switch": "true or false", "text": "text", "window": 'HH:MM-HH:MM, or "" for never', "zone": 'a zone, or "" for the machine\'s'}


def _switched(key: str, default: bool, meaning: str) -> Dial:
    return Dial(key, "switch", default, "", 0, 1, meaning)


def _share(key: str, default: float, meaning: str) -> Dial:
    return Dial(key, "number", default, "", 0, 1, meaning)


def _seconds(key: str, default: int, low: int, high: int, meaning: str) -> Dial:
    return Dial(key, "whole", default, "seconds", low, high, meaning)


def _count(key: str, default: int, unit: str, low: int, high: int, meaning: str) -> Dial:
    return Dial(key, "whole", default, unit, low, high, meaning)


def _words(key: str, kind: str, default: str, meaning: str) -> Dial:
    return Dial(key, kind, default, "", 0, 0, meaning)


TABLE: tuple[Dial, ...] = (
    _switched("mind.enabled", True, "Off: she talks, uses tools and rings timers, and never acts by herself."),
    _switched("mind.watch_relationship", False, "On: you alone are told when talk leans to flattery or on her alone."),
    _share("mind.act_threshold", 0.40, "How much a thing must matter before she does something about it."),
    _share("mind.interrupt_threshold", 0.75, "How good a moment must be before she says something unasked."),
    _share("mind.suggest_band", 0.10, "This far above that threshold she writes one line; beyond it she speaks."),
    _count("mind.max_interrupts_per_day", 3, "times a day", 0, 1000, "How often she may speak first in one day; 0 is never."),
    _seconds("mind.min_gap_s", 3600, 0, 7 * DAY_S, "The least time between two lines of hers that nobody asked for."),
    _words("mind.quiet_hours", "window", "22:00-09:00", "When she volunteers nothing; what you asked for still comes."),
    _share("mind.weight_relevance", 0.30, "A good moment: how much it counts that the thing matters to you."),
    _share("mind.weight_time_sensitivity", 0.35, "A good moment: how much it counts that it cannot wait."),
    _share("mind.weight_contact_license", 0.10, "A good moment: how much it counts how long you have not talked."),
    _share("mind.weight_availability", 0.15, "A good moment: how much it counts that you seem free."),
    _share("mind.weight_welcome", 0.10, "A good moment: how much it counts that she spoke little first today."),
    _seconds("mind.engaged_cadence_s", 2, 1, DAY_S, "How often her mind wakes while you talk."),
    _seconds("mind.engaged_timeout_s", 180, 1, 30 * DAY_S, "Your silence after which a talk counts as over."),
    _seconds("mind.idle_cadence_s", 60, 1, DAY_S, "How often her mind wakes when you were lately here."),
    _seconds("mind.idle_timeout_s", 3600, 1, 365 * DAY_S, "Your silence after which she rests deeply."),
    _seconds("mind.dormant_cadence_s", 900, 1, DAY_S, "How often her mind wakes while she rests deeply."),
    _seconds("mind.dream_cadence_s", 5, 1, DAY_S, "How often her mind wakes while she dreams."),
    _words("mind.dream_window", "window", "02:00-06:00", "When she may dream: put finished days in order."),
    _count("mind.daily_tokens", 200_000, "tokens a day", 0, 10**9, "What her own thinking may cost in a day; talking with you is never cut."),
    _count("mind.hourly_tokens", 40_000, "tokens an hour", 0, 10**9, "What her own thinking may cost in an hour."),
    _count("mind.daily_compute_s", 7_200, "s a day", 0, DAY_S, "Seconds of computing in a day; talking with you is never cut."),
    _count("mind.hourly_compute_s", 1_800, "s an hour", 0, 3_600, "The same for any hour."),
    _count("mind.dream_tick_tokens", 4_000, "tokens a tick", 0, 10**7, "What one round of dreaming may cost."),
    _seconds("mind.reconsider_cooldown_s", 3600, 0, 30 * DAY_S, "How long a thing whose moment has not come is left alone."),
    _seconds("mind.suspend_gap_s", 7200, 1, 365 * DAY_S, "A sleep of the machine from which she notices that time has passed."),
    _count("memory.half_life_days", 30, "days", 1, 36_500, "The age at which a memory weighs half."),
    _count("memory.recall_k", 6, "memories", 0, 100, "How many memories one reply may recall."),
    _share("memory.floor", 0.25, "Memories that fit less than this stay out of the prompt."),
    _count("prompt.raw_window_turns", 6, "turns", 1, 1000, "How many of the last turns she reads word for word."),
    _count("tools.max_calls_per_turn", 2, "calls", 0, 100, "How many tools one reply may use."),
    _seconds("tools.timeout_s", 10, 1, 3600, "How long one tool may take."),
    _words("time.zone", "zone", "", "Her time zone; empty is the machine's."),
    _count("server.port", 8768, "", 1, 65_535, "The port of her server, on this machine alone unless asked."),
    _count("tape.keep_days", 0, "days", 0, 36_500, "How long the record of her life is kept; 0 is all of it."),
    _switched("corpus.enabled", False, "On: each exchange also goes to corpus/ in her home; it is never sent."),
    _words("models.chat", "text", "starter", "The model that speaks."),
    _words("models.chat_fallback", "text", "", "The model that speaks when that one fails; empty is none."),
    _words("models.utility", "text", "starter", "The model for small inner work."),
    _words("models.embed", "text", "", "The model that measures likeness for recall and search."),
)

DIALS: dict[str, Dial] = {dial.key: dial for dial in TABLE}
