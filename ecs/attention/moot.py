"""Whether something need not be said any more: it was told, it was done, its moment is over, or she said it already."""

from __future__ import annotations

import re

from ecs.attention.scene import DAY_US, HOUR_US, MINUTE_US, Scene, Wish
from ecs.attention.words import shared, subject
from ecs.components.attention import OwnerLine
from ecs.reading.dates import Moment
from ecs.reading.ends import end_of

_ASKS = re.compile(r"^(?:ask|see|find out|check|wonder|follow up|inquire|hear)\b", re.IGNORECASE)
_WISHES = re.compile(r"^(?:wish|say good luck|good luck)\b|\bgood luck\b", re.IGNORECASE)
#: Something was done or is off, whatever it was.
_CLOSED = re.compile(
    r"\b(?:already|done|did (?:it|that|the|my)|finished|over with|settled|sorted|solved|fixed|mended|repaired|nailed|booked|bought|paid|sent|posted|returned|cancelled|canceled|called (?:it )?off|calling it off|gave up|given up|"
    r"(?:is|are|all|it's|they're) gone|sold|took|taken|found|got (?:it|the|my|a|an|rid)|have it|picked (?:it|them|her|him)? ?up|collected|struck|ticked|crossed off|handled|dealt with|broke up|split up|left me|"
    r"moved out|no longer|not any ?more|changed my mind|decided (?:against|not)|dropped|renewed|watered|fed|ordered|cooked|baked|planted|cleaned|washed|signed|read it|"
    r"don't (?:need|want)|no need|died|is dead|passed away|ran away|fell through)\b"
)
#: How something went: an answer to a question that was not asked yet.
_TOLD = re.compile(
    r"\b(?:is over|was over|over now|it's over|passed|failed|won|lost|made it|through|happened|ended|turned out|went (?:well|fine|ok|okay|great|badly|better|smoothly|all right|by)|was|were|went|did|got|said|told|sang|saw|ate|came|"
    r"died|rang|called|arrived|survived|alive|home)\b"
)
_OPEN = re.compile(
    r"\b(?:another day|later|tell you|not yet|still (?:no|not|waiting|to)|no hurry|will hear|don't know yet|no news|can't wait|going to|haven't|hasn't|soon|moved to|postponed|put off|remind me|ask me|should|must|have to|need to)\b"
)
_RELEASED = re.compile(r"\b(?:don't bother|never mind|nevermind|forget (?:it|about it|that)|no need|not needed|scrap that|skip it|no longer (?:need|want)|(?:just )?(?:googled|looked) it(?: up)?|found it (?:myself|already))\b")
_AVERSE = re.compile(r"\b(?:don't|do not|rather not|never|no longer|not|can't) (?:want to |wanna |like to |care to |bear to )?(?:hear|read|talk|know|think|be told|be reminded|speak) (?:about|of|any ?more about|anything about)\b")
_MOVED = re.compile(r"\b(?:moved|postponed|pushed|delayed|rescheduled|shifted|put off|put back)\b")
#: A release or a new date this soon after the matter was spoken of means that matter, whatever words it has.
_SAME_BREATH_US = 15 * MINUTE_US
_SAID_AGAIN = 0.6
_STALE_US = {"promise": 10 * DAY_US, "told": 7 * DAY_US, "self": 3 * DAY_US, "owner": 21 * DAY_US}


def moot(scene: Scene, wish: Wish) -> str:
    """Why it need not be said, or ""."""
    over = closed(scene, wish) or _unwanted(scene, subject(wish.text))
    if over:
        return over
    before = _said_before(scene, wish, subject(wish.text))
    if before:
        return f"she said it already: “{before[:80]}”"
    return _over(scene, wish)


def closed(scene: Scene, wish: Wish) -> str:
    """That the owner has told or done it, or let her off, or ""."""
    line = _closing(scene, wish, subject(wish.text), _elapsed(scene, wish.created_us))
    return f"you said so yourself: “{line.text[:80]}”" if line is not None else ""


def _unwanted(scene: Scene, wanted: frozenset[str]) -> str:
    """That the owner would rather not hear of it."""
    line = next((line for line in reversed(scene.attention.said) if _AVERSE.search(line.text.lower().replace("’", "'")) and shared(wanted, subject(line.text))), None)
    return f"you would rather not hear of it: “{line.text[:80]}”" if line is not None else ""


def _elapsed(scene: Scene, at_us: int) -> int:
    """An instant of the calendar as elapsed time."""
    return scene.elapsed_us - (scene.now_us - at_us) if at_us >= 0 else -1


def _closing(scene: Scene, wish: Wish, wanted: frozenset[str], created: int) -> OwnerLine | None:
    """The owner's line that tells how it went, that it is done, or that it is wanted no more."""
    if created < 0:
        return None
    due = _elapsed(scene, wish.due_us)
    asks = _ASKS.match(wish.text) is not None
    for line in reversed(scene.attention.said):
        if line.us <= created:
            break
        low = line.text.lower().replace("’", "'")
        alike = shared(wanted, subject(low))
        if _RELEASED.search(low) and (alike or line.us - created <= _SAME_BREATH_US):
            return line
        if line.us > created + 10 * MINUTE_US and alike and not _OPEN.search(low) and _closes(low, alike, asks and due >= 0 and line.us >= due - 2 * HOUR_US, asks):
            return line
    return None


def _closes(low: str, alike: int, told: bool, asks: bool) -> bool:
    if told and _TOLD.search(low):
        return True
    return _CLOSED.search(low) is not None and (alike >= 2 or told or not asks or _final(low))


def moved(scene: Scene, wish: Wish) -> int:
    """The elapsed time to which the owner said it was moved, -1 when it was not, or that time has come."""
    created, wanted = _elapsed(scene, wish.created_us), subject(wish.text)
    for line in reversed(scene.attention.said):
        if created < 0 or line.us <= created:
            break
        low = line.text.lower().replace("’", "'")
        found = _MOVED.search(low)
        if found and (shared(wanted, subject(low)) or re.search(r"\b(?:it|that)\b", low)):
            at = scene.now_us - (scene.elapsed_us - line.us)
            ends = end_of("until " + re.sub(r"^.*?\bto\b\s*", "", low[found.end():]), Moment(at, scene.clock))
            return -1 if ends is None or ends <= scene.now_us else scene.elapsed_us + ends - scene.now_us
    return -1


def _said_before(scene: Scene, wish: Wish, wanted: frozenset[str]) -> str:
    week = scene.elapsed_us - 7 * DAY_US
    for one in reversed(scene.attention.reached):
        if one.us < week:
            break
        said = subject(one.text)
        if (wish.ref and one.ref == wish.ref) or (wanted and shared(wanted, said) >= max(2, _SAID_AGAIN * len(wanted))):
            return one.text
    return ""


def rang_already(scene: Scene, wish: Wish) -> str:
    """An appointment is announced once, though the hour may come twice."""
    created, wanted = _elapsed(scene, wish.created_us), subject(wish.text)
    for one in reversed(scene.attention.rang):
        if one.us > created >= 0 and scene.elapsed_us - one.us < DAY_US and wanted and shared(wanted, subject(one.label)) >= max(1, len(wanted) // 2):
            return "it was announced already"
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
