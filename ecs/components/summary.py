"""What stays of the talk once it has left the raw window: topics by day, threads left open, and a paragraph a model may have written."""

from __future__ import annotations

from dataclasses import field

from ecs.component import component, part


@part
class Topic:
    """A word of the talk; `turns` are the last that touched it, `times` how often in all."""

    word: str
    turns: list[str]
    times: int = 1


@part
class Stretch:
    """The topics of a day ("2026-03-02"), a month ("2026-03") or a year ("2026")."""

    label: str
    topics: list[Topic] = field(default_factory=list)


@part
class Thread:
    """Something of the owner's that lies ahead, in their words, until it is old."""

    words: str
    turn: str
    day: str
    until_us: int


@part
class Fallen:
    """An exchange that left the raw window and is in no paragraph yet."""

    turn: str
    day: str
    owner: str
    her: str


@component()
class Summary:
    """`since` is the day of the first talk. `prose` is what a model wrote, `ask` its ask under way ("" for none), `taken` how many of `fallen` it was shown."""

    since: str = ""
    days: list[Stretch] = field(default_factory=list)
    months: list[Stretch] = field(default_factory=list)
    years: list[Stretch] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)
    fallen: list[Fallen] = field(default_factory=list)
    prose: str = ""
    ask: str = ""
    taken: int = 0
    answer: str = ""
    asks: int = 0
    tries: int = 0
    wait_until_us: int = 0
