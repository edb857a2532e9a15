"""Her mood: what moves it, how it fades, and how it reads and looks. Whole numbers, so that it is the same on every machine.

It colours her words and her face. It decides nothing: no gate, no limit and no promise looks at it.
"""

from __future__ import annotations

import re

from ecs.clock import SECOND_US, elapsed_us
from ecs.components.mood import Mood
from ecs.world import World

#: Every ten minutes each level loses so many thousandths of itself: half of it is gone in about three hours.
STEP_US, FADES, MOST = 600 * SECOND_US, 38, 1000
#: After so many stretches nothing is left of any level.
FADED = 200
#: What an event adds: (valence, arousal, warmth).
MOVES = {
    "thanked": (220, 60, 260), "good news": (320, 260, 120), "bad news": (-240, 60, 220), "unkind": (-300, 180, -220), "fond": (200, 40, 320),
    "laughed": (200, 160, 100), "talked": (20, 40, 20), "came": (60, 120, 40), "away for days": (-60, -120, 0), "ignored": (-60, -40, 0), "slipped": (-60, 40, 0),
}
#: Words by which a message of the owner's is one of these; the first that fits counts.
SAID = (
    ("unkind", re.compile(r"\b(?:shut up|you(?:'re| are) (?:useless|stupid|annoying|worthless|an idiot|boring)|i hate you|leave me alone|go away|stupid (?:machine|bot|program))\b", re.IGNORECASE)),
    ("fond", re.compile(r"\b(?:i love you|i missed you|you(?:'re| are) (?:lovely|sweet|wonderful|dear to me|kind|the best)|so glad (?:of|to have) you|good to see you)\b", re.IGNORECASE)),
    ("thanked", re.compile(r"\b(?:thanks|thank you|thx|grateful|appreciate (?:it|that|you)|that helped)\b", re.IGNORECASE)),
    ("bad news", re.compile(r"\b(?:died|dying|funeral|broke up|left me|lost (?:my|the|our)|fired|laid off|failed|in hospital|ill|sick|cancer|cried|crying|so (?:sad|tired|lonely|afraid)|depressed|heartbroken|terrible (?:day|news))\b", re.IGNORECASE)),
    ("good news", re.compile(r"\b(?:i (?:got|passed|won|finished|did it)|we (?:won|did it|are engaged|got)|it worked|good news|i'm (?:so )?(?:happy|proud|excited)|engaged|pregnant|promoted)\b", re.IGNORECASE)),
    ("laughed", re.compile(r"\b(?:(?:ha){2,}|(?:he){2,}|lol|lmao|so funny|made me laugh)\b|😂|😄", re.IGNORECASE)),
)
#: From here on a level is worth a word, or a look.
SHOWS, STRONGLY = 150, 450


def kind_of(text: str) -> str:
    """Which of `MOVES` a message of the owner's is; "talked" for most."""
    return next((kind for kind, pattern in SAID if pattern.search(text.replace("’", "'"))), "talked")


def fade(world: World, mood: Mood) -> None:
    """Let time pass over it, up to now. Stretches are counted from her birth, so it does not matter how often this is asked."""
    step = elapsed_us(world.clock) // STEP_US
    for _ in range(min(FADED, step - mood.step)):
        mood.valence, mood.arousal, mood.warmth = (_less(level) for level in (mood.valence, mood.arousal, mood.warmth))
    mood.step = step


def move(mood: Mood, kind: str) -> None:
    """Let an event move it: the nearer a level is to its end, the less."""
    for name, by in zip(("valence", "arousal", "warmth"), MOVES[kind], strict=True):
        level = getattr(mood, name)
        room = MOST - abs(level) if (by > 0) == (level > 0) else MOST
        setattr(mood, name, max(-MOST, min(MOST, level + _toward_zero(by * room, MOST))))


def _less(level: int) -> int:
    rest = _toward_zero(level * (1000 - FADES), 1000)
    return rest if rest != level else rest - (rest > 0) + (rest < 0)


def _toward_zero(product: int, by: int) -> int:
    return product // by if product >= 0 else -(-product // by)


def in_words(mood: Mood) -> str:
    """One sentence for the prompt about how to sound, "" when there is nothing to say. It says nothing of what to do."""
    parts = []
    if abs(mood.valence) >= SHOWS:
        low, high = ("a little low", "low and quiet") if mood.valence < 0 else ("in good spirits", "happy")
        parts.append(high if abs(mood.valence) >= STRONGLY else low)
    if abs(mood.arousal) >= SHOWS:
        parts.append("slow and calm" if mood.arousal < 0 else "wide awake")
    if abs(mood.warmth) >= SHOWS:
        parts.append("a little guarded" if mood.warmth < 0 else "very fond of them just now" if mood.warmth >= STRONGLY else "fond of them just now")
    return f"Your mood: {', '.join(parts)}. It may colour your words; never speak of it as a number, and never make it their fault." if parts else ""


def face_of(mood: Mood) -> tuple[str, int]:
    """(expression, how much of it in 1/1000) in the names of VRM: happy, sad, angry, relaxed, surprised, neutral."""
    if mood.valence >= SHOWS:
        return ("happy" if mood.arousal > -SHOWS else "relaxed"), min(MOST, mood.valence + 200)
    if mood.valence <= -SHOWS:
        return "sad", min(MOST, 200 - mood.valence)
    if mood.warmth >= SHOWS:
        return "relaxed", min(MOST, mood.warmth)
    return "neutral", 0


def posture_of(mood: Mood) -> str:
    """How she stands: drooping when low, leaning toward them when warm, at ease else."""
    if mood.valence <= -SHOWS:
        return "drooping"
    return "leaning" if mood.warmth >= STRONGLY or mood.arousal >= STRONGLY else "standing"
