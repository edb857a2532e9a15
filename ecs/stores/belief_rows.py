"""Where beliefs lie: in columns of a component with a derived index, or in a plain list. Both keep one contract.

What was hidden (let go at the owner's word) is found by nothing here, not even as a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Protocol

from ecs.components.belief import BeliefIndex, Believed
from ecs.stores.belief import ALWAYS, FOREVER, Belief, Pattern

_TEXTS = ("subject", "relation", "object", "said", "text", "turn", "who", "trust")
_NUMBERS = tuple(field.name for field in fields(Belief) if field.name not in (*_TEXTS, "id"))


#: How far back the newest are looked for, so that hidden ones among them leave some.
LATEST = 4


class Rows(Protocol):
    """What the store asks of the place where beliefs lie."""

    def append(self, belief: Belief) -> int:
        """Keep a belief; the id it gets, which is its event too when it began none of another's."""

    def supersede(self, id: int, at: int) -> None:
        """Stamp when it stopped being held; once, a later stamp changes nothing."""

    def get(self, id: int) -> Belief:
        """The belief of an id."""

    def matching(self, pattern: Pattern) -> Iterable[Belief]:
        """Beliefs like this that are not hidden, by id."""

    def count(self, pattern: Pattern) -> int:
        """How many `matching` would give."""

    def of_event(self, event: int) -> Iterable[Belief]:
        """What was told together, by id."""

    def latest(self, key: str, most: int) -> list[Belief]:
        """The newest beliefs that name this as subject or object and are not hidden, newest first; the cost does not grow with their number."""

    def things(self, word: str) -> list[str]:
        """Subjects and objects with this word in them, in the order they were first named."""

    def hide(self, id: int) -> None:
        """Let no question find it again."""

    def newest(self) -> int:
        """When the last belief was learnt; ALWAYS for none."""

    def newest_id(self) -> int:
        """The last id, -1 for none."""


def words_of(text: str) -> list[str]:
    """The words of a name or phrase, lower case, plural and singular alike."""
    return [singular(word) for word in re.findall(r"[^\W_]+", text.lower())]


def singular(word: str) -> str:
    """A plural without its ending, roughly; the same for the question and for what was told."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


class ListRows:
    """Beliefs in a list: for a game's character whose past need not outlive the process, and to test the other against."""

    def __init__(self) -> None:
        self._rows: list[Belief] = []
        self._hidden: list[int] = []

    def append(self, belief: Belief) -> int:
        """Keep a belief; the id it gets, which is its event too when it began none of another's."""
        id = len(self._rows)
        self._rows.append(replace(belief, id=id, event=id if belief.event < 0 else belief.event))
        return id

    def newest(self) -> int:
        """When the last belief was learnt; ALWAYS for none."""
        return self._rows[-1].learnt_at if self._rows else ALWAYS

    def newest_id(self) -> int:
        """The last id, -1 for none."""
        return len(self._rows) - 1

    def supersede(self, id: int, at: int) -> None:
        """Stamp when it stopped being held; once, a later stamp changes nothing."""
        self._rows[id] = replace(self._rows[id], superseded_at=min(at, self._rows[id].superseded_at))

    def hide(self, id: int) -> None:
        """Let no question find it again."""
        self._hidden.append(id)

    def get(self, id: int) -> Belief:
        """The belief of an id."""
        return self._rows[id]

    def matching(self, pattern: Pattern) -> list[Belief]:
        """Beliefs like this that are not hidden, by id."""
        wanted = [(name, value) for name in ("subject", "relation", "object") if (value := getattr(pattern, name))]
        return [row for row in self._rows if row.id not in self._hidden and all(getattr(row, name) == value for name, value in wanted)]

    def count(self, pattern: Pattern) -> int:
        """How many `matching` would give."""
        return len(self.matching(pattern))

    def of_event(self, event: int) -> list[Belief]:
        """What was told together, by id."""
        return [row for row in self._rows if row.event == event and row.id not in self._hidden]

    def latest(self, key: str, most: int) -> list[Belief]:
        """The newest beliefs that name this as subject or object and are not hidden, newest first; the cost does not grow with their number."""
        return [row for row in reversed(self._rows) if key in (row.subject, row.object) and row.id not in self._hidden][:most]

    def things(self, word: str) -> list[str]:
        """Subjects and objects with this word in them, in the order they were first named."""
        named = [key for row in self._rows if row.id not in self._hidden for key in (row.subject, row.object)]
        return [key for key in dict.fromkeys(named) if singular(word) in words_of(key)]


class ColumnRows:
    """Beliefs in a component. The index catches up with the table, so a loaded life needs no special word."""

    def __init__(self, believed: Believed, index: BeliefIndex) -> None:
        self._table, self._texts, self._index = believed.rows, believed.texts, index
        while index.seen < len(self._table):
            self._take_up(index.seen)

    def append(self, belief: Belief) -> int:
        """Keep a belief; the id it gets, which is its event too when it began none of another's."""
        texts = {name: self._texts.add(getattr(belief, name)) for name in _TEXTS}
        id = int(self._table.add(1, **texts, **{name: getattr(belief, name) for name in _NUMBERS})[0])
        if belief.event < 0:
            self._table.write("event", id, id + 1)[0] = id
        self._take_up(id)
        return id

    def newest(self) -> int:
        """When the last belief was learnt; ALWAYS for none."""
        return int(self._table.read("learnt_at")[-1]) if len(self._table) else ALWAYS

    def newest_id(self) -> int:
        """The last id, -1 for none."""
        return len(self._table) - 1

    def supersede(self, id: int, at: int) -> None:
        """Stamp when it stopped being held; once, a later stamp changes nothing."""
        if self._table.read("superseded_at")[id] == FOREVER:
            self._table.write("superseded_at", id, id + 1)[0] = at

    def hide(self, id: int) -> None:
        """Let no question find it again."""
        self._index.hidden += not self._table.read("hidden")[id]
        self._table.write("hidden", id, id + 1)[0] = 1

    def get(self, id: int) -> Belief:
        """The belief of an id."""
        read = self._table.read
        texts = {name: self._texts[int(read(name)[id])] for name in _TEXTS}
        numbers = {name: int(read(name)[id]) for name in _NUMBERS}
        numbers["state"] = bool(numbers["state"])
        return Belief(id=id, **texts, **numbers)

    def matching(self, pattern: Pattern) -> list[Belief]:
        """Beliefs like this that are not hidden, by id."""
        return self._shown(self._posts(pattern))

    def count(self, pattern: Pattern) -> int:
        """How many `matching` would give."""
        return len(self._seen(self._posts(pattern)))

    def of_event(self, event: int) -> list[Belief]:
        """What was told together, by id."""
        return self._shown(self._index.events.get(event, []))

    def latest(self, key: str, most: int) -> list[Belief]:
        """The newest beliefs that name this as subject or object and are not hidden, newest first; the cost does not grow with their number."""
        ids = {id for pattern in (Pattern(subject=key), Pattern(object=key)) for id in self._posts(pattern)[-LATEST * most :]}
        return self._shown(sorted(ids, reverse=True))[:most]

    def things(self, word: str) -> list[str]:
        """Subjects and objects with this word in them, in the order they were first named."""
        found = list(self._index.things.get(singular(word), ()))
        if not self._index.hidden:
            return found
        return [key for key in found if self.count(Pattern(subject=key)) or self.count(Pattern(object=key))]

    def _posts(self, pattern: Pattern) -> list[int]:
        key = tuple(self._texts.find(part) if part else -1 for part in (pattern.subject, pattern.relation, pattern.object))
        return self._index.posts.get(key, [])

    def _shown(self, ids: list[int]) -> list[Belief]:
        return [self.get(id) for id in self._seen(ids)]

    def _seen(self, ids: list[int]) -> list[int]:
        if not self._index.hidden:
            return ids
        hidden = self._table.read("hidden")
        return [id for id in ids if not hidden[id]]

    def _take_up(self, id: int) -> None:
        subject, relation, object = (int(self._table.read(name)[id]) for name in ("subject", "relation", "object"))
        for key in ((subject, -1, -1), (subject, relation, -1), (subject, relation, object), (-1, relation, -1), (-1, relation, object), (-1, -1, object), (subject, -1, object)):
            self._index.posts.setdefault(key, []).append(id)
        self._index.events.setdefault(int(self._table.read("event")[id]), []).append(id)
        for thing in (subject, object):
            for word in words_of(self._texts[thing]):
                self._index.things.setdefault(word, {})[self._texts[thing]] = None
        self._index.hidden += int(self._table.read("hidden")[id])
        self._index.seen = id + 1
