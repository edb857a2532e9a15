"""Goals as a file: what she means to do, in `goals.md`, where her owner can read, add, tick and strike.

A goal's life: pending → active → waiting → done or abandoned. Its box in the file says the end of it, `state` the way
there. Provenance (`from`) and commitment are never lost by an edit elsewhere on the line.
"""

from __future__ import annotations

import re
from datetime import datetime

from ecs.stores.lines import BOXES, Item, Listing, add, fresh_id

STATES = ("pending", "active", "waiting", "done", "abandoned")
COMMITMENTS = ("blind", "single-minded", "open-minded")
KINDS = ("task", "reach_out", "follow_up", "work", "maintenance")
#: The owner's word for one goal: come at its time whatever the hour, or never at once.
POLICIES = ("wake", "hold")
PREFIX = "g-"
DEFAULTS = {"kind": "task", "priority": "0.5", "commitment": "single-minded", "from": "owner", "state": "pending"}
#: How much two goals' words must overlap (shared of all) to be the same goal said twice.
ALIKE = 0.75
_STOP = frozenset("a an and at for in of on or the to with my your his her their our is are be".split())


class GoalError(ValueError):
    """The caller's fault: a goal that is not there, or a step its life does not have."""


def faults(item: Item) -> list[str]:
    """What an owner wrote on a goal's line that means nothing; the line stands, the default counts."""
    checks = (
        ("kind", item.keys.get("kind", "task") in KINDS, f"one of {', '.join(KINDS)}"),
        ("priority", _is_share(item.keys.get("priority", "0.5")), "a number from 0 to 1"),
        ("commitment", item.keys.get("commitment", "single-minded") in COMMITMENTS, f"one of {', '.join(COMMITMENTS)}"),
        ("state", item.keys.get("state", "pending") in STATES, f"one of {', '.join(STATES)}"),
        ("policy", item.keys.get("policy", "wake") in POLICIES, f"one of {', '.join(POLICIES)}"),
        ("due", "due" not in item.keys or due(item) is not None, "RFC 3339, such as 2026-03-03T18:00+09:00"),
    )
    return [f"{item.id or item.text[:30]}: {key} = {item.keys[key]!r} is not {wanted}" for key, ok, wanted in checks if not ok]


def value(item: Item, key: str) -> str:
    """A goal's key, or its default when it is missing or means nothing."""
    written = item.keys.get(key)
    if written is None or any(f": {key} = " in fault for fault in faults(item)):
        return DEFAULTS.get(key, "")
    return written


def priority(item: Item) -> float:
    """0 to 1."""
    return round(float(value(item, "priority")), 6)


def due(item: Item) -> datetime | None:
    """When it becomes fitting, with its own offset; None when it has no due time or one that cannot be read."""
    try:
        found = datetime.fromisoformat(item.keys.get("due", ""))
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def state(item: Item) -> str:
    """The box has the last word: a ticked goal is done, whatever its keys say."""
    ended, written = BOXES[item.box], value(item, "state")
    if ended != "open":
        return ended
    return "pending" if written in ("done", "abandoned") else written


def is_open(item: Item) -> bool:
    """Neither done nor abandoned."""
    return BOXES[item.box] == "open"


def set_state(listing: Listing, ident: str, to: str) -> Item:
    """Move a goal along. Raises GoalError for an unknown goal or state, or for an ended one."""
    item = find(listing, ident)
    if to not in STATES:
        raise GoalError(f"a goal is {', '.join(STATES)}; not {to!r}")
    if not is_open(item):
        raise GoalError(f"{ident} is {state(item)} already; add a new goal instead")
    item.keys["state"] = to
    item.box = {"done": "x", "abandoned": "-"}.get(to, " ")
    return item


def find(listing: Listing, ident: str) -> Item:
    """The goal of this id. Raises GoalError."""
    for item in listing.items:
        if item.id == ident:
            return item
    raise GoalError(f"there is no goal {ident}; /inner lists them")


def adopt(listing: Listing, text: str, **keys: str) -> Item:
    """Add a goal, or raise the priority of an open one that says the same: near-duplicates merge, the older stays."""
    for item in listing.items:
        if is_open(item) and _alike(item, text, keys):
            _merge(item, keys)
            return item
    known = {key: keys[key] for key in ("kind", "priority", "due", "commitment", "from", "state", "policy") if key in keys}
    item = Item(fresh_id(listing, PREFIX), text, " ", known)
    add(listing, item)
    return item


def _merge(item: Item, keys: dict[str, str]) -> None:
    if _is_share(keys.get("priority", "")) and float(keys["priority"]) > priority(item):
        item.keys["priority"] = keys["priority"]
    if "due" in keys and "due" not in item.keys:
        item.keys["due"] = keys["due"]


def _alike(item: Item, text: str, keys: dict[str, str]) -> bool:
    one, two = _words(item.text), _words(text)
    same_time = "due" not in keys or "due" not in item.keys or keys["due"] == item.keys["due"]
    shared = len([word for word in one if word in two])
    return same_time and bool(one) and shared >= ALIKE * len(sorted({*one, *two}))


def _words(text: str) -> list[str]:
    return sorted({word for word in re.findall(r"\w+", text.casefold()) if word not in _STOP})


def _is_share(text: str) -> bool:
    try:
        return 0 <= float(text) <= 1
    except ValueError:
        return False
