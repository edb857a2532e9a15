"""Rooms and the things that stand in them. Lengths 1/1024 m."""

from __future__ import annotations

from ecs.component import component


@component()
class Room:
    """A box with its corner at the origin of its own coordinates."""

    title: str
    width: int
    depth: int
    height: int


@component()
class Thing:
    """Something in a room: `kind` (lamp, window, seat, plant, door, screen) and its state in one word."""

    kind: str
    room: str
    state: str = ""
