"""Looking: the head turns toward what was wished for, a little each frame, and back to rest when the wish has run out."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.angles import CIRCLE, distance, heading, turn_between
from ecs.components.body import Body, Gaze, GazeWish
from ecs.signals import Signal
from ecs.step import due
from ecs.world import World

SPEED = CIRCLE // 180
_WIDEST = CIRCLE // 5


def next_look(world: World) -> int | None:
    """The next frame while a head is turning, else the first frame on which a wish runs out."""
    frames = []
    for name, gaze, wish in world.each(Gaze, GazeWish):
        if wish.serial != wish.taken or (gaze.yaw, gaze.pitch) != _goal(world, name, gaze):
            return world.frame
        if gaze.target:
            frames.append(gaze.until)
    return min(frames, default=None)


@due(next_look)
def look(world: World, inbox: Sequence[Signal]) -> None:
    for name, gaze, wish in world.each(Gaze, GazeWish):
        if wish.serial != wish.taken:
            gaze.target, gaze.until, wish.taken = wish.target, wish.until, wish.serial
        if gaze.target and world.frame >= gaze.until:
            gaze.target = ""
        yaw, pitch = _goal(world, name, gaze)
        gaze.yaw += max(-SPEED, min(SPEED, yaw - gaze.yaw))
        gaze.pitch += max(-SPEED, min(SPEED, pitch - gaze.pitch))


def _goal(world: World, name: str, gaze: Gaze) -> tuple[int, int]:
    target = world.find(gaze.target, Body) if gaze.target else None
    if target is None:
        return 0, 0
    body = world.get(name, Body)
    dx, dy, dz = target.x - body.x, target.y + target.height - body.y - body.height, target.z - body.z
    yaw = turn_between(body.facing, heading(dx, dz))
    pitch = turn_between(0, heading(dy, distance(dx, 0, dz)))
    return max(-_WIDEST, min(_WIDEST, yaw)), max(-_WIDEST, min(_WIDEST, pitch))
