"""The dials the owner holds, as the simulation sees them: one component, set at birth and by the owner only."""

from __future__ import annotations

from ecs.component import component
from ecs.world import World


@component()
class Dials:
    """`values` maps a dotted key to its value; every key of docs/dials.md is there."""

    values: dict[str, int | float | str | bool]


def dial(world: World, key: str) -> int | float | str | bool:
    """The value of a dial."""
    return world.get("dials", Dials).values[key]
