"""Time in words: "since May", "two weeks ago", "in the summer of 2024" → a span of civil time, and the words without it.

Everything is counted from the moment of the message, in its own zone. A date without a year is the latest one that has
begun; a weekday is the last one before today.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from ecs.clock import SECOND_US, Clock, civil_at, offset_at
from ecs.stores.belief import DAY, DECADE, MONTH, SEASON, WEEK, YEAR

_EPOCH = datetime(1970, 1, 1)
MONTHS = {name: number for number, name in enumerate("january february march april may june july august september october november december".split(), 1)}
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
DAYS = {name: number for number, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
NUMBERS = {word: number for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split())}
NUMBERS |= {"a": 1, "an": 1, "a couple of": 2, "a few": 3, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "half a": 0}


@dataclass(frozen=True, slots=True)
class When:
    """A span [first, last) in microseconds; `mode` is in, since, until, before, after, for (so long), aim (meant for then) or ahead."""

    first: int
    last: int
    grain: int
    mode: str = "in"


@dataclass(frozen=True, slots=True)
class Moment:
    """The instant from which dates are counted, and the clock that knows the zone."""

    us: int
    clock: Clock

    @property
    def day(self) -> date:
        return civil_at(self.clock, self.us).date()

    def start(self, day: date) -> int:
        """Midnight at which that day begins there."""
        local = int((datetime(day.year, day.month, day.day) - _EPOCH) / timedelta(microseconds=1))
        guess = local - offset_at(self.clock, local) * SECOND_US
        return local - offset_at(self.clock, guess) * SECOND_US


Span = tuple[date, date, int]


def _days(day: date, count: int = 1, grain: int = DAY) -> Span:
    return day, day + timedelta(days=count), grain


def month_of(year: int, month: int) -> Span:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, 1), date(year + month // 12, month % 12 + 1, 1), MONTH


def _season(year: int, name: str) -> Span:
    first = month_of(year, SEASONS[name])[0]
    return first, month_of(year, SEASONS[name] + 3)[0], SEASON


def _year(year: int) -> Span:
    return date(year, 1, 1), date(year + 1, 1, 1), YEAR


def easter(year: int) -> date:
    """Easter Sunday of the western churches (the anonymous Gregorian rule)."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    ell = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * ell) // 451
    month, day = divmod(h + ell - 7 * m + 114, 31)
    return date(year, month, day + 1)


_FEASTS: dict[str, Callable[[int], Span]] = {
    "easter": lambda year: _days(easter(year)), "christmas": lambda year: (date(year, 12, 24), date(year, 12, 27), DAY),
    "christmas eve": lambda year: _days(date(year, 12, 24)), "christmas day": lambda year: _days(date(year, 12, 25)),
    "new year": lambda year: _days(date(year, 1, 1)), "new year's": lambda year: _days(date(year, 1, 1)),
    "new year's eve": lambda year: _days(date(year, 12, 31)), "new year's day": lambda year: _days(date(year, 1, 1)),
    "halloween": lambda year: _days(date(year, 10, 31)), "valentine's day": lambda year: _days(date(year, 2, 14)),
}


def _latest(today: date, make: Callable[[int], Span]) -> Span:
    """The last of something yearly that has begun."""
    return next(span for year in range(today.year, today.year - 6, -1) if (span := make(year))[0] <= today)


def _weekday(today: date, name: str, back: int = 1) -> Span:
    return _days(today - timedelta(days=(today.weekday() - DAYS[name] - back) % 7 + back))


def _month_day(today: date, day: int, month: int, year: int | None = None) -> Span:
    if year:
        return _days(date(year, month, day))
    return _latest(today, lambda some: _days(date(some, month, min(day, 28 if month == 2 and some % 4 else day))))


def _back(today: date, count: int, unit: str) -> Span:
    if unit == "day":
        return _days(today - timedelta(days=count))
    if unit == "week":
        return _days(today - timedelta(weeks=count))
    if unit == "month":
        return month_of(today.year, today.month - count)
    return _year(today.year - count)


def _unit(today: date, unit: str, back: int) -> Span:
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return _days(monday, 7, WEEK)
    if unit == "weekend":
        saturday = today - timedelta(days=(today.weekday() + 2) % 7 + 7 * (back - (today.weekday() < 5)))
        return _days(saturday, 2, WEEK)
    if unit == "month":
        return month_of(today.year, today.month - back)
    if unit == "year":
        return _year(today.year - back)
    latest = _latest(today, lambda year: _season(year, unit))
    return _season(latest[0].year - (1 if back and latest[0] <= today < latest[1] else 0), unit)


def number_of(word: str) -> int:
    """A small number in digits or letters."""
    return int(word) if word.isdigit() else NUMBERS[word]


_MONTH = r"(?P<month>january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?"
_DAY = rf"(?P<day>{'|'.join(DAYS)})s?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_NUM = rf"(?P<num>\d+|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_DATE = r"(?P<date>[0-3]?\d)(?:st|nd|rd|th)?"
_PART = r"(?:\s+(?:early\s+)?(?:at noon|at midnight|morning|afternoon|evening|night))?"

#: What a span of time looks like, most telling first: (pattern, what it means on a day).
_FORMS: list[tuple[str, Callable[[date, dict], Span]]] = [
    (r"(?P<iso>\d{4}-\d\d-\d\d)", lambda today, got: _days(date.fromisoformat(got["iso"]))),
    (rf"(?:the )?{_DATE}(?: of)? {_MONTH}(?:,? {_YEAR})?", lambda today, got: _month_day(today, int(got["date"]), MONTHS[got["month"]], got["year"] and int(got["year"]))),
    (rf"{_MONTH} (?:the )?{_DATE}(?!\d)(?:,? {_YEAR})?", lambda today, got: _month_day(today, int(got["date"]), MONTHS[got["month"]], got["year"] and int(got["year"]))),
    (rf"(?:early |late |mid-?|the (?:beginning|start|middle|end) of )?{_MONTH},?(?: of)? {_YEAR}", lambda today, got: month_of(int(got["year"]), MONTHS[got["month"]])),
    (rf"(?:the )?(?P<season>spring|summer|autumn|fall|winter)(?: of)? {_YEAR}", lambda today, got: _season(int(got["year"]), got["season"])),
    (r"the day before yesterday", lambda today, got: _days(today - timedelta(days=2))),
    (rf"(?:yesterday{_PART}|last night)", lambda today, got: _days(today - timedelta(days=1))),
    (rf"(?:earlier today|today{_PART}|tonight|this (?:morning|afternoon|evening)|just now|right now)", lambda today, got: _days(today)),
    (rf"{_NUM} {_UNIT} ago", lambda today, got: _back(today, number_of(got["num"]), got["unit"])),
    (r"(?:the )?last (?P<unit>weekend|week|month|year|spring|summer|autumn|fall|winter)", lambda today, got: _unit(today, got["unit"], 1)),
    (r"this (?P<unit>weekend|week|month|year|spring|summer|autumn|fall|winter)", lambda today, got: _unit(today, got["unit"], 0)),
    (rf"(?:last |this |this past )?{_DAY}\b{_PART}", lambda today, got: _weekday(today, got["day"])),
    (rf"(?:last |this |early |late |mid-?|the (?:beginning|start|middle|end) of )?{_MONTH}(?: last year)?", lambda today, got: _latest(today, lambda year: month_of(year, MONTHS[got["month"]]))),
    (r"(?:the )?(?:early |late )?(?:19)?(?P<decade>[1-9]0)s", lambda today, got: (date(1900 + int(got["decade"]), 1, 1), date(1910 + int(got["decade"]), 1, 1), DECADE)),
    (r"the (?:early |late )?(?P<decade>sixties|seventies|eighties|nineties)", lambda today, got: (date(1960 + 10 * ["sixties", "seventies", "eighties", "nineties"].index(got["decade"]), 1, 1), date(1970 + 10 * ["sixties", "seventies", "eighties", "nineties"].index(got["decade"]), 1, 1), DECADE)),
    (r"(?P<feast>christmas eve|christmas day|christmas|new year's eve|new year's day|new year's|new year|easter|halloween|valentine's day)", lambda today, got: _latest(today, _FEASTS[got["feast"]])),
    (rf"(?:the )?(?P<season>spring|summer|autumn|winter)(?=\s*(?:[.,;!?)]|$|⟦|(?:and|but|for|to|at|with|so|because|i|we|he|she|they|when|that)\b))", lambda today, got: _latest(today, lambda year: _season(year, got["season"]))),
    (rf"{_YEAR}", lambda today, got: _year(int(got["year"]))),
    (rf"the {_DATE}(?:st|nd|rd|th)(?=\s*(?:[.,;!?)]|$|(?:and|but|for|to|at|with|so|because|i|we|he|she|they)\b))", lambda today, got: _day_of_month(today, int(got["date"]))),
]

#: Which words before a span say how it bounds. A span that is only ever a noun (May, summer, 2019) needs one of them.
_MODES = {
    "since": "since", "ever since": "since", "from": "since", "until": "until", "till": "until", "before": "before", "after": "after",
    "in": "in", "on": "in", "at": "in", "during": "in", "over": "in", "by": "until", "back in": "in", "around": "in", "as of": "since", "starting": "since", "of": "in", "for": "aim", "to": "until",
}
_LEAD = "|".join(sorted(_MODES, key=len, reverse=True))
_ALONE = re.compile(r"yesterday|today|tonight|ago|last|this|morning|\d{4}-|now|" + "|".join(DAYS))
_NEXT = re.compile(rf"\b(?:(?:on|in|from|until|by|starting|this|coming)\s+)*(?:tomorrow{_PART}|next (?:week|weekend|month|year|term|semester|season|spring|summer|autumn|fall|winter|morning|time|{'|'.join([*DAYS, *MONTHS])})|(?:this )?coming {_DAY}|in {_NUM} {_UNIT}|later (?:today|this \w+)|soon)\b", re.IGNORECASE)
_FOR = re.compile(rf"\b(?:for|in) (?:about |almost |nearly |over |more than |at least |the last |the past )?{_NUM} {_UNIT}(?: now)?\b(?! ago)", re.IGNORECASE)
_COMPILED = [(re.compile(rf"(?:\b(?P<lead>{_LEAD})\s+)?(?:about |around |exactly |roughly )?(?<![\w-]){form}(?![\w-])", re.IGNORECASE), meaning) for form, meaning in _FORMS]


def _day_of_month(today: date, day: int) -> Span:
    year, month = (today.year, today.month) if day <= today.day else ((today.year, today.month - 1) if today.month > 1 else (today.year - 1, 12))
    return _days(date(year, month, min(day, 28)) if day > 28 and month == 2 else date(year, month, day))


def take_times(text: str, moment: Moment) -> tuple[str, list[When]]:
    """The text with ⟦n⟧ where time words stood, and what each means. What stands in quotation marks is left for its speaker."""
    found: list[When] = []
    pieces = re.split(r"(\"[^\"]*\"|“[^”]*”)", text.replace("⟦", " ").replace("⟧", " "))
    return "".join(piece if number % 2 else _marked(piece, moment, found) for number, piece in enumerate(pieces)), found


def _marked(text: str, moment: Moment, found: list[When]) -> str:
    text = _NEXT.sub(lambda got: _note(found, When(moment.us, moment.us + 1, DAY, "ahead")), text)
    text = _FOR.sub(lambda got: _note(found, _for(got, moment)) if got.group(0).lower().startswith("for") else got.group(0), text)
    for form, meaning in _COMPILED:
        text = form.sub(lambda got: _read(got, meaning, moment, found), text)
    return text


def _note(found: list[When], when: When) -> str:
    found.append(when)
    return f" ⟦{len(found) - 1}⟧ "


def _for(got: re.Match, moment: Moment) -> When:
    first, last, grain = _back(moment.day, number_of(got["num"].lower()), got["unit"].lower())
    return When(moment.start(first), moment.us, grain, "for")


def _read(got: re.Match, meaning: Callable[[date, dict], Span], moment: Moment, found: list[When]) -> str:
    parts = {name: value.lower() if value else value for name, value in got.groupdict().items()}
    lead = parts.pop("lead", None)
    if lead is None and not _ALONE.search(got.group(0).lower()):
        return got.group(0)
    try:
        first, last, grain = meaning(moment.day, parts)
    except ValueError:
        return got.group(0)
    mode = "in" if lead == "for" and parts.get("feast") else _MODES[(lead or "in").lower()]
    return _note(found, When(moment.start(first), moment.start(last), grain, mode))


def in_words(us: int, grain: int, clock: Clock) -> str:
    """A beginning as people say it: "14 March 2026", "March 2026", "spring 2026", "2019"."""
    day = civil_at(clock, us)
    if grain == YEAR:
        return f"{day.year}"
    if grain == DECADE:
        return f"the {day.year}s"
    if grain == SEASON:
        return next(f"{name} {day.year}" for name, month in SEASONS.items() if month == day.month)
    return f"{day:%B} {day.year}" if grain == MONTH else f"{day.day} {day:%B} {day.year}"
