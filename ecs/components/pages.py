"""Pages of her folder that she keeps up to date from components: what they say by now, and lines that wait to be written."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class LineChange:
    """Lines to add to a page or to take out of it: `how` is "append" or "strike", `text` whole lines, `why` says it in the commit."""

    path: str
    how: str
    text: str
    why: str


@component()
class Pages:
    """`blocks` is what her block of each page says in the folder, by path; `lines` wait for the next write.

    `stale`: what a block is made from has changed since it was rendered; `swept` is the day on which what had run out was last looked for.
    """

    blocks: dict[str, str] = field(default_factory=dict)
    lines: list[LineChange] = field(default_factory=list)
    stale: bool = False
    swept: str = ""
