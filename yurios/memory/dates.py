"""Time words in a question: "in May", "last spring", "two weeks ago", "before Easter 2022" become stretches of time.

Rules of English, over civil dates; what is not a date ("before we moved") is handed back as words, for the index to look up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
          "couple of": 2, "a couple of": 2, "few": 3, "a few": 3, "several": 4}
FIRST, LAST = date(1, 1, 1), date(9999, 12, 31)

_M = "|".join(MONTHS) + "|" + "|".join(month[:3] for month in MONTHS if month != "may") + "|sept"
_N = r"\d{1,3}|" + "|".join(sorted(COUNTS, key=len, reverse=True))
_ISO = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({_M})\b\.?,?\s*(\d{{4}})?", re.I)
_MONTH_DAY = re.compile(rf"\b({_M})\b\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d),?\s*(\d{{4}})?", re.I)
_MONTH = re.compile(rf"\b(?:(last|this)\s+)?({_M})\b\.?,?\s*(?:of\s+)?(\d{{4}})?", re.I)
_SEASON = re.compile(r"\b(?:(last|this|past)\s+|(?:in|during|over|before|after|since|until)\s+(?:the\s+)?)(spring|summer|autumn|fall|winter)\b(?:\s+(?:of\s+)?(\d{4}))?", re.I)
_YEAR = re.compile(r"\b(?:in|during|of|before|after|since|until)\s+((?:19|20)\d\d)\b", re.I)
_AGO = re.compile(rf"\b(?:about\s+|around\s+)?({_N})\s+(day|week|month|year)s?\s+ago\b", re.I)
_PAST = re.compile(rf"\b(?:in|over|during|within)?\s*the\s+(?:last|past)\s+({_N})\s+(day|week|month|year)s?\b", re.I)
_NEAR = re.compile(r"\b(last|this|past)\s+(night|week|weekend|month|year|morning|evening|afternoon)\b", re.I)
_WEEKDAY = re.compile(rf"\b(?:on\s+|last\s+|this\s+|past\s+)({'|'.join(DAYS)})\b", re.I)
_PLAIN = re.compile(r"\b(the day before yesterday|yesterday|today|tonight)\b", re.I)
_EDGE = re.compile(r"\b(before|until|after|since)\s+(?:the\s+)?$", re.I)
_SAYS_WHEN = re.compile(r"\b(?:in|during|of|since|before|after|until|by|early|late|mid)\s+$", re.I)
_EVENT = re.compile(r"\b(before|after|since|until)\s+((?:i|we|you|he|she|they|it)\b[^?.!,]*)", re.I)
_LATELY = re.compile(r"\b(?:lately|recently|these days|nowadays|currently|right now|at the moment|just now|latest|newest)\b", re.I)


@dataclass(frozen=True)
class When:
    """Stretches (first day, last day) that a question names, an event it counts from, and whether it asks for what is newest."""

    spans: tuple[tuple[date, date], ...] = ()
    edge: str = ""
    event: str = ""
    lately: bool = False


def when(question: str, today: date, years: range) -> When:
    """What a question says of time. `years` are those with memories: a month without a year means any of them."""
    spans: list[tuple[date, date]] = []
    rest = question
    for pattern, reader in _READERS:
        for found in list(pattern.finditer(rest)):
            read = _read(reader, found, today, years)
            before = _EDGE.search(rest[:found.start()]) or _EDGE.match(found[0].split(" ")[0])
            spans += [_open(span, before[1].lower() if before else "") for span in read]
            if read:
                rest = rest[:found.start()] + " " * (found.end() - found.start()) + rest[found.end():]
    event = None if spans else _EVENT.search(question)
    return When(tuple(spans), event[1].lower() if event else "", event[2].strip() if event else "", _LATELY.search(question) is not None)


def _read(reader: Callable, found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    """What a rule makes of its match; a year or a stretch no calendar holds is no date."""
    try:
        return reader(found, today, years)
    except (ValueError, OverflowError):
        return []


def _open(span: tuple[date, date], edge: str) -> tuple[date, date]:
    """`before May` ends where May begins; `since May` begins there and has no end."""
    if edge in ("before", "until"):
        return FIRST, span[0] - timedelta(1)
    if edge in ("after", "since"):
        return (span[1] + timedelta(1) if edge == "after" else span[0]), LAST
    return span


def _month(word: str) -> int:
    return next(n for n, month in enumerate(MONTHS, 1) if month.startswith(word.lower()[:3]))


def _whole_month(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year + month // 12, month % 12 + 1, 1) - timedelta(1)


def _days(year: str | None, month: str, day: str, today: date, years: range) -> list[tuple[date, date]]:
    month_day = _month(month), int(day)
    if month_day == (2, 29) and not year:
        years = [each for each in years if each % 4 == 0 and (each % 100 or each % 400 == 0)]
    return [(date(each, *month_day),) * 2 for each in ([int(year)] if year else years)]


def _iso(found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    return [(date.fromisoformat(found[0]),) * 2]


def _a_month(found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    which, word, year = found.groups()
    if word in ("may", "march") and not (which or year or _SAYS_WHEN.search(found.string[:found.start()])):
        return []  # the verbs: the months are written May and March, or stand after "in"
    if word.lower() in ("mar", "jan", "dec") and not (which or year):
        return []  # names of people, more often than months
    month = _month(word)
    if which:
        return [_whole_month(today.year - (month > today.month or (which.lower() == "last" and month == today.month)), month)]
    return [_whole_month(int(year), month)] if year else [_whole_month(each, month) for each in years]


def _season(found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    which, word, year = found.groups()
    start = SEASONS[word.lower()]
    each_year = [int(year)] if year else list(years) if not which else [today.year, today.year - 1]
    spans = [(date(each, start, 1), _whole_month(each + (start + 2) // 13, (start + 1) % 12 + 1)[1]) for each in each_year]
    if not which:
        return spans
    over = [span for span in spans if (span[1] < today if which.lower() == "last" else span[0] <= today)]
    return over[:1]


def _year(found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    return [(date(int(found[1]), 1, 1), date(int(found[1]), 12, 31))]


def _count(word: str) -> int:
    return COUNTS.get(word.lower()) or int(word)


def _back(today: date, count: int, unit: str) -> date:
    return today - timedelta(count * {"day": 1, "week": 7, "month": 30, "year": 365}[unit.lower()])


def _ago(found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    middle = _back(today, _count(found[1]), found[2])
    slack = {"day": 0, "week": 3, "month": 15, "year": 120}[found[2].lower()]
    return [(middle - timedelta(slack), middle + timedelta(slack))]


def _past(found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    return [(_back(today, _count(found[1]), found[2]), today)]


def _near(found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    last, unit = found[1].lower() != "this", found[2].lower()
    monday = today - timedelta(today.weekday())
    if unit in ("night", "morning", "evening", "afternoon"):
        return [(today - timedelta(last),) * 2]
    if unit in ("week", "weekend"):
        start = monday - timedelta(7 * last) + timedelta(5 * (unit == "weekend"))
        return [(start, start + timedelta(1 if unit == "weekend" else 6))]
    if unit == "month":
        return [_whole_month(today.year - (last and today.month == 1), (today.month - last - 1) % 12 + 1)]
    return [(date(today.year - last, 1, 1), date(today.year - last, 12, 31))]


def _weekday(found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    back = (today.weekday() - DAYS.index(found[1].lower())) % 7 or 7
    return [(today - timedelta(back),) * 2]


def _plain(found: re.Match, today: date, years: range) -> list[tuple[date, date]]:
    back = {"the day before yesterday": 2, "yesterday": 1}.get(found[1].lower(), 0)
    return [(today - timedelta(back),) * 2]


_READERS = (
    (_ISO, _iso), (_DAY_MONTH, lambda f, t, y: _days(f[3], f[2], f[1], t, y)), (_MONTH_DAY, lambda f, t, y: _days(f[3], f[1], f[2], t, y)),
    (_SEASON, _season), (_AGO, _ago), (_PAST, _past), (_NEAR, _near), (_WEEKDAY, _weekday), (_PLAIN, _plain), (_MONTH, _a_month), (_YEAR, _year),
)
