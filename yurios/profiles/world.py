"""The world profile: a place that lives without a resident. So far its time, its things and what is said to it; bodies come later."""

from __future__ import annotations

from collections.abc import Mapping

from ecs.tape import Header
from yurios.machine_clock import transitions
from yurios.places import read_place


def world_header(place: str, dials: Mapping, epoch_us: int, zone: str, seed: int) -> Header:
    """The header of a world that begins at `epoch_us`. Raises PlaceError or ZoneError."""
    options = {"residents": [], "dials": dict(dials), "place": read_place(place)}
    return Header(seed, "world", place, epoch_us, zone, transitions(zone, epoch_us), {}, options)
