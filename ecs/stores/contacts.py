"""Contacts as a file: a Markdown table in `contacts.md`, one person or agent a row, for the owner to keep.

    | name | who they are | how they reach her | trust |
    |---|---|---|---|
    | Ana | your sister | telegram:@ana | stranger |
"""

from __future__ import annotations

import re

from ecs.component import part
from ecs.signals import TRUST
from ecs.stores.lines import Problem, split

COLUMNS = ("name", "who they are", "how they reach her", "trust")
_RULE = re.compile(r"^\|(\s*:?-+:?\s*\|)+\s*$")


@part
class Contact:
    """One row. `trust` is one of `ecs.signals.TRUST`; anything else counts as stranger."""

    name: str
    who: str
    reach: str
    trust: str


def parse(text: str) -> tuple[list[Contact], list[Problem]]:
    """The rows of the table, and the rows that are none. Never fails, never changes the file."""
    contacts, problems = [], []
    for number, raw in enumerate(split(text), 1):
        line = raw.strip()
        if not line.startswith("|") or _RULE.match(line) or _cells(line)[0].casefold() == COLUMNS[0]:
            continue
        why = _why_not(_cells(line), contacts)
        if why:
            problems.append(Problem(number, raw, why))
        else:
            name, who, reach, trust = _cells(line)
            contacts.append(Contact(name, who, reach, trust or "stranger"))
    return contacts, problems


def _cells(line: str) -> list[str]:
    """A row's cells; `\\|` is a bar inside one."""
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", inner)]


def _why_not(cells: list[str], before: list[Contact]) -> str:
    if len(cells) != len(COLUMNS):
        return f"it has {len(cells)} cells; there are {len(COLUMNS)}: {', '.join(COLUMNS)}"
    if not cells[0]:
        return "it has no name"
    if cells[3] and cells[3] not in TRUST:
        return f"its trust is {cells[3]!r}; it is one of {', '.join(TRUST)}"
    if any(contact.name.casefold() == cells[0].casefold() for contact in before):
        return f"{cells[0]} is there already"
    return ""
