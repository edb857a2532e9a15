"""What she keeps about the owner: facts with where they come from, notes of "not now", and claims of others that wait."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class OwnerFact:
    """`key` says what it is about (relation, object, sign), `turns` are those that told it, newest last; times are epoch microseconds."""

    id: str
    key: str
    relation: str
    object: str
    sign: int
    words: str
    turns: list[str]
    by: str
    confidence: int
    first_us: int
    last_us: int


@part
class NotNow:
    """One "not now": what was said, about what, from when and until when (epoch microseconds)."""

    id: str
    words: str
    about: str
    turn: str
    from_us: int
    until_us: int


@component()
class Partner:
    """`by_hand` are lines of her block that the owner wrote or changed; `struck` the keys of facts the owner took out of it."""

    facts: list[OwnerFact] = field(default_factory=list)
    notes: list[NotNow] = field(default_factory=list)
    by_hand: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)
    serial: int = 0


@part
class Voucher:
    """One source of a claim: its kind (document, agent, stranger …), which one, a mark of the very sentence, and when it was met."""

    kind: str
    ref: str
    mark: str
    at_us: int


@part
class Claim:
    """Something said of the owner by somebody else."""

    id: str
    relation: str
    object: str
    sign: int
    words: str
    vouchers: list[Voucher]
    line: str = ""


@part
class Overheard:
    """A sentence of somebody else that speaks of the owner and is not read yet."""

    text: str
    kind: str
    ref: str
    at_us: int


@component()
class Quarantine:
    """Claims that wait for a second source, sentences still to read, and marks of what the audit was told of already."""

    claims: list[Claim] = field(default_factory=list)
    overheard: list[Overheard] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    serial: int = 0
