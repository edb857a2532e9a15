"""What a mind holds true, and since when: rows of a table, texts in a pool, and a look-up that can be made again."""

from __future__ import annotations

from dataclasses import field

from ecs.columns import Table
from ecs.component import component, part
from ecs.pool import Pool

#: Times are microseconds since the Unix epoch; confidence is in 1/1000; the rest are numbers of texts in the pool.
COLUMNS = {
    "subject": "i4", "relation": "i4", "object": "i4", "sign": "i1", "state": "i1", "grain": "i1", "hidden": "i1",
    "valid_from": "i8", "valid_to": "i8", "learnt_at": "i8", "superseded_at": "i8", "confidence": "i2",
    "event": "i8", "said": "i4", "text": "i4", "turn": "i4", "who": "i4", "trust": "i4",
}


@component()
class Believed:
    """All she ever believed. Rows are added and closed, never changed otherwise and never removed."""

    rows: Table = field(default_factory=lambda: Table(COLUMNS))
    texts: Pool = field(default_factory=Pool)


@component(saved=False)
class BeliefIndex:
    """Where to find rows: derived from `Believed`, outside saves and digests, filled again up to the last row when used."""

    seen: int = 0
    hidden: int = 0
    posts: dict[tuple[int, ...], list[int]] = field(default_factory=dict)
    events: dict[int, list[int]] = field(default_factory=dict)
    things: dict[str, dict[str, None]] = field(default_factory=dict)


@part
class Mention:
    """Somebody or something that was named: `sort` is person, thing or "" for a name that may be either, `sex` f, m or "", `many` for a group."""

    key: str
    sort: str
    sex: str = ""
    many: bool = False


@component()
class Discourse:
    """Who and what the talk was just about, newest last, so that "she" finds somebody. `event` is the last thing that was told."""

    mentions: list[Mention] = field(default_factory=list)
    event: int = -1


@part
class Expected:
    """Something half-expected: `keys` are the words by which it would be recognised."""

    id: str
    text: str
    due_us: int
    keys: list[str]
    turn: str = ""


@component()
class Expectations:
    """What is open, and what it came to: `surprises` wait for APPRAISE to take them."""

    open: list[Expected] = field(default_factory=list)
    surprises: list[Expected] = field(default_factory=list)
    serial: int = 0


@part
class Said:
    """A message of the owner that waits to be thought about: its turn, what was said, when, what she had said before it, and what she answered."""

    turn: str
    text: str
    at_us: int
    before: str
    channel: str
    kept: bool = False
    reply: str = ""
    replied_us: int = 0


@component()
class Unthought:
    """Messages in the order they came; `kept` once their turn is in her folder, which is when they may become beliefs."""

    said: list[Said] = field(default_factory=list)
