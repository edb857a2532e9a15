"""Her judgement of her own doings: going in circles, how sure a line may be, and what both mean for the next decision."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ecs.clock import SECOND_US, elapsed_us
from ecs.components.mind import Scored
from ecs.components.selfview import Done, Judged, SelfView, Weighed
from ecs.likeness import words
from ecs.world import World

#: At the third time it is a loop. Looked for among the last so many acts; shorter lines than this may be said again and again.
LOOP_AT, REMEMBERED, LEAST_WORDS, ALIKE = 3, 24, 5, 800
#: What is done again a day later is a habit and no circle.
CIRCLE_US = 12 * 3600 * SECOND_US
VERDICTS_KEPT = 60
#: How long a verdict weighs on the next decisions, and how much: a loop nearly forbids the same again, a slip makes her wait a little.
WEIGHS_US = 6 * 3600 * SECOND_US
PENALTIES = {"loop": 0.5, "persona": 0.15}
UNSURE, UNSURE_PENALTY = 450, 0.1
_CLAIMS = re.compile(r"\b(?:you (?:told|said|mentioned|promised|asked) (?:me|that|it|once|last|yesterday)|as you said|i remember (?:that|when|you|the)|last (?:time|week|month|year) you|you (?:once|always) (?:said|told))\b", re.IGNORECASE)
_OPEN = re.compile(r"\b(?:i (?:don't|do not) (?:know|remember|have anything)|i(?:'m| am) not sure|i lost it|tell me)\b", re.IGNORECASE)


def times(doings: Sequence[Done], intention: str, text: str, since_us: int = 0) -> int:
    """How often this was done since then with the same intention and, but for a fifth of them, the same words."""
    return sum(one.intention == intention and one.at_us >= since_us and _alike(one.words, text) >= ALIKE for one in doings)


def _alike(one: str, other: str) -> int:
    """Shared words in 1/1000 of all of both."""
    if one == other:
        return 1000
    mine, theirs = words(one), words(other)
    return 1000 * len(mine & theirs) // len(mine | theirs) if mine and theirs else 0


def note_doing(world: World, view: SelfView, intention: str, text: str, ref: str) -> int:
    """Remember an act; returns the how-manieth time it is. Rest, and a reply of a few words, is no act of this kind."""
    if intention == "rest" or (intention == "reply" and len(text.split()) < LEAST_WORDS):
        return 0
    now = elapsed_us(world.clock)
    count = times(view.doings, intention, text, now - CIRCLE_US) + 1
    view.doings = [*view.doings, Done(intention, text, ref, now)][-REMEMBERED:]
    return count


def confidence_in(line: str, weighed: Weighed | None, slips: int) -> tuple[int, str]:
    """(how sure she may be of a line in 1/1000, the reason in words). A claim to remember that rests on nothing is the worst of it."""
    score, why = 800, []
    claims = _CLAIMS.search(line)
    for wrong, by, said in (
        (weighed is not None and claims is not None and not weighed.recalled and not _OPEN.search(line), 450, "it claims to remember, and nothing was found"),
        (slips > 0, 250, "it was out of character"), (weighed is not None and weighed.attempt > 1, 150, "the first answer was none"),
        (weighed is not None and weighed.finish == "length", 150, "it was cut off"), (weighed is not None and weighed.fell_back, 100, "another model spoke"),
    ):
        if wrong:
            score, why = score - by, [*why, said]
    if weighed is not None and (weighed.recalled or weighed.found):
        score, why = min(1000, score + 100), [*why, "it rests on something found"]
    if _OPEN.search(line):
        why.append("it says what it does not know")
    return max(0, score), "; ".join(why) or "nothing speaks against it"


def judge(world: World, view: SelfView, kind: str, intention: str, ref: str, score: int, why: str) -> None:
    """Keep a verdict."""
    view.verdicts = [*view.verdicts, Judged(kind, intention, ref, score, why, elapsed_us(world.clock))][-VERDICTS_KEPT:]


def cautious(world: World, name: str, scored: Scored) -> Scored:
    """A candidate of APPRAISE with what her last verdicts take off its score, each by name: a goal or impulse she went in circles
    about is nearly dropped, a line out of character makes her a little slower to speak first. The owner's appointments are never touched.
    """
    minus = caution(world, name, scored.ref) if scored.kind in ("goal", "impulse") else {}
    if not minus:
        return scored
    return Scored(scored.kind, scored.ref, round(max(0.0, scored.score - sum(minus.values())), 6), {**scored.why, **{kind: -by for kind, by in minus.items()}})


def caution(world: World, name: str, ref: str) -> dict[str, float]:
    """What her last verdicts take off the score of acting on this: {reason: a number to subtract}, {} for nothing."""
    view = world.find(name, SelfView)
    if view is None:
        return {}
    now, found = elapsed_us(world.clock), {}
    for one in view.verdicts:
        if now - one.at_us < WEIGHS_US and (one.kind == "persona" or (one.kind == "loop" and one.ref == ref)):
            found[one.kind] = PENALTIES[one.kind]
    return found | ({"unsure": UNSURE_PENALTY} if view.confidence < UNSURE else {})
