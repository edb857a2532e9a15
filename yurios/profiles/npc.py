"""The NPC profile: a mind behind a game's character. She answers when she is spoken to and does nothing by herself.

The same systems as a companion's; what is off is the rhythm of her own (`mind.enabled`), which a crowd of villagers can't
afford and a game does not want. Her folder may be one in memory.
"""

from __future__ import annotations

from collections.abc import Mapping

from ecs.tape import Header
from yurios.machine_clock import transitions

#: What differs from a companion unless the game's file says otherwise.
DIALS = {"mind.enabled": False}


def npc_header(name: str, place: dict | None, dials: Mapping, epoch_us: int, zone: str, seed: int, stated: tuple[str, ...] = ()) -> Header:
    """The header of a character's life. `stated` are dials that were set on purpose and stay as they are."""
    own = {key: value for key, value in DIALS.items() if key not in stated}
    options = {"residents": [name], "dials": {**dials, **own}, "place": place}
    return Header(seed, "npc", name, epoch_us, zone, transitions(zone, epoch_us), {}, options)
