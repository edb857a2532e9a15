"""What the words of a memory or a question give away without a model: sentences, speakers, content words, whether something is asked.

English, by rule. A text in another language has no stop words here and is looked up by all of its words.
"""

from __future__ import annotations

import re
from functools import lru_cache

#: Words that say nothing of the subject: articles, pronouns, auxiliaries, prepositions, question words.
STOP = frozenset("""a about above after again all also am an and any are aren as at be because been before being below between both but by
can could couldn d did didn do does doesn doing don down during each few for from further get got had hadn has hasn have haven having he her
here hers herself him himself his how i if in into is isn it its itself just ll m me might more most my myself no nor not now o of off on
once only or other our ours ourselves out over own re s same shall she should so some such t than that the their theirs them themselves
then there these they this those through to too under until up ve very was we were what when where which while who whom whose why will
with would y you your yours yourself yourselves""".split())

_SPEAKER = re.compile(r"^([^:\n]{1,80}): (.*)$")
_END = re.compile(r"(?<=[.!?…])\s+|\s+(?=\[)|\n+")
_TIMES = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekends?|months?|years?|days?|since|recently|mon(?:day)?|tues(?:day)?|wednesday|"
    r"thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|\d+)\b", re.IGNORECASE)
_ASKS_WHEN = re.compile(r"\b(?:when|how long|what (?:day|date|month|year|time)|which (?:day|month|year))\b", re.IGNORECASE)
MAX_SENTENCES = 8


def said(text: str) -> list[tuple[str, str]]:
    """(speaker, words) of each speaker's part; a text without a speaker has "" for one."""
    parts: list[tuple[str, str]] = []
    for line in text.split("\n"):
        spoken = _SPEAKER.match(line)
        if spoken:
            parts.append((spoken[1], spoken[2]))
        elif parts:
            parts[-1] = (parts[-1][0], f"{parts[-1][1]}\n{line}")
        else:
            parts.append(("", line))
    return parts


def sentences(text: str) -> list[str]:
    """The sentences of a memory, each with its speaker before it; at most eight, further ones join the last."""
    found = [f"{speaker}: {sentence}" if speaker else sentence
             for speaker, words in said(text) for sentence in _END.split(words.strip()) if sentence.strip()]
    return found if len(found) <= MAX_SENTENCES else [*found[:MAX_SENTENCES - 1], " ".join(found[MAX_SENTENCES - 1:])]


def words(text: str) -> list[str]:
    """All words, in lower case."""
    return re.findall(r"\w+", text.lower())


def subject(question: str) -> list[str]:
    """The words that say what a question is about, each once; all of its words when none is left."""
    every = list(dict.fromkeys(words(question)))
    return [word for word in every if word not in STOP] or every


def asks(text: str) -> bool:
    """True when every speaker's part ends in a question: nothing in it is an answer."""
    return all(part.rstrip(" ]\n").endswith("?") for _, part in said(text))


def ends_asking(text: str) -> bool:
    """True when the last word was a question: what comes next answers it."""
    return text.rstrip().endswith("?")


def tells_time(text: str) -> bool:
    """True when the words hold a date, a day, or a stretch of time."""
    return _TIMES.search(text) is not None


def asks_when(question: str) -> bool:
    return _ASKS_WHEN.search(question) is not None


@lru_cache(maxsize=4096)
def names(speaker: str) -> tuple[str, ...]:
    """How a question may call a speaker, in lower case."""
    if speaker == "owner":
        return ("i", "my", "me", "mine", "owner")
    return tuple(words(speaker))


def means(asked: list[str], speaker: str) -> bool:
    """True when a question's words call this speaker, also by the short form of a name (three letters or more)."""
    return any(word == name or (len(word) >= 3 and word not in STOP and name.startswith(word)) for name in names(speaker) for word in asked)
