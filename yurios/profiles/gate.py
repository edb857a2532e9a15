"""Whose hand may touch her identity files: the owner's own edit is theirs to record; everything else waits for the gate."""

from __future__ import annotations

from ecs.effects import WriteVault
from yurios.vault.paths import GateToken


def owners_hand(write: WriteVault) -> GateToken | None:
    """The token for a write that records the owner's own saved edit, or carries out what they decided on a proposed one; None for
    all others. Neither opens the constitution: no token does.
    """
    return GateToken(f"{write.by}:{write.write}") if write.by in ("owner", "gate") else None
