"""Triggers as a file: `- [ ] Good morning {#tr-1 when="0 8 * * *" missed=once}` in `triggers.md`.

A trigger has a schedule (`when`, cron syntax or plain words) or is a webhook (`hook=yes`), and says what happens to a run
that was missed: skip, once or ask. A ticked or struck trigger is off. This file only reads; due times are the mind's.
"""

from __future__ import annotations

from ecs.stores.lines import Item

MISSED = ("skip", "once", "ask")
DEFAULT_MISSED = "once"
PREFIX = "tr-"


def faults(item: Item) -> list[str]:
    """What an owner wrote on a trigger's line that means nothing."""
    found = []
    if item.keys.get("missed", DEFAULT_MISSED) not in MISSED:
        found.append(f"{item.id or item.text[:30]}: missed = {item.keys['missed']!r} is not one of {', '.join(MISSED)}")
    if "when" not in item.keys and item.keys.get("hook") != "yes":
        found.append(f'{item.id or item.text[:30]}: it has neither when="…" nor hook=yes, so it never fires')
    return found


def missed(item: Item) -> str:
    """What becomes of a run that was missed."""
    written = item.keys.get("missed", DEFAULT_MISSED)
    return written if written in MISSED else DEFAULT_MISSED
