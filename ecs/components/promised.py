"""Exchanges that wait to be read for promises: each is whole and in her folder, or it is not here."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class Exchanged:
    """A committed turn: what the owner said and when, what she had said before it, what she answered and when (microseconds since the Unix epoch)."""

    turn: str
    owner: str
    at_us: int
    before: str
    her: str
    answered_us: int


@component()
class Unscanned:
    """Committed turns in their order, oldest first."""

    exchanges: list[Exchanged] = field(default_factory=list)
