"""What she half-expects: checkable beliefs about what comes next. Met in time they close; late or not at all, they surprise."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.clock import SECOND_US
from ecs.components.belief import Expectations, Expected
from ecs.stores.belief_rows import words_of

HOUR_US = 3600 * SECOND_US
#: How late is wholly surprising, and from when on an overdue thing is given up.
FULL_US, GIVEN_UP_US = 24 * HOUR_US, 7 * 24 * HOUR_US
#: Of two equal expectations the one already open stays.
MOST = 64


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an expectation ended: "met", "late" (came after its time) or "given up". `surprise` is in 1/1000."""

    expected: Expected
    kind: str
    surprise: int


def expect(expectations: Expectations, text: str, due_us: int, keys: list[str], turn: str = "") -> str:
    """Expect something by `due_us`, to be known by all words of `keys`. Returns its id. Raises ValueError without keys."""
    wanted = sorted({word for key in keys for word in words_of(key)})
    if not wanted:
        raise ValueError(f"an expectation needs at least one key by which {text!r} can be recognised")
    same = next((one for one in expectations.open if (one.keys, one.due_us) == (wanted, due_us)), None)
    if same is not None:
        return same.id
    expectations.serial += 1
    one = Expected(f"x-{expectations.serial}", text, due_us, wanted, turn)
    expectations.open = sorted([*expectations.open, one], key=lambda each: (each.due_us, each.id))[:MOST]
    return one.id


def observe(expectations: Expectations, text: str, now_us: int) -> list[Outcome]:
    """What an observed text fulfils. What comes late surprises and is kept for APPRAISE to take."""
    words, outcomes = set(words_of(text)), []
    for one in [one for one in expectations.open if set(one.keys) <= words]:
        expectations.open.remove(one)
        late = now_us - one.due_us
        outcomes.append(Outcome(one, "late" if late > 0 else "met", surprise(late)))
        if late > 0:
            expectations.surprises.append(one)
    return outcomes


def lapse(expectations: Expectations, now_us: int) -> list[Outcome]:
    """Give up what is a week overdue."""
    gone = [one for one in expectations.open if now_us - one.due_us >= GIVEN_UP_US]
    expectations.open = [one for one in expectations.open if one not in gone]
    return [Outcome(one, "given up", 1000) for one in gone]


def overdue(expectations: Expectations, now_us: int) -> list[Outcome]:
    """What should have come by now and has not, most surprising first. Reading it changes nothing."""
    return [Outcome(one, "late", surprise(now_us - one.due_us)) for one in expectations.open if one.due_us < now_us]


def take_surprises(expectations: Expectations) -> list[Expected]:
    """What surprised since the last call."""
    taken, expectations.surprises = expectations.surprises, []
    return taken


def surprise(late_us: int) -> int:
    """Prediction error in 1/1000: nothing in time, half of all in the first hour, all of it after a day."""
    if late_us <= 0:
        return 0
    return min(1000, 500 * late_us // HOUR_US if late_us < HOUR_US else 500 + 500 * (late_us - HOUR_US) // (FULL_US - HOUR_US))
