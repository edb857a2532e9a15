"""A single "not now": what was put off, and until when. It is a note with an end and never a rule.

"Never", "always" and "no more" are no such words: what they say is a liking or a fact, and is read elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from ecs.clock import Clock, civil_at
from ecs.reading.tokens import sentences
from ecs.stores.block import one_line

HOUR_US = 3_600_000_000
#: "Not now" without more holds so long, and a stated span at most so long.
A_WHILE_US, LONGEST_US = 2 * HOUR_US, 14 * 24 * HOUR_US
#: Longer sentences tell a story in which the words merely occur.
SHORT_WORDS, ABOUT_LENGTH = 12, 80

_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "twenty": 20, "thirty": 30}
_UNITS = {"minute": HOUR_US // 60, "hour": HOUR_US, "day": 24 * HOUR_US}
_WHEN = r"(?:right )?(?:now|today|tonight|this (?:morning|afternoon|evening|week)|tomorrow)"
_PUT_OFF = re.compile(
    rf"^(?:no,? |sorry,? |please,? |oh,? |ugh,? |hey,? )*(?:not {_WHEN}\b(?! that\b| only\b)|(?:maybe |perhaps )?(?:later|another time|some other time|another day)(?=\W*(?:$|[,;!]|please|then|okay|ok|perhaps|maybe)))"
    rf"|\b(?:please )?(?:do not|don['’]t|don t|let['’]s not|can we not|could we not|i['’]d rather not|i do not want to|i don['’]t want to|i can['’]t)\b[^.!?]*\b(?:{_WHEN}|for (?:\w+) (?:minute|hour|day)s?|until tomorrow)\b"
    r"|\bleave me (?:alone|in peace|be)\b|\bgive me (?:\w+) (?:minute|hour|day)s?\b|\bnot (?:in the mood|up to it|up for it) (?:now|today|tonight)\b", re.IGNORECASE)
#: What is put off: something one talks, asks or reminds of. "I don't want soup tonight" puts off no word of hers.
_TALK = re.compile(r"\b(?:talk|ask|remind|mention|bother|discuss|tell me|bring (?:it|that|this) up|speak|think about|hear|call|message|disturb|do (?:it|this|that)|deal with)\b", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:about|of|mention|discuss|hear|do|deal with)\s+(?!me\b|it\b|that\b|this\b)([^.,!?;]+?)(?=\s*(?:,|$|\b(?:right )?(?:now|today|tonight|this|for|until|please)\b))", re.IGNORECASE)
_SPAN = re.compile(r"\b(?:for|in|give me) (?:the next )?(\w+) (minute|hour|day)s?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PutOff:
    """What was said, what it was about ("" when nothing tells), and the instant it ends, epoch microseconds."""

    words: str
    about: str
    until_us: int


def put_off(text: str, before: str, at_us: int, clock: Clock) -> PutOff | None:
    """What a message puts off, None for nothing. `before` is what she said last: it is about that, when it names nothing itself."""
    for sentence, end in sentences(text):
        found = _PUT_OFF.search(sentence)
        if found is None or len(sentence.split()) > SHORT_WORDS or end == "?" and not re.match(r"(?i)(can|could) we", sentence):
            continue
        bare = found.start() == 0 and re.match(r"(?i)^(?:no|sorry|please|oh|ugh|hey|maybe|perhaps|not|later|another|some|leave|give)\b", sentence)
        if bare or _TALK.search(sentence):
            named = _ABOUT.search(sentence)
            return PutOff(one_line(sentence), one_line(named[1] if named else _last(before))[:ABOUT_LENGTH], _end(sentence.lower(), at_us, clock))
    return None


def _last(before: str) -> str:
    """The last thing she said, the question when she asked one."""
    said = sentences(before)
    asked = [body for body, end in said if end == "?"]
    return (asked or [body for body, _ in said] or [""])[-1]


def _end(said: str, at_us: int, clock: Clock) -> int:
    span = _SPAN.search(said)
    if span:
        number = _NUMBERS.get(span[1], int(span[1]) if span[1].isdecimal() else 1)
        return at_us + min(LONGEST_US, max(1, number) * _UNITS[span[2]])
    now = civil_at(clock, at_us)
    if "this week" in said:
        return at_us + _until(now, (7 - now.weekday()), 0)
    if "tomorrow" in said:
        return at_us + _until(now, 1 if "until tomorrow" in said else 2, 0)
    if "this morning" in said and now.hour < 12:
        return at_us + _until(now, 0, 12)
    if "tonight" in said or "this evening" in said:
        return at_us + _until(now, 1 if now.hour >= 5 else 0, 5)
    if "today" in said or "another day" in said:
        return at_us + _until(now, 1, 0)
    return at_us + A_WHILE_US


def _until(now: datetime, days: int, hour: int) -> int:
    """Microseconds to an hour of her day, by the clock on her wall."""
    then = (now + timedelta(days=days)).replace(hour=hour, minute=0, second=0, microsecond=0)
    return max(HOUR_US // 60, (then - now) // timedelta(microseconds=1))
