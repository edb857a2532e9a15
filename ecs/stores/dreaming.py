"""What there is to dream of. The dream's own work is not built yet; whoever builds it answers here."""

from __future__ import annotations

from ecs.world import World


def dream_backlog(world: World, name: str) -> int:
    """How many finished days still wait to be put in order, oldest first. Always 0 until dreams are built."""
    return 0
