"""The words of the belief store: a fact as it comes in, a belief as it is kept, a pattern that looks for some.

Two times belong to a belief. `valid_from`/`valid_to` say when it was so; `learnt_at`/`superseded_at` say when she held
it. A belief is never rewritten: what turns out otherwise is superseded and said anew, so what she knew last spring can
still be asked.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Edges of time: open to the past, open to the future. Microseconds, beyond every date.
ALWAYS, FOREVER = -(2**62), 2**62

#: How exactly a time is known, coarsest last.
UNKNOWN, DAY, WEEK, MONTH, SEASON, YEAR, DECADE = range(7)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a belief comes from: the turn (or "host"), who said it, and how far that is trusted (one of `signals.TRUST`)."""

    turn: str
    who: str = "owner"
    trust: str = "owner"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to believe. `first` None: since nobody knows when; `last` None: still so. An event is over: `state` False.

    `sign` is 1, or -1 for what is not so. `said` is the word that was used, `text` the sentence. Facts of one sentence
    that belong together (who, what, to whom, where) share `event`, the id of the first (-1: this one begins its own).
    """

    subject: str
    relation: str
    object: str
    first: int | None = None
    last: int | None = None
    state: bool = True
    sign: int = 1
    grain: int = UNKNOWN
    confidence: int = 900
    said: str = ""
    text: str = ""
    event: int = -1


@dataclass(frozen=True, slots=True)
class Belief:
    """A row, as it reads from outside. `superseded_at` is FOREVER while she still holds it."""

    id: int
    subject: str
    relation: str
    object: str
    sign: int
    state: bool
    grain: int
    valid_from: int
    valid_to: int
    learnt_at: int
    superseded_at: int
    confidence: int
    event: int
    said: str
    text: str
    turn: str
    who: str
    trust: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """What to look for; "" matches anything, but one of the three must be given."""

    subject: str = ""
    relation: str = ""
    object: str = ""


#: Relations of which a subject has one at a time.
ONE_OF_A_KIND = frozenset({"live", "boss", "spouse", "partner", "favourite", "stay"})
#: Relations that a thing has to one subject at a time.
ONE_HOLDER = frozenset({"have"})


def rival_pattern(fact: Fact | Belief) -> Pattern:
    """Where the beliefs lie that could contradict this one."""
    if fact.relation.split(" ")[0] in ONE_OF_A_KIND and fact.sign > 0:
        return Pattern(subject=fact.subject, relation=fact.relation)
    return Pattern(fact.subject, fact.relation, fact.object)


def contradicts(one: Fact | Belief, other: Fact | Belief) -> bool:
    """True when both can't be so at one time."""
    if not (one.state and other.state) or (one.subject, one.relation) != (other.subject, other.relation):
        return False
    if one.object == other.object:
        return one.sign != other.sign or (one.relation == "feel" and one.said != other.said)
    return one.relation.split(" ")[0] in ONE_OF_A_KIND and one.sign == other.sign == 1
