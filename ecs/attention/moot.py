"""Whether something need not be said any more: it was told, it was done, its moment is over, or she said it already."""

from __future__ import annotations

import re

from ecs.attention.scene import DAY_US, HOUR_US, MINUTE_US, Scene, Wish
from ecs.attention.words import shared, subject
from ecs.components.attention import OwnerLine

_ASKS = re.compile(r"^(?:ask|see|find out|check|wonder|follow up|inquire|hear)\b", re.IGNORECASE)
_WISHES = re.compile(r"^(?:wish|say good luck|good luck)\b|\bgood luck\b", re.IGNORECASE)
_CLOSED = re.compile(
    r"\b(?:already|done|did|finished|over with|is over|was over|settled|sorted|solved|fixed|booked|bought|paid|sent|posted|returned|cancelled|canceled|called off|calling it off|gave up|given up|gone|sold|took|taken|"
    r"found|got it|got the|got my|got a|have it|picked (?:it|them|her|him)? ?up|collected|struck|ticked|handled|dealt with|made it|passed|failed|won|lost|broke up|split up|left me|moved out|died|"
    r"no longer|not any ?more|never mind|forget (?:it|about)|changed my mind|decided (?:against|not)|dropped|quit|saw|watched|read it|ate|sang|went|was|were|turned out|happened|ended|signed|said yes|said no|told|"
    r"renewed|watered|fed|ordered|cooked|baked|planted|cleaned|washed|rang|called|phoned|wrote|answered|replied|arrived|came)\b"
)
_OPEN = re.compile(r"\b(?:another day|later|tell you|not yet|still (?:waiting|to)|will hear|don't know yet|no news|tomorrow|haven't|hasn't|can't wait|going to|i'll|will|have to|must|should|soon|moved to|postponed|put off)\b")
_SAID_AGAIN = 0.6
_STALE_US = {"promise": 10 * DAY_US, "told": 7 * DAY_US, "self": 3 * DAY_US, "owner": 21 * DAY_US}


def moot(scene: Scene, wish: Wish) -> str:
    """Why it need not be said, or ""."""
    wanted = subject(wish.text)
    created = _elapsed(scene, wish.created_us)
    line = _closing(scene, wish, wanted, created)
    if line is not None:
        return f"you said so yourself: “{line.text[:80]}”"
    before = _said_before(scene, wish, wanted)
    if before:
        return f"she said it already: “{before[:80]}”"
    return _over(scene, wish)


def _elapsed(scene: Scene, at_us: int) -> int:
    """An instant of the calendar as elapsed time."""
    return scene.elapsed_us - (scene.now_us - at_us) if at_us >= 0 else -1


def _closing(scene: Scene, wish: Wish, wanted: frozenset[str], created: int) -> OwnerLine | None:
    """The owner's line that tells how it went or that it is done."""
    if not wanted or created < 0:
        return None
    due = _elapsed(scene, wish.due_us)
    asks = _ASKS.match(wish.text) is not None
    for line in reversed(scene.attention.said):
        if line.us <= created + 10 * MINUTE_US:
            break
        low = line.text.lower().replace("’", "'")
        alike = shared(wanted, subject(low))
        told = asks and due >= 0 and line.us >= due - 2 * HOUR_US
        if alike and _CLOSED.search(low) and not _OPEN.search(low) and (alike >= 2 or told or not asks or _final(low)):
            return line
    return None


def _final(low: str) -> bool:
    return re.search(r"\b(?:cancelled|canceled|called off|over|already|never mind|done|gave up|broke up|split up|no longer)\b", low) is not None


def _said_before(scene: Scene, wish: Wish, wanted: frozenset[str]) -> str:
    week = scene.elapsed_us - 7 * DAY_US
    for one in reversed(scene.attention.reached):
        if one.us < week:
            break
        said = subject(one.text)
        if (wish.ref and one.ref == wish.ref) or (wanted and shared(wanted, said) >= max(2, _SAID_AGAIN * min(len(wanted), len(said) or 1))):
            return one.text
    return ""


def _over(scene: Scene, wish: Wish) -> str:
    """A word for a moment is of no use after it."""
    if wish.due_us < 0:
        return ""
    late = scene.now_us - wish.due_us
    if late > _STALE_US.get(wish.origin, 7 * DAY_US):
        return "its moment is long over"
    if late > 20 * HOUR_US and not _ASKS.match(wish.text) and wish.origin == "self":
        return "its day is over"
    if late > 4 * HOUR_US and _WISHES.search(wish.text):
        return "there is nothing left to wish for"
    return ""
