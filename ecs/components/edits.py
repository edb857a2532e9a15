"""Changes of her own files that she proposed: what waits for the owner, what was decided, what was refused for good."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class Check:
    """One look at what a proposal would make of her: `why` says what was found, "" when all is well."""

    name: str
    ok: bool
    why: str = ""


@part
class Proposal:
    """A change of one file, whole: `before` and `after` are its texts, `turns` what it rests on.

    `stands` is one of checking, pending, applying, applied, rejected, refused, undoing, undone. `key` names what it is about,
    so that the same thing is not proposed twice; `write` is the write under way, `trouble` why it did not go through.
    """

    id: str
    path: str
    before: str
    after: str
    reason: str
    risk: str
    turns: list[str]
    at: str
    key: str = ""
    stands: str = "checking"
    checks: list[Check] = field(default_factory=list)
    write: str = ""
    trouble: str = ""


@part
class Probe:
    """A question put to a model about a proposal that is being looked at, and what came of it."""

    edit: str
    ask: str
    question: str
    since_us: int
    answer: str = ""
    done: bool = False


@part
class Noticed:
    """Something the owner said that may deserve an edit: `kind` says which, `words` what it is about."""

    kind: str
    words: str
    turn: str
    day: str
    quote: str = ""


@component()
class Edits:
    """`open` waits or is under way; `past` holds the newest that are settled; `settled` are keys never to be proposed again.

    `noticed` waits to be made into proposals, one a tick. `people` holds the turns in which somebody was spoken of.
    """

    open: list[Proposal] = field(default_factory=list)
    past: list[Proposal] = field(default_factory=list)
    settled: list[str] = field(default_factory=list)
    noticed: list[Noticed] = field(default_factory=list)
    people: dict[str, list[str]] = field(default_factory=dict)
    serial: int = 0
    probes: list[Probe] = field(default_factory=list)
