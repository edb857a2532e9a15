"""What lies on her shelf: each file and whether she could read it."""

from __future__ import annotations

from ecs.component import component, part


@part
class Doc:
    """One file. `state` is shelved or refused, `reason` says why it was refused."""

    title: str
    state: str
    reason: str = ""
    passages: int = 0
    characters: int = 0


@component()
class Shelf:
    """`docs` maps a path below `knowledge/reference/` to what is known of the file."""

    docs: dict[str, Doc]
