"""Prompt shapes as data (`assets/prompts/*.toml`): what a model of some size needs around the talk to hold her character."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from yurios.models.records import RecordError, nearest


@dataclass(frozen=True, slots=True)
class Shape:
    """`head` replaces the long head, `examples` are (owner, her) lines put before the talk, the rest goes into the Ask.

    A reply that matches one of `retry` (regular expressions) is asked for once more with another seed.
    """

    head: str
    examples: tuple[tuple[str, str], ...] = ()
    temperature: int = 700
    max_tokens: int = 200
    stop: tuple[str, ...] = ()
    retry: tuple[str, ...] = ()


def read_shape(path: Path) -> Shape:
    """The shape in a TOML file; raises RecordError with the nearest valid key."""
    table, known = tomllib.loads(path.read_text("utf-8")), [f.name for f in fields(Shape)]
    for key in table:
        if key not in known:
            raise RecordError(f'{path.name}: "{key}" is not a key of a prompt shape. {nearest(key, known)}')
    examples = tuple((owner, her) for owner, her in table.pop("examples", ()))
    lists = {key: tuple(table.pop(key)) for key in ("stop", "retry") if key in table}
    return Shape(**{**table, "head": table["head"].strip()}, **lists, examples=examples)
