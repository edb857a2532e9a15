"""The talk: what waits to be answered, the turn under way, the small raw window, and what is owed to the folder."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class Heard:
    """One message of the owner. `at` is RFC 3339, `day` her local date when it came; `let_go`: answer it, and keep it nowhere."""

    turn: str
    message_id: str
    text: str
    channel: str
    at: str
    day: str
    at_us: int = 0
    let_go: bool = False


@part
class Recalled:
    """Something said before that was found for this turn. `score` is in 1/1000, `at` RFC 3339, `trust` that of who said it."""

    turn: str
    at: str
    text: str
    kind: str
    score: int
    trust: str = "owner"


@part
class Found:
    """A passage of a document that was found for this turn: characters `start` to `end` of its text."""

    doc: str
    title: str
    start: int
    end: int
    heading: str
    page: str
    text: str


@part
class Exchange:
    """One answered message in the raw window."""

    turn: str
    owner: str
    her: str
    at: str = ""
    channel: str = ""
    at_us: int = 0


@component()
class Talk:
    """`queue` is answered in order; `seen` are the newest message ids, so that one message by two doors is answered once.

    `letting_go` are turns that are to be forgotten and that the index may never have known: messages under way, or never answered.
    """

    queue: list[Heard]
    window: list[Exchange]
    seen: list[str]
    letting_go: list[str] = field(default_factory=list)


@component()
class Turn:
    """The turn under way: idle → recalling → ready → asked → streaming → idle.

    `attempt` counts the asks of this turn, `asks` all asks ever; `since` is the frame at which recalling began and
    `waits_for` holds the keys of what is still being looked for.
    """

    state: str = "idle"
    heard: list[Heard] = field(default_factory=list)
    ask: str = ""
    attempt: int = 0
    asks: int = 0
    text: str = ""
    reasoning: str = ""
    since: int = 0
    waits_for: list[str] = field(default_factory=list)
    recalled: list[Recalled] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)


def clear(turn: Turn) -> None:
    """No turn is under way any more; only the count of asks goes on."""
    fresh = Turn(asks=turn.asks)
    for name in Turn.__dataclass_fields__:
        setattr(turn, name, getattr(fresh, name))


@component()
class Owed:
    """Writes that were handed to the folder and are not confirmed yet: {write key: turn id, or "" for another cause}."""

    writes: dict[str, str]
    serial: int = 0
    diary_day: str = ""
    paused: str = ""
