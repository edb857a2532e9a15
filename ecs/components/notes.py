"""What her hand-edited files say: goals, triggers, contacts, and what in them was not understood."""

from __future__ import annotations

from ecs.component import component
from ecs.stores.contacts import Contact
from ecs.stores.lines import Listing


@component()
class Notes:
    """`texts` are the files as last seen, `told` the faults the owner has been told of, each once."""

    goals: Listing
    triggers: Listing
    contacts: list[Contact]
    texts: dict[str, str]
    told: list[str]
