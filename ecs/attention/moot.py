"""Whether something need not be said any more: it was told, it was done, its moment is over, or she said it already."""

from __future__ import annotations

import re

from ecs.attention.scene import DAY_US, HOUR_US, MINUTE_US, Scene, Wish
from ecs.attention.told import ASKS, closing, elapsed
from ecs.attention.passing import passed
from ecs.attention.words import shared, subject

_WISHES = re.compile(r"^(?:wish|say good luck|good luck)\b|\bgood luck\b", re.IGNORECASE)
_AVERSE = re.compile(r"\b(?:don't|do not|rather not|never|no longer|not|can't) (?:want to |wanna |like to |care to |bear to )?(?:hear|read|talk|know|think|be told|be reminded|speak) (?:about|of|any ?more about|anything about)\b")
_PROMISED = re.compile(r"\b(?:i'll|i will|let me|i shall|i'm going to)\b")
_SAID_AGAIN, _SAME_TALK_US = 0.6, 10 * MINUTE_US
_STALE_US = {"promise": 10 * DAY_US, "told": 7 * DAY_US, "self": 3 * DAY_US, "owner": 21 * DAY_US}


def moot(scene: Scene, wish: Wish) -> str:
    """Why it need not be said, or ""."""
    over = closed(scene, wish) or _unwanted(scene, subject(wish.text))
    if over:
        return over
    before = _said_before(scene, wish, subject(wish.text)) or _answered(scene, wish, subject(wish.text))
    if before:
        return f"she said it already: “{before[:80]}”"
    return _over(scene, wish)


def closed(scene: Scene, wish: Wish) -> str:
    """That the owner has told or done it, or let her off, or ""."""
    line = closing(scene, wish)
    return f"you said so yourself: “{line.text[:80]}”" if line is not None else ""


def _unwanted(scene: Scene, wanted: frozenset[str]) -> str:
    """That the owner would rather not hear of it."""
    line = next((line for line in reversed(scene.attention.said) if _AVERSE.search(line.text.lower().replace("’", "'")) and shared(wanted, subject(line.text))), None)
    return f"you would rather not hear of it: “{line.text[:80]}”" if line is not None else ""


def _said_before(scene: Scene, wish: Wish, wanted: frozenset[str]) -> str:
    week = scene.elapsed_us - 7 * DAY_US
    for one in reversed(scene.attention.reached):
        if one.us < week:
            break
        said = subject(one.text)
        if (wish.ref and one.ref == wish.ref) or (wanted and shared(wanted, said) >= max(min(2, len(wanted)), _SAID_AGAIN * len(wanted))):
            return one.text
    return ""


def _answered(scene: Scene, wish: Wish, wanted: frozenset[str]) -> str:
    """What was to be told was told in an answer; a question of hers may well have been put in one."""
    created = elapsed(scene, wish.created_us)
    for one in reversed(scene.attention.replies):
        if one.us <= created + _SAME_TALK_US or created < 0:
            break
        said = subject(one.text)
        if wanted and shared(wanted, said) >= max(2, (len(wanted) + 1) // 2) and ("?" in one.text or not ASKS.match(wish.text)) and not _PROMISED.search(one.text.lower()):
            return one.text
    return ""


def rang_already(scene: Scene, wish: Wish) -> str:
    """An appointment is announced once, though the hour may come twice."""
    created, wanted = elapsed(scene, wish.created_us), subject(wish.text)
    for one in reversed(scene.attention.rang):
        if one.us > created >= 0 and scene.elapsed_us - one.us < DAY_US and wanted and shared(wanted, subject(one.label)) >= max(1, len(wanted) // 2):
            return "it was announced already"
    return ""


def _over(scene: Scene, wish: Wish) -> str:
    """A word for a moment is of no use after it."""
    if wish.kind != "trigger" and not ASKS.match(wish.text) and passed(scene, wish):
        return "its moment is over"
    if wish.due_us < 0:
        return ""
    late = scene.now_us - wish.due_us
    if late > _STALE_US.get(wish.origin, 7 * DAY_US):
        return "its moment is long over"
    if late > 20 * HOUR_US and not ASKS.match(wish.text) and wish.origin == "self":
        return "its day is over"
    if late > 4 * HOUR_US and _WISHES.search(wish.text):
        return "there is nothing left to wish for"
    return ""
