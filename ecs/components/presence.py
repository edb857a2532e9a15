"""Who is there: the channels on which the owner is present just now."""

from __future__ import annotations

from ecs.component import component


@component()
class Presence:
    """`channels` maps a channel to whether a voice can be heard there. Times are elapsed time, -1 for never: when they last
    spoke, since when they have been here, and since when they are (or last were) away."""

    channels: dict[str, bool]
    last_heard_us: int = -1
    here_since_us: int = -1
    away_since_us: int = -1


@component()
class UnderWay:
    """What is in progress, by reference: {"timer:3": "a timer for the tea"}. Whoever begins something writes it here."""

    items: dict[str, str]
