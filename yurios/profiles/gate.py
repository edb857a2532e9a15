"""Whose hand may touch her identity files: the owner's own edit is theirs to record; of her own writes only her block in USER.md; everything else waits for the gate."""

from __future__ import annotations

from ecs.effects import FileChange, WriteVault
from yurios.vault.paths import GateToken, fold

PARTNER = "soul/USER.md"


def owners_hand(write: WriteVault) -> GateToken | None:
    """The token for a write that records the owner's own saved edit, or carries out what they decided on a proposed one, or that writes nothing of `soul/` but her own lines about the owner."""
    if write.by in ("owner", "gate"):
        return GateToken(f"{write.by}:{write.write}")
    soul = [change for change in write.changes if fold(change.path.split("/")[0]) == "soul"]
    return GateToken(f"block:{write.write}") if write.by == "self" and soul and all(map(_is_her_block, soul)) else None


def _is_her_block(change: FileChange) -> bool:
    """What stands between her marks in USER.md, and the vault keeps every byte outside them."""
    return (change.path, change.how) == (PARTNER, "block")
