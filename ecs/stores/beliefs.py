"""The third store: what she believes, when it was so, and when she learnt it. Adding, asking, and making room for the new.

A contradiction closes the older interval and keeps it: "hated coffee until May, loves it now" is two beliefs side by
side. Every change is a new row and a closing stamp on an old one, and both are lines for `world/beliefs.jsonl`.
"""

from __future__ import annotations

from dataclasses import replace

from ecs.stores.belief import ALWAYS, FOREVER, UNKNOWN, Belief, Fact, Pattern, Source, contradicts, rival_pattern
from ecs.stores.belief_rows import Rows


class Beliefs:
    """The store over either kind of rows. `changes` collects (verb, belief) for the log until `take_changes`."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._changes: list[tuple[str, Belief]] = []

    def observe(self, fact: Fact, learnt_at: int, source: Source) -> int:
        """Believe a fact from `learnt_at` on. Returns the id of the belief that now says it (an old one when nothing is new).

        The clock may step back; what is learnt is never older than what was learnt before it.
        """
        learnt_at = max(learnt_at, self.rows.newest())
        held = [row for row in self.rows.matching(rival_pattern(fact)) if row.superseded_at == FOREVER]
        if not fact.state:
            return self._event(fact, held, learnt_at, source)
        rivals = [row for row in held if contradicts(row, fact)]
        same = [row for row in held if row.state and not contradicts(row, fact) and (row.object, row.sign) == (fact.object, fact.sign)]
        if fact.first is None and fact.last is None and same and all(row.valid_to <= learnt_at for row in same):
            fact = replace(fact, first=learnt_at)
        first, last, grain = _span(fact, rivals, learnt_at)
        if first >= last:
            first, last = last - 1, last
        touching = [row for row in same if row.valid_from <= last and first <= row.valid_to and (fact.last is not None or row.valid_to == FOREVER or first < row.valid_to)]
        kept = next((row for row in touching if not _news(row, fact)), None)
        if kept is not None:
            return kept.id
        first, last, grain = _joined(touching, fact, first, last, grain)
        for row in touching:
            self._supersede(row, learnt_at)
        for row in rivals:
            if row.valid_from < last and first < row.valid_to:
                self._cut(row, first, last, learnt_at)
        return self._append(_belief(fact, first, last, grain, learnt_at, source))

    def close(self, pattern: Pattern, at: int, learnt_at: int, source: Source, grain: int = UNKNOWN) -> list[int]:
        """End every state like this that she holds to be so at `at`. Returns the ids that say it now, ended."""
        learnt_at, ended = max(learnt_at, self.rows.newest()), []
        for row in self.query(pattern, as_of=learnt_at):
            if row.state and row.valid_from < at < row.valid_to:
                ended += [self._end(mate, at, learnt_at, source) for mate in self._mates(row) if mate.valid_from < at < mate.valid_to]
        return ended

    def _told_with(self, told: Belief) -> list[Belief]:
        """What was learnt at the same moment, from this belief on, and is still held."""
        found = []
        for id in range(told.id, self.rows.newest_id() + 1):
            row = self.rows.get(id)
            if row.learnt_at != told.learnt_at:
                break
            if row.superseded_at == FOREVER:
                found.append(row)
        return found

    def _mates(self, row: Belief) -> list[Belief]:
        """The states that were told together with this one and are still held."""
        return [mate for mate in self.rows.of_event(row.event) if mate.state and mate.superseded_at == FOREVER]

    def _end(self, row: Belief, at: int, learnt_at: int, source: Source) -> int:
        self._supersede(row, learnt_at)
        return self._append(replace(row, valid_to=at, learnt_at=learnt_at, superseded_at=FOREVER, turn=source.turn))

    def retime(self, event: int, first: int, last: int, grain: int, learnt_at: int, source: Source) -> None:
        """Say an event again with its real time, and let what began or ended with it begin or end then."""
        learnt_at, told = max(learnt_at, self.rows.newest()), self.rows.get(event)
        for row in self._told_with(told):
            if row.event == event and not row.state:
                fresh = replace(row, valid_from=first, valid_to=last, grain=grain)
            elif row.state and told.valid_from in (row.valid_from, row.valid_to):
                moved_to = first if row.valid_to == told.valid_from else row.valid_to
                fresh = replace(row, valid_from=first if row.valid_from == told.valid_from else row.valid_from, valid_to=moved_to, grain=grain)
            else:
                continue
            if fresh.valid_from < fresh.valid_to:
                self._supersede(row, learnt_at)
                self._append(replace(fresh, learnt_at=learnt_at, superseded_at=FOREVER, event=-1 if row.id == event else row.event))

    def query(self, pattern: Pattern, at: int | tuple[int, int] | None = None, as_of: int | None = None) -> list[Belief]:
        """Beliefs like this: true at an instant or somewhere in a span `at`, as she held them at `as_of` (None: now), by id."""
        found = [row for row in self.rows.matching(pattern) if held_at(row, as_of)]
        if at is None:
            return found
        first, last = at if isinstance(at, tuple) else (at, at + 1)
        return [row for row in found if row.valid_from < last and first < row.valid_to]

    def withdraw(self, turns: tuple[str, ...], ids: list[int], at: int) -> int:
        """Let go of these beliefs that rest on these turns: no question finds them again, whatever its `as_of`."""
        gone = [self.rows.get(id) for id in ids if self.rows.get(id).turn in turns]
        for row in gone:
            self.rows.hide(row.id)
            self._changes.append(("hide", row))
        return len(gone)

    def take_changes(self) -> list[tuple[str, Belief]]:
        """What happened since the last call, oldest first: ("add" | "close" | "hide", belief)."""
        taken, self._changes = self._changes, []
        return taken

    def _event(self, fact: Fact, held: list[Belief], learnt_at: int, source: Source) -> int:
        first = fact.first if fact.first is not None else learnt_at if fact.last is None else min(learnt_at, fact.last - 1)
        last = first + 1 if fact.last is None else max(fact.last, first + 1)
        told = next((row for row in held if not row.state and row.object == fact.object and (row.valid_from, row.valid_to, row.sign) == (first, last, fact.sign)), None)
        if told is not None and fact.event < 0:
            return told.id
        return self._append(_belief(fact, first, last, fact.grain, learnt_at, source))

    def _append(self, belief: Belief) -> int:
        id = self.rows.append(belief)
        self._changes.append(("add", self.rows.get(id)))
        return id

    def _supersede(self, row: Belief, at: int) -> None:
        self.rows.supersede(row.id, at)
        self._changes.append(("close", self.rows.get(row.id)))

    def _cut(self, row: Belief, first: int, last: int, at: int) -> None:
        self._supersede(row, at)
        for start, end in ((row.valid_from, min(first, row.valid_to)), (max(last, row.valid_from), row.valid_to)):
            if start < end:
                self._append(replace(row, valid_from=start, valid_to=end, learnt_at=at, superseded_at=FOREVER))


def held_at(row: Belief, as_of: int | None) -> bool:
    """True when she held this belief then (None: holds it now)."""
    return row.superseded_at == FOREVER if as_of is None else row.learnt_at <= as_of < row.superseded_at


def _span(fact: Fact, rivals: list[Belief], learnt_at: int) -> tuple[int, int, int]:
    """The interval a new state takes: an unknown beginning gives way to what is known already."""
    last = FOREVER if fact.last is None else fact.last
    if fact.first is not None:
        return fact.first, last, fact.grain
    now = min(learnt_at, last - 1) if last != FOREVER else learnt_at
    before = [row for row in rivals if row.valid_from < now]
    if any(row.valid_to > now for row in before):
        return (now if fact.last is None else ALWAYS), last, UNKNOWN
    return max((row.valid_to for row in before), default=ALWAYS), last, UNKNOWN


def _news(row: Belief, fact: Fact) -> bool:
    """False when a belief already says all that the fact says."""
    if fact.first is not None and row.valid_from != fact.first and (row.valid_from == ALWAYS or row.grain == UNKNOWN or fact.first < row.valid_from):
        return True
    return fact.last is not None and row.valid_to != fact.last


def _joined(touching: list[Belief], fact: Fact, first: int, last: int, grain: int) -> tuple[int, int, int]:
    """One interval of the new and what it touches: a known edge beats an unknown one, the newer word an older."""
    if fact.first is None:
        known = sorted((row.valid_from, row.grain) for row in touching if row.valid_from != ALWAYS)
        if known:
            first, grain = known[0]
    else:
        earlier = sorted((row.valid_from, row.grain) for row in touching if row.grain != UNKNOWN and row.valid_from < first)
        if earlier:
            first, grain = earlier[0]
    if fact.last is None and touching:
        last = max(row.valid_to for row in touching)
    return first, max(last, first + 1), grain


def _belief(fact: Fact, first: int, last: int, grain: int, learnt_at: int, source: Source) -> Belief:
    return Belief(
        -1, fact.subject, fact.relation, fact.object, fact.sign, fact.state, grain, first, last, learnt_at, FOREVER, fact.confidence,
        fact.event, fact.said, fact.text, source.turn, source.who, source.trust,
    )
