"""What is not understood of the files that people edit, a sentence a line: for health, the doctor, and the one notice each gets."""

from __future__ import annotations

from collections.abc import Callable

from ecs.stores import belief_log, contacts, goals, triggers
from ecs.stores.lines import Item, parse

LISTS: dict[str, Callable[[Item], list[str]]] = {"goals.md": goals.faults, "triggers.md": triggers.faults}
CONTACTS, BELIEFS = "contacts.md", belief_log.PATH
#: The files whose every line is either understood or named.
FILES = (*LISTS, CONTACTS, BELIEFS)


def misread(path: str, text: str) -> list[str]:
    """One sentence for each line that means nothing, and for each key that does not; the lines stay as they are. [] for other files."""
    if path in LISTS:
        listing = parse(text)
        faults = [fault for item in listing.items for fault in LISTS[path](item)]
        return [_stays(path, problem.line, problem.why) for problem in listing.problems] + [f"{path}, {fault}. Its default counts." for fault in faults]
    if path == CONTACTS:
        return [_stays(path, problem.line, problem.why) for problem in contacts.parse(text)[1]]
    if path == BELIEFS:
        return [_stays(path, bad.number, bad.why) for bad in belief_log.parse(text)[1]]
    return []


def _stays(path: str, line: int, why: str) -> str:
    return f"{path}, line {line}: {why}. The line stays as it is."
