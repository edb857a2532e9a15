"""How she judges herself: what became of her own acts and lines, for the next appraisal and for her journal."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class Weighed:
    """What a reply rested on, kept until it can be judged: how many memories and passages, which attempt, how the model ended."""

    turn: str
    recalled: int
    found: int
    attempt: int
    finish: str
    fell_back: bool


@part
class Done:
    """One of her acts or lines: its intention, the words it is about or said with, the tick or turn, and when (elapsed time)."""

    intention: str
    words: str
    ref: str
    at_us: int = 0


@part
class Judged:
    """One verdict: `kind` is loop, persona or confidence, `intention` what it is about, `score` in 1/1000, `why` in words."""

    kind: str
    intention: str
    ref: str
    score: int
    why: str
    at_us: int


@component()
class SelfView:
    """`verdicts` are the newest, oldest first; `doings` the acts that a loop is looked for in; `weighed` replies not judged yet.

    `confidence` is a slow mean of how sure she may be of her own lines, in 1/1000. `to_say` waits for a tick that writes.
    """

    verdicts: list[Judged] = field(default_factory=list)
    doings: list[Done] = field(default_factory=list)
    weighed: list[Weighed] = field(default_factory=list)
    confidence: int = 700
    to_say: list[str] = field(default_factory=list)


@part
class Marked:
    """One exchange and the signs it shows."""

    turn: str
    signs: list[str]


@component()
class Marks:
    """What the relationship monitor saw in the newest exchanges, and when it last told of a sign (elapsed time). Empty while it is off."""

    seen: list[Marked] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)
