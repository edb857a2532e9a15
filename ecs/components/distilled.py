"""What finished days came to: distilled facts as rows, days that still wait to be gone through, and how far each is."""

from __future__ import annotations

from dataclasses import field

from ecs.columns import Table
from ecs.component import component, part
from ecs.pool import Pool

#: `text`, `turns` (comma-separated) and `day` are numbers of texts in the pool; `minute` of the local day; `state` 0 stands, 1 retired, 2 let go.
COLUMNS = {"text": "i4", "turns": "i4", "day": "i4", "minute": "i2", "state": "i1"}


@component()
class Distilled:
    """All facts ever distilled. Rows are added and change their state, and are never removed: a row's number is the fact's name."""

    rows: Table = field(default_factory=lambda: Table(COLUMNS))
    texts: Pool = field(default_factory=Pool)


@component(saved=False)
class DistilledIndex:
    """Rows by word and by turn: derived from `Distilled`, outside saves and digests, caught up when used."""

    seen: int = 0
    words: dict[str, list[int]] = field(default_factory=dict)
    turns: dict[str, list[int]] = field(default_factory=dict)


@part
class Exchanged:
    """One answered message of a day that is not gone through yet; `about` are those whom it told something of, as she calls them."""

    turn: str
    at_us: int
    minute: int
    owner: str
    her: str
    about: list[str] = field(default_factory=list)


@part
class OpenDay:
    """A day in the backlog: `next` is the first exchange that plain reading has not gone through, `asked` the first that no model was asked of."""

    day: str
    exchanges: list[Exchanged] = field(default_factory=list)
    next: int = 0
    asked: int = 0


@component()
class Backlog:
    """Days that wait, oldest first. `ask` is the key of the model's ask under way ("" for none), `end` the exchange it ends before.

    After an answer that is none, nothing is asked until `wait_until_us` (elapsed time); `tries` counts how often in a row.
    """

    days: list[OpenDay] = field(default_factory=list)
    ask: str = ""
    end: int = 0
    answer: str = ""
    asks: int = 0
    tries: int = 0
    wait_until_us: int = 0
