"""When a clause holds: a state with edges, or an event, from its tense and its time words."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.reading.dates import Moment, When
from ecs.reading.grammar import Clause
from ecs.stores.belief import DAY, UNKNOWN

#: Verbs that tell of a lasting thing also in the past.
LASTING = frozenset("be live stay work have love like hate dislike enjoy prefer adore know own study play keep belong feel speak wear smoke".split())
#: Verbs that tell of a moment: in the present they are plans.
MOMENTARY = frozenset("move leave arrive start begin join sell buy marry retire fly land return come go get close open sign meet finish stop quit".split())


@dataclass(frozen=True, slots=True)
class Timing:
    """`state` with `first`/`last` (None: unknown, open), or an event between `start` and `end`. `over`: it was, and is no more."""

    state: bool
    first: int | None
    last: int | None
    grain: int
    now: int
    over: bool = False

    @property
    def start(self) -> int:
        return self.now if self.first is None else self.first

    @property
    def end(self) -> int:
        return self.start + 1 if self.last is None else self.last


def timing(clause: Clause, times: list[When], moment: Moment) -> Timing | None:
    """The timing of a told clause; None for what is yet to come."""
    by_mode = {when.mode: when for when in reversed(times)}
    if "ahead" in by_mode and clause.tense == "present" or clause.modal == "will":
        return None
    today, inside = moment.start(moment.day), by_mode.get("in")
    since, until, span = by_mode.get("since"), by_mode.get("until"), by_mode.get("for")
    if _is_state(clause, inside):
        return _state(clause, inside, since, until, span, moment)
    happens = clause.verb == "be" and (clause.object is None or clause.object.head == "birthday")
    if not happens and clause.tense == "present" and (clause.aspect == "progressive" or inside is not None):
        return None
    if inside is not None and inside.first <= moment.us:
        return Timing(False, inside.first, inside.last, inside.grain, moment.us)
    if since is not None:
        return Timing(False, since.first, since.last, since.grain, moment.us)
    if inside is not None:
        return None
    exact = DAY if clause.tense == "past" else UNKNOWN
    return Timing(False, today if exact == DAY else moment.us, moment.us + 1, UNKNOWN, moment.us)


def _is_state(clause: Clause, inside: When | None) -> bool:
    if clause.aspect == "used":
        return True
    if clause.helper == "get" or clause.verb == "be" and (clause.object is None or clause.object.head == "birthday") and not clause.rest and not clause.aspect and inside is not None and "home" not in clause.adverbs:
        return False
    if clause.tense == "present" or clause.tense == "bare":
        if clause.aspect == "passive" and clause.verb in ("call", "name", "marry", "obsess", "engage"):
            return True
        plan = clause.verb in MOMENTARY and clause.aspect == "progressive"
        return clause.aspect != "passive" and not plan and not (inside is not None and clause.verb in MOMENTARY)
    if clause.aspect == "progressive" or clause.tense in ("perfect", "pluperfect"):
        lasting = clause.aspect == "passive" and clause.verb in ("marry", "engage", "obsess")
        return lasting or clause.aspect == "progressive" or (clause.aspect != "passive" and clause.verb in LASTING | {"grow"}) or (clause.aspect == "" and _counts_on(clause))
    if clause.aspect == "passive":
        return clause.verb in ("obsess", "marry")
    if clause.verb == "have" and inside is not None and inside.last - inside.first <= 86_400_000_000:
        return False
    return clause.verb in LASTING


def _counts_on(clause: Clause) -> bool:
    return clause.verb in ("teach", "practise", "practice", "collect", "swim", "drive", "train")


def _state(clause: Clause, inside: When | None, since: When | None, until: When | None, span: When | None, moment: Moment) -> Timing:
    grain = next((when.grain for when in (since, inside, span) if when is not None), UNKNOWN)
    past = clause.tense in ("past", "pluperfect") or clause.aspect == "used"
    last = until.first if until is not None and until.first <= moment.us else None
    if last is not None and not past and clause.tense == "present" and until.grain == DAY:
        last += 7 * (until.last - until.first)
    if since is not None and not past:
        return Timing(True, since.first, last, since.grain, moment.us)
    if span is not None:
        return Timing(True, span.first, moment.us if past else last, span.grain, moment.us, past)
    if past:
        if inside is not None:
            return Timing(True, inside.first, inside.last if last is None else last, grain, moment.us, True)
        return Timing(True, since.first if since is not None else None, last if last is not None else moment.us, grain, moment.us, True)
    if since is None and clause.tense == "present" and not clause.aspect and "now" in clause.adverbs:
        return Timing(True, moment.start(moment.day), last, UNKNOWN, moment.us)
    if inside is not None and clause.tense == "present" and inside.first <= moment.us:
        return Timing(True, inside.first, last, inside.grain, moment.us)
    return Timing(True, None, last, UNKNOWN, moment.us)
