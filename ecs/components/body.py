"""Bodies: where they are, how they breathe, where they look. Lengths 1/1024 m, angles 1/65536 turn, levels 0…65535."""

from __future__ import annotations

from ecs.component import component


@component()
class Body:
    """A standing point and a facing. `height` is where the eyes are."""

    x: int
    y: int
    z: int
    facing: int = 0
    height: int = 0
    posture: str = "standing"


@component()
class Breath:
    """`period` frames a breath; `level` is how full the chest is on this frame."""

    period: int = 256
    level: int = 0


@component()
class Eyelids:
    """`closed` is how far the lids are down on this frame."""

    closed: int = 0


@component()
class Gaze:
    """Where the head points (`yaw`, `pitch`, in the room) and what it is on its way to (`target`, "" at rest)."""

    target: str = ""
    yaw: int = 0
    pitch: int = 0
    until: int = 0


@component()
class GazeWish:
    """A request to look at something, left by a turn and taken up by the next frame. `serial` tells a new wish from an old."""

    target: str = ""
    until: int = 0
    serial: int = 0
    taken: int = 0
