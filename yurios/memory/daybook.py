"""Reads back what her folder holds of the past: day files, facts, and what the owner asked to forget.

The same entries come out as the simulation hands in with `Remember`, so an index made again finds the same things. Lines
that are not understood are passed over here: the files belong to the owner, and health speaks about them elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import PurePosixPath

from ecs.effects import MemoryEntry
from yurios.memory.files import Files

EPISODIC = "memory/episodic"
FACTS = "memory/semantic/facts.md"
FORGOTTEN = "memory/semantic/forgotten.md"

FACT_SALIENCE = 2000
MINUTE_US = 60_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

_HEADING = re.compile(r"^### ([01]\d|2[0-3]):([0-5]\d) \{#(\S+)((?: [^}]*)?)\}\s*$")
_SPEECH = re.compile(r"^\*\*([^*\n]{1,80}):\*\* ?(.*)$")
_FACT = re.compile(r"^- (.*?)\s*\{((?:#\S+ ?)?[^{}]*\bturns=[^{}]*)\}\s*$")
_DAY_FILE = re.compile(r"^....-..-..\.md$")
_KEY = re.compile(r"(\w+)=(\S+)")
_LET_GO = re.compile(r"^- .*?: the owner asked to forget (.+)$")


@dataclass(frozen=True)
class Calendar:
    """Civil time as the resident counts it. `offset_s` gives her offset from UTC, in seconds, at an instant in microseconds."""

    offset_s: Callable[[int], int] = lambda at_us: 0

    def civil(self, at_us: int) -> datetime:
        """Her date and time at an instant."""
        return (EPOCH + timedelta(microseconds=at_us)).astimezone(timezone(timedelta(seconds=self.offset_s(at_us))))

    def stamp(self, at_us: int) -> str:
        """RFC 3339, seconds, with her offset."""
        return self.civil(at_us).isoformat(timespec="seconds")

    def moment(self, day: str, hour: int, minute: int) -> int:
        """The instant of a civil time of hers; an hour that came twice means the first one or the second, an hour at most apart."""
        wall = datetime.fromisoformat(day).replace(hour=hour, minute=minute, tzinfo=timezone.utc)
        local_us = (wall - EPOCH) // timedelta(microseconds=1)
        guess = local_us - self.offset_s(local_us) * 1_000_000
        return local_us - self.offset_s(guess) * 1_000_000


def plain(text: str) -> str:
    """An exchange as it is indexed: `speaker: words` lines without Markdown, further lines unindented. Says the same of a
    day file's block and of what the simulation hands in."""
    lines = []
    for line in text.replace("\r", "").split("\n"):
        spoken = _SPEECH.match(line)
        lines.append(f"{spoken[1]}: {spoken[2]}" if spoken else line.removeprefix("  "))
    return "\n".join(lines).strip()


def day_entries(day: str, text: str, calendar: Calendar) -> Iterator[MemoryEntry]:
    """The exchanges of a day file, in its order; each cites its turn. Journal lines and notes between them are not memories."""
    head, body = None, []
    for line in [*text.replace("\r", "").split("\n"), "### "]:
        if not line.startswith("#"):
            body.append(line)
            continue
        if head is not None and (said := _spoken(body)):
            at_us = calendar.moment(day, int(head[1]), int(head[2]))
            yield MemoryEntry(head[3], at_us, day, said, salience=_number(head[4], "salience", 1000), trust=_word(head[4], "trust", "owner"))
        head, body = _HEADING.match(line), []


def _spoken(lines: list[str]) -> str:
    """The speakers' lines of a block, without notes and journal lines."""
    kept, speaking = [], False
    for line in lines:
        speaking = bool(_SPEECH.match(line)) or (speaking and line.startswith("  "))
        if speaking:
            kept.append(line)
    return plain("\n".join(kept))


def fact_entries(text: str, calendar: Calendar) -> Iterator[MemoryEntry]:
    """Distilled facts: `- WORDS {turns=t-1,t-2 day=2026-03-02}`, optional `at=HH:MM salience=2000 trust=owner`."""
    for line in text.replace("\r", "").split("\n"):
        found = _FACT.match(line)
        if found and (at_us := _moment(_word(found[2], "day", ""), _word(found[2], "at", "00:00"), calendar)) is not None:
            yield MemoryEntry(_word(found[2], "turns", ""), at_us, _word(found[2], "day", ""), found[1], "fact",
                              _number(found[2], "salience", FACT_SALIENCE), _word(found[2], "trust", "owner"))


def _moment(day: str, at: str, calendar: Calendar) -> int | None:
    """The instant of a day and an hour as they are written, or None when the calendar has no such."""
    try:
        wall = datetime.strptime(f"{day} {at}", "%Y-%m-%d %H:%M")
    except ValueError:
        return None
    return calendar.moment(day, wall.hour, wall.minute)


def let_go(text: str) -> set[str]:
    """The turns that the owner asked to forget: `- STAMP: the owner asked to forget t-1, t-2`."""
    lines = (_LET_GO.match(line) for line in text.replace("\r", "").split("\n"))
    return {turn.strip().rstrip(".") for found in lines if found for turn in found[1].split(",") if turn.strip()}


def _word(keys: str, key: str, otherwise: str) -> str:
    return dict(_KEY.findall(keys)).get(key, otherwise)


def _number(keys: str, key: str, otherwise: int) -> int:
    word = _word(keys, key, "")
    return int(word) if word.isdecimal() else otherwise


@dataclass(frozen=True)
class Folder:
    """The markdown of one resident's vault, as the index reads it."""

    files: Files

    def fingerprints(self) -> dict[str, str]:
        """{vault path: mark of its contents} of every file the index derives from."""
        days = [f"{EPISODIC}/{name}" for name in self.files.listing(EPISODIC)[0] if _DAY_FILE.match(name) and _moment(name[:10], "00:00", Calendar()) is not None]
        marks = ((name, self.files.mark(name)) for name in (*days, FACTS, FORGOTTEN))
        return {name: ":".join(map(str, mark)) for name, mark in marks if mark is not None}

    def entries(self, name: str, calendar: Calendar) -> list[MemoryEntry]:
        """What one of its files holds; empty when it is gone or cannot be read."""
        text = self.read(name)
        if name == FACTS:
            return list(fact_entries(text, calendar))
        return list(day_entries(PurePosixPath(name).stem, text, calendar)) if name.startswith(EPISODIC) else []

    def gone(self) -> set[str]:
        """Turns that must not come back."""
        return let_go(self.read(FORGOTTEN))

    def read(self, name: str) -> str:
        return (self.files.read(name) or b"").decode("utf-8-sig", "replace")
