"""What is known of every memory without its text: one numpy record a row, so that a question is scored over thousands at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np

from ecs.effects import MemoryEntry
from yurios.memory.wording import asks, ends_asking, means, said, tells_time

TALK_GAP_US = 3 * 3600 * 1_000_000  # a longer silence begins another conversation
MINUTE_US = 60_000_000

RECORD = np.dtype([
    ("at_us", np.int64), ("day", np.int32), ("salience", np.int32), ("talk", np.int32), ("before", np.int32), ("after", np.int32),
    ("speakers", np.int64), ("first", np.int64), ("many", np.int32), ("turn", bool), ("asking", bool), ("ends_asking", bool), ("timed", bool),
    ("live", bool),
])


@dataclass(frozen=True)
class Told:
    """What rows know beside their records, in plain data."""

    last_turn: int
    talks: int
    speakers: list[str]
    first: str
    last: str


class Rows:
    """Records by row number, from 1; row 0 is nobody, and what `before` and `after` point to when there is none."""

    def __init__(self) -> None:
        self._all = np.zeros(1024, RECORD)
        self.count = 1
        self.live = 0
        self.turns: dict[int, str] = {}
        self._last_turn = self._talks = 0
        self._speakers: list[str] = []
        self._first: date | None = None
        self._last: date | None = None

    @property
    def all(self) -> np.ndarray:
        """The records, row 0 included."""
        return self._all[:self.count]

    def told(self) -> Told:
        """Enough to go on from the records alone; see `restore`."""
        return Told(self._last_turn, self._talks, list(self._speakers), str(self._first or ""), str(self._last or ""))

    def restore(self, records: np.ndarray, turns: dict[int, str], told: dict) -> None:
        """Go on from what `all` and `told` gave. Raises ValueError or KeyError, and changes nothing, when they do not belong together."""
        live = np.flatnonzero(records["live"])
        first, last = (date.fromisoformat(told[key]) if told[key] else None for key in ("first", "last"))
        if live.tolist() != list(turns):
            raise ValueError("other rows are live than those that are kept")
        self._last_turn, self._talks, self._speakers, self._first, self._last = told["last_turn"], told["talks"], list(told["speakers"]), first, last
        self._all, self.count, self.live, self.turns = records.copy(), len(records), len(live), turns

    def add(self, row: int, entry: MemoryEntry) -> None:
        """Take in an entry under a row number above all before."""
        if row >= len(self._all):
            self._all = np.concatenate([self._all, np.zeros(max(row + 1 - len(self._all), len(self._all) // 4, 1024), RECORD)])
        self.count = row + 1
        self.live += 1
        self.turns[row] = entry.turn
        record = self._all[row]
        record["at_us"] = minute(entry.at_us)
        day = date.fromisoformat(entry.day)
        record["day"] = day.toordinal()
        self._first, self._last = min(self._first or day, day), max(self._last or day, day)
        record["salience"] = entry.salience
        record["turn"] = entry.kind == "turn"
        record["asking"], record["ends_asking"], record["timed"] = asks(entry.text), ends_asking(entry.text), tells_time(entry.text)
        record["speakers"] = sum(self._bit(speaker) for speaker in dict.fromkeys(speaker for speaker, _ in said(entry.text) if speaker))
        record["live"] = True
        self._link(row, record)

    def before(self, entry: MemoryEntry) -> int:
        """The row that an entry would come after in its conversation, or 0."""
        last = self._last_turn
        gap = minute(entry.at_us) - int(self._all[last]["at_us"])
        return last if entry.kind == "turn" and last and 0 <= gap < TALK_GAP_US else 0

    def remove(self, row: int) -> list[int]:
        """Take a row out and join its neighbours; the rows whose two entries before are now others."""
        record = self._all[row]
        before, after = int(record["before"]), int(record["after"])
        self.live -= int(record["live"])
        record["live"] = False
        record["before"] = record["after"] = record["many"] = 0
        self.turns.pop(row, None)
        if self._last_turn == row:
            self._last_turn = before
        if before:
            self._all[before]["after"] = after
        if not after:
            return []
        self._all[after]["before"] = before
        further = int(self._all[after]["after"])
        return [after, further] if further else [after]

    def named(self, asked: list[str]) -> int:
        """The speakers that a question's words name, as bits."""
        return sum(1 << n for n, speaker in enumerate(self._speakers) if means(asked, speaker))

    def years(self) -> range:
        """The years that hold memories, or held some: letting go narrows nothing."""
        return range(self._first.year, self._last.year + 1) if self._last else range(0)

    def _link(self, row: int, record: np.void) -> None:
        if not record["turn"]:
            self._talks += 1
            record["talk"] = self._talks
            return
        last = self._last_turn
        gap = int(record["at_us"]) - int(self._all[last]["at_us"])
        if last and 0 <= gap < TALK_GAP_US:
            record["before"], record["talk"] = last, self._all[last]["talk"]
            self._all[last]["after"] = row
        else:
            self._talks += 1
            record["talk"] = self._talks
        self._last_turn = row

    def _bit(self, speaker: str) -> int:
        if speaker not in self._speakers and len(self._speakers) < 62:
            self._speakers.append(speaker)
        return 1 << self._speakers.index(speaker) if speaker in self._speakers else 0


def minute(at_us: int) -> int:
    """Day files keep minutes, so the index does, too: made again, it says the same."""
    return at_us - at_us % MINUTE_US
