"""Who is there: the channels on which the owner is present just now."""

from __future__ import annotations

from ecs.component import component


@component()
class Presence:
    """`channels` maps a channel to whether a voice can be heard there; `last_heard_us` is elapsed time, -1 for never."""

    channels: dict[str, bool]
    last_heard_us: int = -1
