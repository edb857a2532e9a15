"""When a text mentions something: as words, never as part of another word ("cat" is not in "education")."""

from __future__ import annotations

import re

from ecs.components.speech import Exchange


def mentions(text: str, words: str) -> bool:
    """True when `text` holds `words` as whole words, in any case."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def about(exchange: Exchange, words: str) -> bool:
    """True when either side of an exchange mentions these words."""
    return mentions(f"{exchange.owner}\n{exchange.her}", words)
