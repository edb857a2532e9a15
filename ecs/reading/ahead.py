"""Time words that point ahead: "in ten minutes", "on Tuesday at half past five", "after lunch" → an instant and how loosely it was meant.

`pieces` finds the words, `resolve` makes one instant of those that belong together. Everything is counted from the moment
of speaking, in its own zone; the calendar's rules are those of docs/promises.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from ecs.clock import SECOND_US, civil_at, offset_at
from ecs.reading.dates import MONTHS, Moment, easter

_EPOCH = datetime(1970, 1, 1)
MINUTE_US = 60 * SECOND_US


@dataclass(frozen=True, slots=True)
class Piece:
    """Words [first, last) of a text. `kind` is span (`us` from now), day (`days` from today or a `day`), part, clock, past, habit or vague.

    `loose` is how many minutes off the said time would still be what was meant; `rank` says which of two days wins.
    """

    first: int
    last: int
    kind: str
    us: int = 0
    day: date | None = None
    hour: int = 0
    minute: int = 0
    half: str = ""
    loose: int = 0
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """An instant in microseconds, how many minutes off it may be, and whether a time of day was said (not the day alone)."""

    us: int
    loose: int
    timed: bool


_ONES = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
NUMBERS = {word: number for number, word in enumerate(_ONES, 1)}
NUMBERS |= {"a": 1, "an": 1, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "a couple of": 2, "a couple": 2, "couple of": 2, "a few": 3, "another": 1}
NUMBERS |= {f"{tens}{mark}{one}": NUMBERS[tens] + NUMBERS[one] for tens in ("twenty", "thirty", "forty", "fifty") for one in _ONES[:9] for mark in "- "}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split()
ORDINALS = {word: number for number, word in enumerate(_ORDINALS, 1)} | {f"twenty-{word}": 20 + number for number, word in enumerate(_ORDINALS[:9], 1)} | {"thirtieth": 30, "thirty-first": 31}
_WEEKDAY_WORDS = ("monday mon moday", "tuesday tues tue tueday teusday", "wednesday weds wed wensday wednsday wendsday wednesdy", "thursday thurs thur thu thrusday thurday thirsday", "friday fri firday fridy", "saturday sat saterday satuday saturdy", "sunday sun sundy")
WEEKDAYS = {name: number for number, names in enumerate(_WEEKDAY_WORDS) for name in names.split()}
_SHY = ("mon", "wed", "sat", "sun")  # also other words; they need company
_UNITS = {"sec": 1, "min": 60, "hour": 3600, "hr": 3600, "day": 86_400, "night": 86_400, "week": 604_800, "fortnight": 1_209_600}
#: Hour, minute, how loosely, and which half of the day a bare hour beside it means.
PARTS = {
    "morning": (9, 0, 180, "am"), "noon": (12, 0, 0, ""), "midday": (12, 0, 30, ""), "midnight": (24, 0, 0, ""), "lunch": (12, 30, 90, "pm"), "after lunch": (13, 30, 90, "pm"), "before lunch": (11, 30, 60, "am"),
    "afternoon": (15, 0, 180, "pm"), "evening": (19, 0, 180, "pm"), "night": (20, 0, 180, "pm"), "dinner": (19, 0, 120, "pm"), "after dinner": (20, 0, 120, "pm"), "after work": (18, 0, 120, "pm"),
    "bed": (22, 0, 180, "pm"), "breakfast": (8, 30, 120, "am"), "dawn": (6, 0, 120, "am"), "dusk": (19, 0, 120, "pm"),
}

_HOUR_WORDS = "twelve|eleven|ten|nine|eight|seven|six|five|four|three|two|one"
_H = rf"(?P<h>[01]?\d|2[0-4]|{_HOUR_WORDS})"
_N = rf"(?P<n>\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_HALF = r"(?:\s*(?P<half>[ap])\.?m\b\.?)"
_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_LATE = r"(?P<about>around |about |round |roughly |ish )?"
_LEAD = r"(?:(?:at|by|from|for|@|~|till|til|until|before|past|after)\s*)?"
_NO_UNIT = r"(?![:\d%]|\.\d|'|-(?!ish)|\s*(?:minute|min|hour|hr|h\b|day|week|month|year|time|people|ppl|euro|dollar|pound|percent|point|degree|more|of the|or|kilo|km|mile|metre|meter|page|am\b|pm\b|a\.m|p\.m|go\b|stage|bucks|sharp objects))"
_WEEKDAY = rf"(?P<weekday>{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})"
_PART = r"(?P<part>morning|mornin|afternoon|arvo|evening|eve|night|nite)"
_TOMORROW = r"(?:tomorrow|tomorow|tommorow|tommorrow|tomoz|tmrw|tmrrw|tmr|tmw|2moro|2mrw|tomo|tmo|tmrow|tomorrrow|tomorro)"


def _part(name: str) -> str:
    return {"mornin": "morning", "arvo": "afternoon", "eve": "evening", "nite": "night"}.get(name, name)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS[word]


def _hour(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS[word]


def _span(got: re.Match, moment: Moment) -> dict:
    unit = next((unit for unit in _UNITS if got["unit"].startswith(unit)), None)
    count = _number(got["n"]) if got["n"] else 1
    if got["unit"].startswith(("month", "year")):
        months = count * (12 if got["unit"].startswith("year") else 1)
        return {"kind": "day", "day": _months_on(moment.day, months), "loose": 4320, "rank": 5}
    seconds = count * _UNITS[unit]
    if got["halfof"]:
        seconds = _UNITS[unit] // 2
    if got["plus"] or got.groupdict().get("plus2"):
        seconds += _UNITS[unit] // 2
    if got["quarters"]:
        seconds = _UNITS[unit] * (3 if got["quarters"].startswith("three") else 1) // 4
    if got["more"]:
        seconds += 60 * _number(got["more"])
    if seconds >= 86_400 and unit not in ("hour", "hr"):
        return {"kind": "day", "day": moment.day + timedelta(seconds=seconds), "loose": 1440 if unit in ("week", "fortnight") else 720, "rank": 5}
    return {"kind": "span", "us": seconds * SECOND_US}


def _months_on(day: date, count: int) -> date:
    year, month = day.year + (day.month - 1 + count) // 12, (day.month - 1 + count) % 12 + 1
    return min(date(year, month, 1) + timedelta(days=day.day - 1), _month_end(year, month))


def _month_end(year: int, month: int) -> date:
    return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


def _bare(got: re.Match, moment: Moment) -> dict | None:
    return {"kind": "span", "us": _number(got["n"]) * MINUTE_US} if _number(got["n"]) >= 2 else None


def _clock(got: re.Match, moment: Moment) -> dict | None:
    parts = got.groupdict()
    hour, minute, half = _hour(parts["h"]), int(parts.get("m") or 0), parts.get("half") or ""
    if hour > 24 or minute > 59 or hour == 24 and minute:
        return None
    sure = "24" if hour > 12 or parts["h"].startswith("0") else f"{half}m" if half else ""
    loose = 30 if parts.get("about") or got.group(0).endswith("ish") else 0
    return {"kind": "clock", "hour": hour, "minute": minute, "half": sure, "loose": loose}


def _spoken(got: re.Match, moment: Moment) -> dict:
    minutes = {"half": 30, "quarter": 15}.get(got["step"].removeprefix("a ")) or _number(got["step"])
    hour, before = _hour(got["h"]), got["way"] in ("to", "til", "before")
    hour, minute = (hour - 1 or 12, 60 - minutes) if before else (hour, minutes)
    return {"kind": "clock", "hour": hour, "minute": minute, "half": f"{got['half']}m" if got["half"] else "24" if hour > 12 else "", "loose": 30 if got["about"] else 0}


def _day(days: int, rank: int = 9, loose: int = 720) -> Callable:
    return lambda got, moment: {"kind": "day", "day": moment.day + timedelta(days=days), "loose": loose, "rank": rank}


def _weekday(got: re.Match, moment: Moment) -> dict | None:
    name, today = got["weekday"], moment.day
    which = (got["which"] or "").strip()
    if name in _SHY and not (got["lead"] or which or got["tail"]):
        return None
    if which.startswith("last"):
        return {"kind": "past"}
    on = (WEEKDAYS[name] - today.weekday() - 1) % 7 + 1
    if which.startswith("next") and on + today.weekday() < 7 and on > 1:
        on += 7
    if which.startswith("a week") or got["week"]:
        on += 7
    return {"kind": "day", "day": today + timedelta(days=on), "loose": 720, "rank": 3}


def _day_of_month(got: re.Match, moment: Moment) -> dict | None:
    parts = got.groupdict()
    word = parts["nth"]
    day, today = int(word) if word.isdigit() else ORDINALS.get(word, 0), moment.day
    month, year = parts.get("month"), parts.get("year")
    if not 1 <= day <= 31:
        return None
    if month is None:
        tries = [(today.year + (today.month + ahead - 1) // 12, (today.month + ahead - 1) % 12 + 1) for ahead in range(4)]
    else:
        tries = [(int(year), MONTHS[month])] if year else [(today.year + ahead, MONTHS[month]) for ahead in range(5)]
    for a_year, a_month in tries:
        if day <= _month_end(a_year, a_month).day and (date(a_year, a_month, day) >= today or year):
            return {"kind": "day", "day": date(a_year, a_month, day), "loose": 720, "rank": 6}
    return None


def _numbers(got: re.Match, moment: Moment) -> dict | None:
    """14/3, and 3/14 where months stand first."""
    one, two = int(got["one"]), int(got["two"])
    day, month = (two, one) if got["mark"] == "/" and moment.clock.zone.startswith(("America/", "US/")) and not moment.clock.zone.endswith(("Sao_Paulo", "Mexico_City", "Bogota", "Lima", "Santiago", "Buenos_Aires")) else (one, two)
    if not 1 <= month <= 12 or got["mark"] == "." and not got.group(0).endswith("."):
        return None
    tries = [date(year, month, day) for year in (moment.day.year, moment.day.year + 1)]
    return {"kind": "day", "day": next(one for one in tries if one >= moment.day), "loose": 720, "rank": 6}


def _in_month(got: re.Match, moment: Moment) -> dict:
    month, today = MONTHS[got["month"]], moment.day
    return {"kind": "day", "day": date(today.year + (month <= today.month), month, 1), "loose": 20_160, "rank": 2}


def _iso(got: re.Match, moment: Moment) -> dict | None:
    try:
        return {"kind": "day", "day": date.fromisoformat(got["iso"]), "loose": 720, "rank": 6}
    except ValueError:
        return None


_FEASTS = {"christmas eve": (12, 24), "xmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "xmas": (12, 25), "boxing day": (12, 26), "new year's eve": (12, 31), "new year's day": (1, 1), "new year's": (1, 1), "halloween": (10, 31), "valentine's day": (2, 14), "valentine's": (2, 14)}


def _feast(got: re.Match, moment: Moment) -> dict:
    name, today = got["feast"], moment.day
    days = [easter(year) if name == "easter" else date(year, *_FEASTS[name]) for year in (today.year, today.year + 1)]
    return {"kind": "day", "day": next(day for day in days if day >= today), "loose": 720, "rank": 6}


def _week(got: re.Match, moment: Moment) -> dict:
    today, unit = moment.day, got["unit"]
    if unit == "week":
        return {"kind": "day", "day": today + timedelta(days=7 - today.weekday()), "loose": 4320, "rank": 2}
    if unit == "month":
        return {"kind": "day", "day": _months_on(today.replace(day=1), 1), "loose": 20_160, "rank": 2}
    return {"kind": "day", "day": date(today.year + 1, 1, 1), "loose": 129_600, "rank": 2}


def _weekend(got: re.Match, moment: Moment) -> dict:
    to_saturday = (5 - moment.day.weekday()) % 7 if moment.day.weekday() < 6 else 6
    if got["which"].startswith("next") and moment.day.weekday() < 5:
        to_saturday += 7
    return {"kind": "day", "day": moment.day + timedelta(days=to_saturday), "loose": 1440, "rank": 2, "hour": 10}


def _end_of(got: re.Match, moment: Moment) -> dict:
    today = moment.day
    if got["unit"] == "week":
        return {"kind": "day", "day": today + timedelta(days=(4 - today.weekday()) % 7), "loose": 2880, "rank": 2}
    return {"kind": "day", "day": _month_end(today.year, today.month), "loose": 2880, "rank": 2}


def _part_of_day(got: re.Match, moment: Moment) -> dict:
    name = _part(got["part"])
    hour, minute, loose, half = PARTS[name]
    return {"kind": "part", "hour": hour, "minute": minute, "loose": loose, "half": half}


def _named_part(name: str) -> Callable:
    hour, minute, loose, half = PARTS[name]
    return lambda got, moment: {"kind": "part", "hour": hour, "minute": minute, "loose": loose, "half": half}


def _today_part(got: re.Match, moment: Moment) -> dict:
    hour, minute, loose, half = PARTS[_part(got["part"])]
    over = civil_at(moment.clock, moment.us).hour >= {"am": 12, "pm": 24}[half]
    return {"kind": "past"} if over else {"kind": "part", "day": moment.day, "hour": hour, "minute": minute, "loose": loose, "half": half, "rank": 9}


def _tonight(got: re.Match, moment: Moment) -> dict:
    return {"kind": "part", "day": moment.day, "hour": 20, "loose": 180, "half": "pm", "rank": 9}


def _flat(kind: str, **more) -> Callable:
    return lambda got, moment: {"kind": kind, **more}


_UNIT = r"(?P<unit>seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|fortnights?|months?|years?)\b"
_AMOUNT = rf"(?:(?P<quarters>three quarters of an|a quarter of an|quarter of an)\s+|(?P<halfof>half an?)\s+|{_N}(?P<plus>\s+and a half)?\s*){_UNIT}(?:(?P<plus2>\s+and a half)|(?:\s+and\s+|\s+)(?P<more>\d+|[a-z]+(?:-[a-z]+)?)\s+min\w*)?"
_FORMS: list[tuple[str, Callable]] = [
    (r"yesterday|last (?:night|week|month|year|time|weekend|summer|winter|spring|autumn)|\w+ (?:day|week|month|year|hour|minute|night)s? ago|\bago\b|earlier today|the other (?:day|night|week)|just now", _flat("past")),
    (rf"(?:every|each|most)(?: other| single)? (?:day|week|month|year|morning|evening|night|afternoon|weekend|{'|'.join(WEEKDAYS)}|time|hour)s?\b|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days\b(?!')|(?:once|twice|\d times) a (?:day|week|month|year)|nightly|daily|weekly|usually|normally", _flat("habit")),
    (rf"{_LEAD}{_LATE}(?P<step>half|a quarter|quarter|five|ten|twenty-five|twenty five|twenty|5|10|15|20|25)(?: min\w*)?\s+(?P<way>past|after|to|til|before)\s+{_H}\b{_HALF}?", _spoken),
    (rf"(?:in|within)\s+(?:about |around |another |exactly |maybe |just )?{_AMOUNT}(?:'? time)?(?! of\b)", _span),
    (rf"{_AMOUNT} (?:from (?:now|today)|hence)\b", _span),
    (rf"(?:timer|alarm|me)\s+(?:for\s+)?{_AMOUNT}(?! (?:ago|before|early|late))", _span),
    (r"for (?P<n>\d+)(?P<quarters>)(?P<halfof>)(?P<plus>)\s*(?P<unit>min\w*)(?P<more>) (?=timer)", _span),
    (rf"in (?P<n>\d{{1,2}}|five|ten|fifteen|twenty|thirty|forty)(?=\s*(?:$|[,.;!?&)]|and\b|so\b|pls\b|please\b|to\b|or so\b|ok\b|that\b|tell\b))", _bare),
    (rf"(?:at )?this time (?:{_TOMORROW})", lambda got, moment: {"kind": "span", "us": 86_400 * SECOND_US}), (r"(?:at )?this time next week", lambda got, moment: {"kind": "span", "us": 604_800 * SECOND_US}),
    (rf"a week (?:today|from today|from now)|today week|in a week's time", _day(7, 9)), (rf"a week (?:from )?{_TOMORROW}|{_TOMORROW} week", _day(8, 9)), (rf"two weeks (?:today|from today|from now)", _day(14, 9, 1440)),
    (rf"(?:a fortnight|two weeks) (?:on|from|come) {_WEEKDAY}", lambda got, moment: {"kind": "day", "day": moment.day + timedelta(days=(WEEKDAYS[got["weekday"]] - moment.day.weekday() - 1) % 7 + 15), "loose": 720, "rank": 4}),
    (rf"{_WEEKDAY} after next", lambda got, moment: {"kind": "day", "day": moment.day + timedelta(days=(WEEKDAYS[got["weekday"]] - moment.day.weekday() - 1) % 7 + 8), "loose": 720, "rank": 4}),
    (r"the (?:day after|next day but one) " + _TOMORROW, _day(2)),
    (rf"(?:late |early |first thing )?{_TOMORROW}(?:'s)?", _day(1)),
    (r"(?:later |earlier )?today(?:'s)?(?! (?:was|is the day i))", _day(0, 8)),
    (r"tonight(?:'s)?|tonite|2nite|tnght|\btn\b", _tonight),
    (rf"(?:later )?this {_PART}", _today_part),
    (r"(?P<iso>\d{4}-\d\d-\d\d)", _iso), (r"(?:on |by |is |the |until |till )(?P<one>\d{1,2})(?P<mark>[/.])(?P<two>\d{1,2})(?:(?P=mark)(?:20\d\d|\d\d)?)?(?! ?[ap]\.?m|[:\d])", _numbers),
    (r"(?:the )?week after next", _day(14, 2, 4320)), (rf"(?:in |by |until )(?:early |mid |late )?{_MONTH}(?! \d)", _in_month),
    (rf"(?:on |by |until |till )?(?:the )?(?P<nth>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? (?P<year>20\d\d))?", _day_of_month),
    (rf"(?:on |by |until |till )?{_MONTH} (?:the )?(?P<nth>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:])(?:,? (?P<year>20\d\d))?", _day_of_month),
    (r"(?:on |by |until |till |before |from )?(?:the )(?P<nth>\d{1,2})(?:st|nd|rd|th)\b(?! (?:time|birthday|of\b(?! \w+ (?:january|february|march|april))|floor|century|grade|street|anniversary|page|one))", _day_of_month),
    (rf"(?:on|by|until) the (?P<nth>{'|'.join(sorted(ORDINALS, key=len, reverse=True))})\b(?= *(?:$|[,.;!?)]|at|of|and|i|to|we|they|he|she))(?: of {_MONTH})?", _day_of_month),
    (r"(?P<feast>christmas eve|xmas eve|christmas day|boxing day|christmas|xmas|new year's eve|new year's day|new year's|halloween|valentine's day|valentine's|easter)(?! (?:card|tree|present|gift|market|cake|dinner|egg|song|movie|film|party|shopping|light|jumper|do\b))", _feast),
    (rf"(?P<lead>on |by |until |till |before |come |for |is |from |since |and |, )?(?P<which>next |this |coming |this coming |last |a week on |a week from |a week )?{_WEEKDAY}(?P<week> week)?(?:'s)?(?P<tail>(?= (?:morning|afternoon|evening|night|nite|eve\b|at \d|at {_HOUR_WORDS}|\d))|(?= *[.,!?]*$))?\b", _weekday),
    (r"(?P<which>at the|at|over the|on the|this|next|the coming|this coming|by the) (?:long )?weekend", _weekend),
    (r"(?:by |at |before )?(?:the )?end of (?:the |this )?(?P<unit>week|month)", _end_of), (r"(?:by |at |before )?(?:the )?(?:end of (?:the |my |your )?(?:business )?(?:work )?day|eod|close of business)", lambda got, moment: {"kind": "part", "day": moment.day, "hour": 18, "loose": 180, "half": "pm", "rank": 8}),
    (rf"{_N} (?:more )?(?P<unit>days|sleeps|weeks) (?:till|until|til|to go|left|away|from now|before)\b", lambda got, moment: {"kind": "day", "day": moment.day + timedelta(days=_number(got["n"]) * (7 if got["unit"] == "weeks" else 1)), "loose": 720, "rank": 5}),
    (r"(?:early |late |some ?time |some day |sometime |at the start of |at the beginning of )?next (?P<unit>week|month|year)", _week),
    (r"later (?:this|in the) week", _day(2, 2, 2880)), (r"(?:some ?time |one day )?this week", _day(2, 2, 4320)),
    (rf"(?<=[ ,(])(?P<about>)(?P<step>half)\s*(?P<way>)(?P<h>{_HOUR_WORDS}|1[0-2]|[1-9](?![\d:]))(?P<half>)(?=\s*(?:$|[,.!?;)]|\x00|am\b|pm\b|sharp|in the))", _spoken),
    (rf"(?:^|(?<=[.!?] ))(?P<about>)(?P<step>half)\s*(?P<way>)(?P<h>{_HOUR_WORDS})\b(?P<half>)(?=\W|$)", _spoken),
    (rf"(?:at|by|for|till|until|me|up)\s+{_LATE}(?P<step>half)\s*(?P<way>)(?P<h>{_HOUR_WORDS}|1[0-2]|[1-9](?![\d:]))\b(?P<half>)", _spoken),
    (rf"{_LEAD}{_LATE}(?P<h>[01]?\d|2[0-4])\s?[:h]\s?(?P<m>[0-5]\d){_HALF}?(?: ?ish)?", _clock),
    (rf"(?:at|by|for|till|until|@)\s+{_LATE}(?P<h>[01]?\d|2[0-4])\.(?P<m>[0-5]\d)(?!\d|%){_HALF}?", _clock),
    (rf"{_LEAD}{_LATE}(?P<h>[01]?\d)\.(?P<m>[0-5]\d){_HALF}", _clock),
    (rf"{_LEAD}{_LATE}(?P<h>1[0-2]|0?\d|{_HOUR_WORDS}){_HALF}(?: ?ish)?", _clock),
    (rf"{_LEAD}{_LATE}{_H}(?:\s|-)?o'?\s?clock", _clock), (rf"when it(?:'s| is) {_H}(?=\W*(?:$|[,.;]|please|pls))", _clock), (rf"{_LEAD}(?P<h>[01]?\d|2[0-4])h\b", _clock),
    (rf"(?:(?:at|by|till|until)\s+|(?=\d{{4}} (?:\x00|hours|hrs)))(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)(?:\s?(?:hours|hrs))?(?!\d|\s?(?:people|euro|pm|am))", _clock),
    (rf"(?:at|by|past(?= \d)|until|till|til|@)\s*(?:exactly |precisely )?{_LATE}{_H}(?:ish)?\b{_NO_UNIT}(?: sharp| on the dot)?", _clock),
    (rf"(?:(?:until|till|til|before|from)\s+)?{_LATE}{_H}(?:-?ish|(?=,? \x00)|(?=,? (?:sharp|on the dot|tonight|this evening|this morning|this afternoon|in the (?:morning|evening|afternoon)|at night|{_TOMORROW}|on {_WEEKDAY}))){_NO_UNIT.replace('(?![:', '(?![:', 1)}", _clock),
    (rf"(?<=\x00 ){_H}{_NO_UNIT}(?=\s*(?:$|[,.;!?)]|pls|please|and\b|so\b|wake|remind|to\b|for\b|with\b))", _clock),
    (rf"(?:around|about|round)\s+(?P<about>){_H}\b{_NO_UNIT}(?=\s*(?:$|[,.;!?]|to\b|that\b|on\b|and\b|pls|please))", lambda got, moment: (_clock(got, moment) or {}) | {"loose": 30} or None),
    (r"(?:right )?(?:after|straight after|post) (?:my |the |your )?lunch", _named_part("after lunch")), (r"before (?:my |the |your )?lunch", _named_part("before lunch")),
    (r"(?:at|over|around|during|by) lunch(?: ?time| ?break)?|(?:in|on) (?:my|your) lunch ?(?:break|hour)|lunchtime", _named_part("lunch")),
    (r"(?:at |around |by )?(?:noon|midday)", _named_part("noon")), (r"(?:at |by |around )?(?:the stroke of )?midnight", _named_part("midnight")),
    (r"after (?:my |the |your )?(?:dinner|supper|tea)\b", _named_part("after dinner")), (r"(?:at|over|around|before) (?:dinner|supper)(?: ?time)?", _named_part("dinner")),
    (r"after (?:my |your )?work\b(?!ing)|after (?:the )?office", _named_part("after work")), (r"before (?:i (?:go|get) (?:in)?to |you (?:go|get) (?:in)?to |going to )?(?:bed|sleep)(?: ?time)?|at bedtime", _named_part("bed")),
    (r"(?:at|over|before|with|after|by) (?:my |your )?(?:breakfast|brekkie)", _named_part("breakfast")), (r"(?:at |before )(?:dawn|sunrise|first light|daybreak)", _named_part("dawn")), (r"(?:at |before |by )(?:dusk|sunset|nightfall)", _named_part("dusk")),
    (r"first thing(?: in the morning)?", _named_part("morning")), (rf"(?:in the |at |by |the )(?:early |late |mid )?{_PART}\b(?! (?:was|sky|air|sun))", _part_of_day),
    (rf"(?<= )(?:early |late )?{_PART}", _part_of_day),
    (r"in a (?:bit|while|moment|little while|mo)\b|(?:some ?time )?soon|later(?: on)?\b|some (?:time|day|point)|sometime|at some point|one (?:of these days|day)|eventually|afterwards?|(?:another|some other) (?:time|day)|next time|when you(?:'re| are| get|'ve| have|r)\b[^.,!?\x00]*|once you(?:'re| are| get|'ve| have)\b[^.,!?\x00]*|when (?:it|that|this)'s (?:over|done)|when i(?:'m| am| get)\b[^.,!?\x00]*|whenever|no (?:rush|hurry)", _flat("vague")),
]
_COMPILED = [(re.compile(rf"(?<![\w'-])(?:{form})(?![\w])"), meaning) for form, meaning in _FORMS]


def pieces(low: str, moment: Moment) -> list[Piece]:
    """The time words of a text in lower case, in their order; none overlaps another."""
    found: list[Piece] = []
    left = low
    for form, meaning in _COMPILED:
        for got in list(form.finditer(left)):
            made = _made(got, meaning, moment)
            if made is not None:
                found.append(made)
                left = left[: got.start()] + "\x00" * (got.end() - got.start()) + left[got.end() :]
    return sorted(found, key=lambda piece: piece.first)


def _made(got: re.Match, meaning: Callable, moment: Moment) -> Piece | None:
    try:
        made = meaning(got, moment)
    except (ValueError, KeyError, OverflowError):
        return None
    if not made or "kind" not in made:
        return None
    lead = re.match(r"(?:, |and |is |me |for (?=me))", got.group(0))
    return Piece(got.start() + (lead.end() if lead else 0), got.end(), **made)


def resolve(group: Sequence[Piece], moment: Moment, early: bool = False, late: bool = False) -> Due | None:
    """One instant from pieces that belong together; None when they name none. `early`: a bare hour is more likely in the morning; `late`: in the evening."""
    span = next((piece for piece in group if piece.kind == "span"), None)
    if span is not None:
        return Due(moment.us + span.us, 0, True)
    day = max((piece for piece in group if piece.day is not None), key=lambda piece: piece.rank, default=None)
    clock = next((piece for piece in group if piece.kind == "clock"), None)
    part = _part_beside(group, clock)
    if clock is not None:
        return Due(_at_clock(clock, part, day, moment, early, late), clock.loose, True)
    if part is not None:
        return Due(_at_part(part, day, moment), part.loose, True)
    return Due(_on_day(day, moment), day.loose, False) if day is not None else None


def _part_beside(group: Sequence[Piece], clock: Piece | None) -> Piece | None:
    """The part of the day; beside a clock only one that stands close to it ("at eight in the evening")."""
    parts = [piece for piece in group if piece.kind == "part"]
    if clock is None:
        return parts[0] if parts else None
    return next((piece for piece in parts if -4 <= piece.first - clock.last <= 14 or -2 <= clock.first - piece.last <= 14), None)


def instant(moment: Moment, day: date, hour: int, minute: int = 0) -> int:
    """The instant at which a clock there shows that time: of two the first that is still to come, of none the one as long after midnight."""
    local = int((datetime(day.year, day.month, day.day) + timedelta(hours=hour, minutes=minute) - _EPOCH) / timedelta(microseconds=1))
    offsets = [offset_at(moment.clock, local + shift * SECOND_US) for shift in (-93_600, 93_600)]
    true = sorted(local - offset * SECOND_US for offset in offsets if offset_at(moment.clock, local - offset * SECOND_US) == offset)
    return next((us for us in true if us > moment.us), true[-1]) if true else local - offsets[0] * SECOND_US


def _at_clock(clock: Piece, part: Piece | None, day: Piece | None, moment: Moment, early: bool, late: bool) -> int:
    hours = _hours(clock, part)
    if day is None:
        return _next(hours, clock, moment, early)
    ordered = sorted(hours, key=lambda hour: not _likely(hour, early, late or part is not None and part.half == "pm"))
    tries = [instant(moment, day.day, hour, clock.minute) for hour in ordered]
    return next((us for us in tries if us > moment.us), tries[0])


def _hours(clock: Piece, part: Piece | None) -> list[int]:
    """The hours of the day (24 is the midnight after) which a bare hour can mean."""
    hour, half = clock.hour, clock.half
    if half == "24":
        return [hour]
    if not half and part is not None and part.half:
        half = "night" if part.hour == 20 and hour in (12, 1, 2, 3, 4) else part.half
    if half == "night":
        return [24 + hour % 12]
    if half == "am":
        return [hour % 12]
    return [hour % 12 + 12] if half == "pm" else [hour % 12, hour % 12 + 12]


def _likely(hour: int, early: bool, late: bool) -> bool:
    """Whether people mean this hour when they say no half: six is in the evening unless somebody is to be woken."""
    if early:
        return 3 <= hour < 12
    return 12 <= hour < 22 if late else 7 <= hour < 19


def _next(hours: list[int], clock: Piece, moment: Moment, early: bool) -> int:
    today, now = moment.day, civil_at(moment.clock, moment.us)
    tries = sorted((us, hour) for ahead in (0, 1) for hour in hours if (us := instant(moment, today + timedelta(days=ahead), hour, clock.minute)) > moment.us)
    if not tries:
        return instant(moment, today + timedelta(days=2), hours[0], clock.minute)
    if early and (now.hour >= 18 or tries[0][0] - moment.us > 360 * MINUTE_US):
        tries = [one for one in tries if one[1] < 12] or tries
    elif not early and len(hours) > 1 and not now.hour < 6:
        near = [one for one in tries if now.hour >= 21 and one[0] - moment.us <= 240 * MINUTE_US]
        tries = near or [one for one in tries if one[1] >= 6] or tries
    return tries[0][0]


def _at_part(part: Piece, day: Piece | None, moment: Moment) -> int:
    if day is not None:
        us = instant(moment, day.day, part.hour, part.minute)
        return us if us > moment.us else moment.us + 30 * MINUTE_US
    us = instant(moment, moment.day, part.hour, part.minute)
    return us if us > moment.us else instant(moment, moment.day + timedelta(days=1), part.hour, part.minute)


def _on_day(day: Piece, moment: Moment) -> int:
    us = instant(moment, day.day, day.hour or 9)
    if us <= moment.us and day.day == moment.day:
        evening = instant(moment, day.day, 18)
        return evening if evening > moment.us else moment.us + 60 * MINUTE_US
    return us
