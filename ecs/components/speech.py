"""The talk: what waits to be answered, the turn under way, the small raw window, and what is owed to the folder."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class Heard:
    """One message of the owner. `at` is RFC 3339, `day` her local date when it came."""

    turn: str
    message_id: str
    text: str
    channel: str
    at: str
    day: str


@part
class Exchange:
    """One answered message in the raw window."""

    turn: str
    owner: str
    her: str


@component()
class Talk:
    """`queue` is answered in order; `seen` are the newest message ids, so that one message by two doors is answered once."""

    queue: list[Heard]
    window: list[Exchange]
    seen: list[str]


@component()
class Turn:
    """The turn under way. `state` is idle, asked or streaming; `attempt` counts the asks of this turn, `asks` all asks ever."""

    state: str = "idle"
    heard: list[Heard] = field(default_factory=list)
    ask: str = ""
    attempt: int = 0
    asks: int = 0
    text: str = ""
    reasoning: str = ""
    shown: bool = False


@component()
class Owed:
    """Writes that were handed to the folder and are not confirmed yet: {write key: turn id, or "" for another cause}."""

    writes: dict[str, str]
    serial: int = 0
    diary_day: str = ""
    paused: str = ""
