"""When something spoken of ends: "until tomorrow", "till four", "for an hour", "this week" → an instant ahead of the one it was said at."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

from ecs.clock import SECOND_US, civil_at
from ecs.reading.dates import DAYS, MONTHS, NUMBERS, Moment

HOUR_US, DAY_US = 3600 * SECOND_US, 86_400 * SECOND_US
#: Nothing that is said in passing lasts longer.
LONGEST_US = 366 * DAY_US
#: A day begins and ends for a person, not at midnight: hours after midnight of its words.
MORNING, NOON, LUNCH_OVER, EVENING, NIGHT, SUPPER_OVER = 9, 12, 14, 18, 22, 21
_PARTS = {"morning": NOON, "afternoon": EVENING, "evening": NIGHT, "day": 24, "night": 33, "noon": NOON, "lunch": LUNCH_OVER, "dinner": SUPPER_OVER, "supper": SUPPER_OVER, "midnight": 24, "bedtime": NIGHT}
_NUM = r"(?P<num>\d+(?:\.\d+)?|half an|half a|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + r"|couple of)"
_UNIT = r"(?P<unit>minute|min|hour|hr|day|week|month)s?"
_CLOCK = r"(?:(?P<past>half past|half|quarter past|quarter to)\s+)?(?P<hour>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[:.](?P<minute>\d\d))?\s*(?:o'clock)?\s*(?P<half>a\.?m\.?|p\.?m\.?|h)?"
_UNTIL = r"\b(?:until|till|til|'til|before|by)\s+(?:about\s+|around\s+|at least\s+|after\s+|the\s+|this\s+|next\s+|it's\s+|at\s+)*"
_SECONDS = {"minute": 60, "min": 60, "hour": 3600, "hr": 3600, "day": 86_400, "week": 604_800, "month": 30 * 86_400}
_DAYNAME = "(?P<day>" + "|".join(DAYS) + ")"
_WEEKEND = 5


def end_of(text: str, moment: Moment) -> int | None:
    """The instant (microseconds since the Unix epoch) at which what is said ends, always later than `moment`; None when no end is named."""
    plain = text.lower().replace("’", "'")
    for pattern, meaning in _FORMS:
        found = pattern.search(plain)
        if found is not None:
            ends = _meant(meaning, found, moment)
            if ends is not None and ends > moment.us:
                return min(ends, moment.us + LONGEST_US)
    return None


def _meant(meaning: Callable[[dict, Moment], int | None], found: re.Match[str], moment: Moment) -> int | None:
    """What no calendar holds (the 31st of June, a million weeks) names no time."""
    try:
        return meaning(found.groupdict(), moment)
    except (ValueError, OverflowError):
        return None


def start_of(text: str, moment: Moment) -> int:
    """The instant at which what is said begins: "this evening" at five, "tomorrow" at midnight, "from two" at two; `moment` when it begins now."""
    plain = text.lower().replace("’", "'")
    for pattern, meaning in _STARTS:
        found = pattern.search(plain)
        if found is not None:
            begins = _meant(meaning, found, moment)
            return begins if begins is not None and begins > moment.us else moment.us
    return moment.us


def _at(moment: Moment, day: date, hours: float) -> int:
    return moment.start(day) + int(hours * HOUR_US)


def _span(got: dict, moment: Moment) -> int:
    word = got["num"]
    count = 0.5 if word in ("half an", "half a") else 2 if word == "couple of" else float(word) if word[0].isdigit() else NUMBERS[word]
    return moment.us + int(count * _SECONDS[got["unit"]]) * SECOND_US


def _tomorrow(got: dict, moment: Moment) -> int:
    hours = {"morning": MORNING, "afternoon": LUNCH_OVER, "evening": EVENING, "night": NIGHT, "noon": NOON}.get(got.get("part") or "", MORNING)
    return _at(moment, moment.day + timedelta(days=1), hours)


def _weekday(got: dict, moment: Moment) -> int:
    ahead = (DAYS[got["day"]] - moment.day.weekday() - 1) % 7 + 1
    return _at(moment, moment.day + timedelta(days=ahead), EVENING if got.get("part") == "evening" else MORNING)


def _through_weekday(got: dict, moment: Moment) -> int:
    ahead = (DAYS[got["day"]] - moment.day.weekday()) % 7
    return _at(moment, moment.day + timedelta(days=ahead), 24)


def _hour_tomorrow(got: dict, moment: Moment) -> int | None:
    """An early hour without a word for it is meant in the afternoon."""
    tonight = _at(moment, moment.day + timedelta(days=1), 0)
    first = _hour(got, Moment(max(moment.us, tonight), moment.clock))
    early = first is not None and not got["half"] and first < tonight + 7 * HOUR_US
    return first + 12 * HOUR_US if early else first


def _hour(got: dict, moment: Moment) -> int | None:
    word = got["hour"]
    hour = int(word) if word.isdigit() else NUMBERS[word]
    minute = int(got["minute"] or 0)
    shift = {"half past": 30, "half": 30, "quarter past": 15, "quarter to": -15}.get(got["past"] or "", 0)
    if hour > 24 or minute > 59:
        return None
    half = (got["half"] or "").replace(".", "")
    if half == "pm" and hour < 12:
        hour += 12
    later = [_at(moment, moment.day + timedelta(days=days), hour + extra + (minute + shift) / 60) for days in (0, 1) for extra in ((0,) if half or hour > 12 else (0, 12))]
    return min((one for one in later if one > moment.us), default=None)


def _part(got: dict, moment: Moment) -> int:
    return _at(moment, moment.day, _PARTS[got["part"]])


def _date(got: dict, moment: Moment) -> int | None:
    month = MONTHS.get(got.get("month") or "", moment.day.month)
    try:
        wanted = datetime(moment.day.year, month, int(got["date"])).date()
    except ValueError:
        return None
    if wanted < moment.day:
        wanted = wanted.replace(year=wanted.year + 1) if got.get("month") else wanted + timedelta(days=31)
    return _at(moment, wanted, MORNING)


def _week(got: dict, moment: Moment) -> int:
    return _at(moment, moment.day + timedelta(days=7 - moment.day.weekday()), 0)


def _next_week(got: dict, moment: Moment) -> int:
    return _week(got, moment) + MORNING * HOUR_US


def _weekend(got: dict, moment: Moment) -> int:
    return _week(got, moment)


def _until_weekend(got: dict, moment: Moment) -> int:
    return _at(moment, moment.day + timedelta(days=(_WEEKEND - moment.day.weekday()) % 7), MORNING)


def _night(got: dict, moment: Moment) -> int:
    """Tonight ends in the morning; in the small hours that is this one."""
    early = civil_at(moment.clock, moment.us).hour < MORNING
    return _at(moment, moment.day + timedelta(days=0 if early else 1), MORNING)


_FORMS: list[tuple[re.Pattern[str], Callable[[dict, Moment], int | None]]] = [(re.compile(form), meaning) for form, meaning in (
    (_UNTIL + r"(?P<half_hour>half an hour) from now", lambda got, moment: moment.us + HOUR_US // 2),
    (_UNTIL + r"tomorrow(?:\s+(?P<part>morning|afternoon|evening|night|noon))?", _tomorrow),
    (_UNTIL + _CLOCK + r"\s+tomorrow", _hour_tomorrow),
    (_UNTIL + r"(?:morning|i wake|i'm up|i get up|breakfast)", _night),
    (_UNTIL + _DAYNAME + r"(?:\s+(?P<part>evening))?", _weekday),
    (r"\b(?:from|between)\s+\S+(?:\s+\S+)?\s+(?:to|and|-)\s+" + _CLOCK, _hour),
    (r"\b(?:back|done|free|out|home|finished|talk|again)\s+(?:then\s+)?(?:to you\s+)?at\s+(?:about\s+)?" + _CLOCK, _hour),
    (r"\b(?:see you|until|back)\s+(?:on\s+)?" + _DAYNAME, _weekday),
    (rf"\b(?:through|including|thru)\s+{_DAYNAME}", _through_weekday),
    (_UNTIL + r"weekend", _until_weekend),
    (_UNTIL + r"week\b", _next_week),
    (_UNTIL + r"(?P<part>noon|lunch|dinner|supper|midnight|bedtime|afternoon|evening|night)\b", lambda got, moment: _at(moment, moment.day, {"afternoon": LUNCH_OVER, "evening": EVENING, "night": NIGHT}.get(got["part"]) or _PARTS[got["part"]])),
    (_UNTIL + r"tonight\b", lambda got, moment: _at(moment, moment.day, EVENING)),
    (_UNTIL + r"end of (?:the )?week", lambda got, moment: _week(got, moment)),
    (_UNTIL + r"(?P<date>[0-3]?\d)(?:st|nd|rd|th)(?: of)?(?:\s+(?P<month>" + "|".join(MONTHS) + r"))?", _date),
    (_UNTIL + r"(?P<month>" + "|".join(MONTHS) + r")\s+(?P<date>[0-3]?\d)", _date),
    (_UNTIL + _CLOCK, _hour),
    (rf"\b(?:for|in|give me|within)\s+(?:about\s+|at least\s+|the next\s+|another\s+|the\s+|next\s+)*{_NUM}?\s*(?P<solo>)\b{_UNIT}\b", lambda got, moment: _span({**got, "num": got["num"] or "a"}, moment)),
    (rf"\b{_NUM}\s+{_UNIT}\b(?! ago| old| late| time)", _span),
    (r"\bthe rest of the (?P<part>morning|afternoon|evening|day)", _part),
    (r"\b(?:all|this|the whole) (?P<part>morning|afternoon|evening|day)\b", _part),
    (r"\b(?:all|this|the whole|rest of the) week\b", _week),
    (r"\b(?:all|this|the whole|over the) weekend\b", _weekend),
    (r"\btoday\b", lambda got, moment: _at(moment, moment.day, 24)),
    (r"\b(?:tonight|the night|all night|till dawn)\b", _night),
    (r"\btomorrow\b", lambda got, moment: _at(moment, moment.day + timedelta(days=2), 0)),
)]

_AWAY = r"(?<!until )(?<!till )(?<!til )(?<!before )(?<!for )"
_STARTS: list[tuple[re.Pattern[str], Callable[[dict, Moment], int | None]]] = [(re.compile(form), meaning) for form, meaning in (
    (r"\b(?:from|between)\s+(?:about\s+|around\s+)?" + _CLOCK + r"\s+(?:to|till|until|and|-)\b", _hour),
    (_AWAY + r"\b(?:this evening|tonight)\b", lambda got, moment: _at(moment, moment.day, EVENING - 1)),
    (_AWAY + r"\bthis afternoon\b", lambda got, moment: _at(moment, moment.day, NOON)),
    (_AWAY + r"\b(?:this|the|all) weekend\b", lambda got, moment: _at(moment, moment.day + timedelta(days=max(0, _WEEKEND - moment.day.weekday())), 0)),
    (_AWAY + r"\btomorrow\b", lambda got, moment: _at(moment, moment.day + timedelta(days=1), 0)),
)]
