"""The words that carry a subject, by their first letters, so that "boxing" and "boxes" are near."""

from __future__ import annotations

import re

_EMPTY = frozenset(
    "a an and are as at be been being but by can could did do does done for from get gets getting go goes going gone got had has have he her hers him his how i i'd i'll i'm i've "
    "if in into is it it's its just let like may me might mine more most my no nor not now of off ok okay on one only or our ours out over own please she should so some than that that's "
    "the their theirs them then there these they this those to too up us very was we went were what when where which while who whom why will with would yes yet you your yours "
    "ask asked asking tell told telling say says said saying mention remind reminded owner wonder whether about after before again already also always any anything away back because both came come "
    "comes day days today tomorrow tonight yesterday morning afternoon evening night week weeks weekend month year time times minute minutes hour hours monday tuesday wednesday thursday friday saturday "
    "sunday good well new next last first second third really right still such sure thing things think thought want wants wanted way work word know make made take took see saw look looks need needs "
    "something everything nothing someone here two three four five six seven eight nine ten half quarter long little big much many lot bit find found give gave put keep kept new old oh ah hey hi hello thanks thank".split()
)
_STEM = 5
_SUFFIX = re.compile(r"(?:'s|s'|'|ing|ies|ied|ed|es|s|er|ly)$")


def subject(text: str) -> frozenset[str]:
    """The stems of a text's content words."""
    return frozenset(stem(word) for word in re.findall(r"[^\W_][\w'-]*", text.lower().replace("’", "'")) if len(word) > 2 and word not in _EMPTY and not word.isdigit())


def stem(word: str) -> str:
    """The beginning of a word, without its ending: interview and interviews are one."""
    bare = word
    for _ in range(2):
        shorter = _SUFFIX.sub("", bare)
        bare = shorter if len(shorter) >= 3 else bare
    return bare[:_STEM]


def shared(one: frozenset[str], two: frozenset[str]) -> int:
    """How many stems two texts have in common."""
    return len(one & two)
