"""Let go of what the owner wants forgotten: it leaves the raw window, and her folder notes which turns, not which words.

Until the memory store is there, the window is the only way by which an old exchange reaches a prompt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ecs.clock import stamp
from ecs.components.speech import Exchange, Talk
from ecs.diary import owe
from ecs.effects import FileChange
from ecs.signals import Signal
from ecs.world import World

FORGOTTEN = "memory/semantic/forgotten.md"


def about(exchange: Exchange, words: str) -> bool:
    """True when the exchange holds these words as words: "cat" is not in "education"."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", f"{exchange.owner}\n{exchange.her}", re.IGNORECASE) is not None


def let_go(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type != "command" or signal.payload["name"] != "forget" or signal.origin.trust != "owner":
            continue
        for name, talk in world.addressed(signal.to, Talk):
            gone = [exchange.turn for exchange in talk.window if about(exchange, signal.payload["values"]["text"])]
            if gone:
                talk.window = [exchange for exchange in talk.window if exchange.turn not in gone]
                line = f"- {stamp(world.clock)}: the owner asked to forget {', '.join(gone)}\n"
                owe(world, name, (FileChange(FORGOTTEN, "append", line),), f"Let go of {', '.join(gone)}")
