"""Showing: her face and how she stands follow her mood, unhurried, and listeners are told when the expression is another one."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.body import Body
from ecs.components.mood import Face, Mood
from ecs.events import publish
from ecs.selfhood.mood import face_of, posture_of
from ecs.signals import Signal
from ecs.step import due
from ecs.world import World

#: How much of an expression comes or goes in a frame, in 1/1000.
EASE = 25


def next_show(world: World) -> int | None:
    """The next frame while a face is on its way."""
    return world.frame if any(not _there(face, body, mood) for _, face, body, mood in world.each(Face, Body, Mood)) else None


@due(next_show)
def show(world: World, inbox: Sequence[Signal]) -> None:
    for _, face, body, mood in world.each(Face, Body, Mood):
        wanted, level = face_of(mood)
        if face.expression != wanted and face.level:
            face.level = max(0, face.level - EASE)
        elif face.expression != wanted:
            face.expression = wanted
            publish(world, "avatar", expression=wanted, level=level)
        else:
            face.level += max(-EASE, min(EASE, level - face.level))
        body.posture = posture_of(mood)


def _there(face: Face, body: Body, mood: Mood) -> bool:
    return (face.expression, face.level) == face_of(mood) and body.posture == posture_of(mood)
