"""What the memory tests share: a small life, told the same way to every kind of index."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

from ecs.diary import speech
from ecs.effects import Forget, MemoryEntry, Recall, Remember
from yurios.memory.edge import MemoryEdge
from yurios.memory.embedder import Hashing

START = datetime(2026, 3, 2, 9, 0, tzinfo=timezone.utc)
DAY = timedelta(days=1)

#: (days after START, minutes, turn, what the owner said, what she answered)
LIFE = (
    (0, 0, "t-1", "My interview at the observatory is on Tuesday.", "I'll ask you how it went."),
    (0, 6, "t-2", "Do you know a good tea against nerves?", "Chamomile, and a short walk."),
    (1, 0, "t-3", "Our cat Miso learned to open the fridge.", "Then hide the salmon!"),
    (1, 5, "t-4", "My education was in physics, by the way.", "That fits the observatory."),
    (9, 0, "t-5", "We moved to Kanazawa today, the boxes are everywhere.", "Where will the piano stand?"),
    (9, 4, "t-6", "By the window, so that I see the river.", "A good place for it."),
    (40, 0, "t-7", "I adopted a second cat, she is called Yuzu.", "Miso has company now."),
    (70, 0, "t-8", "The doctor said that I am allergic to peanuts.", "I'll remember: no peanuts."),
    (71, 0, "t-9", "I bought a blue bicycle for the river path.", "Ring the bell for me."),
    (72, 0, "t-10", "My sister Hana plays the cello in an orchestra.", "I would love to hear her."),
)


def at_us(days: int, minutes: int = 0) -> int:
    """Microseconds since the Unix epoch, so long after START."""
    return int((START + days * DAY + timedelta(minutes=minutes)).timestamp()) * 1_000_000


NOW_US = at_us(73)


def entries() -> tuple[MemoryEntry, ...]:
    """The life as the simulation hands it in."""
    return tuple(MemoryEntry(turn, at_us(days, minutes), (START + days * DAY).strftime("%Y-%m-%d"),
                             speech("owner", owner) + speech("yuri", her)) for days, minutes, turn, owner, her in LIFE)


def fact(turn: str, text: str, days: int = 72) -> MemoryEntry:
    return MemoryEntry(turn, at_us(days), (START + days * DAY).strftime("%Y-%m-%d"), text, "fact", 2000)


def write_days(vault: Path) -> None:
    """The same life as her day files."""
    folder = vault / "memory/episodic"
    folder.mkdir(parents=True, exist_ok=True)
    days: dict[str, str] = {}
    for offset, minutes, turn, owner, her in LIFE:
        moment = START + offset * DAY + timedelta(minutes=minutes)
        day = moment.strftime("%Y-%m-%d")
        days.setdefault(day, f"# {day}\n")
        days[day] += f"\n### {moment:%H:%M} {{#{turn} channel=terminal}}\n" + speech("owner", owner) + speech("yuri", her)
    for day, text in days.items():
        (folder / f"{day}.md").write_text(text, encoding="utf-8")


class Ground:
    """An edge in virtual time, and what it posted."""

    def __init__(self, vault: Path | None, embedder: object, **more: object) -> None:
        self.posted: list[tuple[str, dict]] = []
        self.edge = MemoryEdge(lambda type, payload, to, after_ms=0: self.posted.append((type, payload)), {"yuri": vault}, embedder, **{"threaded": False, **more})

    def remember(self, *told: MemoryEntry) -> None:
        self.edge.handle(Remember("yuri", told))

    def recall(self, query: str, **more: object) -> dict:
        """The payload of `recalled`."""
        self.edge.handle(Recall("r-1", "yuri", query, **{"now_us": NOW_US, "floor": 100, **more}))
        return self.posted[-1][1]

    def turns(self, query: str, **more: object) -> list[str]:
        return [hit["turn"] for hit in self.recall(query, **more)["hits"]]

    def forget(self, words: str = "", turns: tuple[str, ...] = ()) -> dict:
        """The payload of `forgotten`."""
        self.edge.handle(Forget("f-1", "yuri", words, turns))
        return self.posted[-1][1]


class Counting(Hashing):
    """The quiet embedder, counting what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed(self, texts):
        self.texts += texts
        return super().embed(texts)
