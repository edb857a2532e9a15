"""What of a resident was last rendered into files that git ignores: text for people and tools to read, derived from components."""

from __future__ import annotations

from ecs.component import component


@component()
class Rendered:
    """`texts` is {vault path: text}, so that only a change is written."""

    texts: dict[str, str]
