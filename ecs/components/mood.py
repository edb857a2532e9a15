"""How she feels, slowly: three levels that events move and time lets go; and the face that shows it."""

from __future__ import annotations

from ecs.component import component


@component()
class Mood:
    """Levels in 1/1000, -1000 to 1000, away from how she usually is. `step` numbers the stretch of time up to which they have faded;
    `told_us` is the elapsed time of the owner's last message before the one that is being answered.
    """

    valence: int = 0
    arousal: int = 0
    warmth: int = 0
    step: int = 0
    told_us: int = -1


@component()
class Face:
    """What her face shows: an expression of the puppet surface and how much of it, 0 to 1000."""

    expression: str = "neutral"
    level: int = 0
