"""Distilled facts: one line each in `memory/semantic/facts.md`, in the owner's words, citing the turns they rest on, none twice.

    - owner: My sister Ana lives in Lyon. {#f-3 turns=t-88,t-140 day=2026-03-02 at=09:05}

A near-duplicate is merged: the fuller of the two stands and cites both turns, the other one is retired. What is new is looked
for by its rarest words, so that a fact costs the same after ten years.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs.components.distilled import Distilled, DistilledIndex
from ecs.mention import mentions
from ecs.reading.lexicon import FORMS, ROLES
from ecs.stores.belief_rows import singular
from ecs.stores.block import one_line

PATH = "memory/semantic/facts.md"
STANDS, RETIRED, LET_GO = range(3)
#: Two lines say the same from this share of the smaller one's words on; so many rows are looked at for each of so many rare words.
SAME, LOOKED_AT, RARE = 0.6, 64, 4
SALIENCE = 2000
_CALENDAR = frozenset("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december".split())
_EMPTY = frozenset("""a about again ago all also always am an and any anyway are as at be because been being but by can can't could did didn't do does don't doing down for from get
got had has have he her hers him himself his honestly how i if in into is isn't it its just me mine more most much my myself no nor not of off on only onto or other our out over own quite
really s she should so some still such t than called named that the their them then there these they this those though to too up us very was wasn't way we were what when where which who whom why will with
would you your m s ve d ll re t one each every by since herself themselves let yet ever never""".split()) - {"not", "never", "off"}


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact as it stands in the file. `minute` is the minute of its local day."""

    number: int
    text: str
    turns: tuple[str, ...]
    day: str
    minute: int

    @property
    def line(self) -> str:
        """Its line, without the newline."""
        return f"- {self.text} {{#f-{self.number} turns={','.join(self.turns)} day={self.day} at={self.minute // 60:02}:{self.minute % 60:02}}}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a candidate: `added` stands now, `retired` does no more. Neither: it was known."""

    added: FactLine | None = None
    retired: FactLine | None = None


@dataclass(frozen=True, slots=True)
class Gist:
    """What a line says, for comparing: whom and what it names, and its other words of weight."""

    names: frozenset[str]
    words: frozenset[str]


class Facts:
    """The store over a resident's component. The index is caught up on the way in."""

    def __init__(self, distilled: Distilled, index: DistilledIndex) -> None:
        self._rows, self._texts, self._index = distilled.rows, distilled.texts, index
        while index.seen < len(self._rows):
            self._take_up(index.seen)

    def merge(self, text: str, turns: tuple[str, ...], day: str, minute: int) -> Outcome:
        """Keep a fact unless it is known; what says less of the same is retired."""
        text = one_line(text)
        known = self._alike(gist(text))
        if known is None:
            return Outcome(self._add(text, turns, day, minute))
        told = tuple(dict.fromkeys((*known.turns, *turns)))
        if known.text == text or len(gist(text).words | gist(text).names) <= len(gist(known.text).words | gist(known.text).names):
            return Outcome()
        self._set(known.number, RETIRED)
        return Outcome(self._add(text, told[-8:], day, minute), known)

    def resting_on(self, turns: tuple[str, ...]) -> list[FactLine]:
        """Facts that stand and rest on any of these turns."""
        numbers = sorted({number for turn in turns for number in self._index.turns.get(turn, ())})
        return [self.get(number) for number in numbers if self._standing(number)]

    def mentioning(self, words: str) -> list[FactLine]:
        """Facts that stand and hold these words as words."""
        first = next(iter(sorted(stems(words), key=lambda stem: len(self._index.words.get(stem, ())))), None)
        numbers = range(len(self._rows)) if first is None else self._index.words.get(first, [])
        return [fact for number in numbers if self._standing(number) and mentions((fact := self.get(number)).text, words)]

    def let_go(self, numbers: list[int]) -> None:
        """These are no facts of hers any more, and are not distilled again."""
        for number in numbers:
            self._set(number, LET_GO)

    def retire(self, numbers: list[int]) -> None:
        """These are no longer so, or said better elsewhere."""
        for number in numbers:
            self._set(number, RETIRED)

    def standing(self) -> list[FactLine]:
        """All that stand, oldest first; for tests and inspection."""
        return [self.get(number) for number in range(len(self._rows)) if self._standing(number)]

    def latest(self, most: int) -> list[FactLine]:
        """The newest that stand, oldest of them first."""
        found: list[FactLine] = []
        for number in range(len(self._rows) - 1, max(-1, len(self._rows) - 1 - 4 * most), -1):
            if len(found) < most and self._standing(number):
                found.append(self.get(number))
        return found[::-1]

    def get(self, number: int) -> FactLine:
        """The fact of a number."""
        row = {name: int(self._rows.read(name)[number]) for name in ("text", "turns", "day", "minute")}
        return FactLine(number, self._texts[row["text"]], tuple(self._texts[row["turns"]].split(",")), self._texts[row["day"]], row["minute"])

    def _standing(self, number: int) -> bool:
        return int(self._rows.read("state")[number]) == STANDS

    def _set(self, number: int, state: int) -> None:
        self._rows.write("state", number, number + 1)[0] = state

    def _add(self, text: str, turns: tuple[str, ...], day: str, minute: int) -> FactLine:
        add = self._texts.add
        self._rows.add(1, text=add(text), turns=add(",".join(turns)), day=add(day), minute=minute, state=STANDS)
        number = len(self._rows) - 1
        self._take_up(number)
        return self.get(number)

    def _take_up(self, number: int) -> None:
        fact = self.get(number)
        for stem in stems(fact.text):
            self._index.words.setdefault(stem, []).append(number)
        for turn in fact.turns:
            self._index.turns.setdefault(turn, []).append(number)
        self._index.seen = number + 1

    def _alike(self, told: Gist) -> FactLine | None:
        """The newest standing fact that says the same."""
        held = sorted((len(rows), stem) for stem in told.names | told.words if (rows := self._index.words.get(stem)))
        numbers = sorted({number for _, stem in held[:RARE] for number in self._index.words[stem][-LOOKED_AT:]}, reverse=True)
        return next((fact for number in numbers if self._standing(number) and same(told, gist((fact := self.get(number)).text))), None)


def same(one: Gist, other: Gist) -> bool:
    """Whether two lines say the same: nobody else is named, and most of the shorter one's words are in the longer one."""
    if one.names and other.names and not one.names & other.names:
        return False
    less, more = sorted((one.words, other.words), key=len)
    if len(less) < 2:
        return less <= more and (bool(one.names & other.names) or less == more and bool(less))
    return len(less & more) >= SAME * len(less)


def gist(text: str) -> Gist:
    """What a line says: names and numbers apart from other words; days and months are words, kin only tells whom it is about."""
    spoken = text.partition(": ")[2] if text.startswith("owner: ") else text
    names = {word.lower() for word in re.findall(r"(?<!^)(?<![.!?] )\b[A-Z][^\W\d_]+|\b\d+\b", spoken)} - _CALENDAR
    first = re.match(r"[A-Z][^\W\d_]+", spoken)
    if first is not None and first[0].lower() not in FORMS:
        names |= {first[0].lower()} - _CALENDAR
    names = {word for word in names if word not in _EMPTY and _stem(word) not in _KIN}
    return Gist(frozenset(map(_stem, names)), frozenset(stem for stem in stems(spoken) if stem not in set(map(_stem, names)) and stem not in _KIN))


def stems(text: str) -> list[str]:
    """The words of weight, each once, in a form that plural and tense do not change."""
    return list(dict.fromkeys(_stem(word) for word in re.findall(r"[^\W_]+", text.lower()) if word not in _EMPTY))


def _stem(word: str) -> str:
    """One form for "lives" and "live", "Sundays" and "Sunday"; long words by their beginning."""
    if word in _CALENDAR or word.rstrip("s") in _CALENDAR:
        return word.rstrip("s") if word.rstrip("s") in _CALENDAR else word
    if word in FORMS:
        return FORMS[word][0]
    return singular(word)[:6]


_KIN = frozenset(_stem(word) for word in ROLES)
