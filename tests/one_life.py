"""One life, lived the same way on every store: talk that leaves beliefs and memories, lists edited by hand, a document, a forget.

Not a test file. `Store` names where the vault and the indexes lie; `Lived` opens, lives, restarts and asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ecs.clock import now_us
from ecs.components.notes import Notes
from ecs.effects import Recall, Search
from ecs.signals import Origin
from ecs.stores import goals
from ecs.stores.held import query
from yurios.dials import DIALS
from yurios.memory.embedder import Hashing
from yurios.memory.recall import recall
from yurios.models.edge import ModelEdge
from yurios.models.records import Record, Role
from yurios.profiles.character import open_character
from yurios.profiles.npc import npc_header
from yurios.vault.repository import DiskRepository, MemoryRepository, Repository
from yurios.vault.sqlite_vault import Shelf, SqliteRepository

NAME, START = "mira", 1_772_409_600_000_000  # 2026-03-02T00:00:00Z
PLAYER = Origin("owner", "game", "owner")
FILES = {
    ".gitignore": (Path(__file__).parent.parent / "vault/.gitignore").read_text("utf-8"),
    "soul/CONSTITUTION.md": "She never lies about what she is.\n", "soul/PERSONA.md": "## In short\nMira keeps the mill.\n",
    "goals.md": "# Goals\n", "triggers.md": "# Triggers\n", "contacts.md": "# Contacts\n",
}
SAID = ("My sister Ana moved to Lyon.", "I hated coffee until May.", "The secret ingredient of the soup is cardamom.", "Ana recommended the bakery on Rue Garibaldi.")
GOALS = """# Goals

- [ ] Ask how the interview went {#g-7 kind=reach_out priority=0.8 due=2026-03-03T18:00+09:00 commitment=single-minded from=promise:her-own-words state=pending}
- [?] a box that is none
- [ ] Water the plants {#g-8 flavour=
\twho knows what this is
- [ ] Grind the rye
"""
TRIGGERS = '# Triggers\n\n- [ ] Good morning {#tr-1 when="every day at 8"}\n- [ ] Broken {#tr-2 when=\n'
CONTACTS = "# Contacts\n\n| name | who they are | how they reach her | trust |\n|---|---|---|---|\n| Ana | your sister | mail:ana@example.org | stranger |\n| too | few |\n"
DOCUMENT = "# Rye\n\n## Milling\n\nRye is milled slowly, because its bran is soft.\n\n## Baking\n\nA sourdough of rye wants thirty-six hours.\n"
QUESTIONS = ("Where does my sister Ana live?", "What about coffee?", "What did Ana recommend?", "rye and flour", "the soup")
HOUR_US = 3_600_000_000


@dataclass(frozen=True)
class Store:
    """`vault` is disk, memory or sqlite; `index` is disk or memory."""

    vault: str
    index: str

    @property
    def lasts(self) -> bool:
        return self.vault != "memory"


class Lived:
    """A character on a store below `place`."""

    def __init__(self, store: Store, place: Path) -> None:
        self.store, self.place, self.shelf, self.commits = store, place, None, []
        self.open()

    def open(self) -> None:
        values = {dial.key: dial.default for dial in DIALS.values()}
        header = npc_header(NAME, None, values, START, "UTC", 7, stated=("mind.enabled",))
        self.character = open_character(
            NAME, self._repository(), self.place / "tapes", header, _models, starter=lambda: FILES, embedder=Hashing(),
            indexes=self.place / "indexes" if self.store.index == "disk" else None)

    def _repository(self) -> Repository:
        if self.store.vault == "disk":
            return DiskRepository(self.place / "vault")
        if self.store.vault == "memory":
            return MemoryRepository()
        self.place.mkdir(parents=True, exist_ok=True)
        self.shelf = Shelf(self.place / "village.sqlite")
        return SqliteRepository(self.shelf, NAME)

    def close(self) -> None:
        self.character.close()
        if self.shelf is not None:
            self.shelf.close()

    def restart(self) -> None:
        self.close()
        self.open()
        self.look()

    def say(self, text: str) -> None:
        self.commits.append(text)
        self.character.post("user_message", {"text": text, "channel": "game", "message_id": f"m-{len(self.commits)}"}, PLAYER)
        self.character.go(HOUR_US)

    def lay(self, path: str, text: str) -> None:
        self.character.lay(path, text.encode())
        self.look()

    def look(self) -> None:
        for _ in range(2):
            self.character.look()
            self.character.go(60_000_000)

    def forget(self, words: str) -> None:
        self.character.post("command", {"name": "forget", "values": {"text": words}}, PLAYER)
        self.character.go(HOUR_US)

    # What the stores say.

    def ids(self) -> list[tuple[str, str, str]]:
        """(id, author, message) of every commit, oldest first."""
        return [(commit.id, commit.author, commit.message.strip()) for commit in reversed(self.character.repository.log(1000))]

    def files(self) -> dict[str, str | None]:
        """Everything in HEAD."""
        repository = self.character.repository
        return {path: repository.committed(path) for path in repository.paths()}

    def recalled(self) -> list:
        """Hits of memory for each question, scores and all."""
        index = self.character.edges.memory._indexes[NAME]
        return [recall(index, Recall("r", NAME, text, now_us(self.character.world.clock), floor=0, half_life_days=30)) for text in QUESTIONS]

    def found(self) -> list:
        """Hits of the shelf for each question."""
        edge = self.character.edges.knowledge
        return [edge._hits(edge._rooms[NAME], Search("s", NAME, text, 3)) for text in QUESTIONS]

    def believed(self) -> list:
        """Answers of the world model for each question."""
        return [[(answer.say, [belief.turn for belief in answer.beliefs]) for answer in query(self.character.world, NAME, text)] for text in QUESTIONS[:3]]

    def notes(self) -> Notes:
        return self.character.world.get(NAME, Notes)

    def lists(self) -> list:
        """What she understood of the files that people edit."""
        notes = self.notes()
        return [[(item.id, item.text, goals.state(item), goals.value(item, "from"), goals.value(item, "commitment")) for item in notes.goals.items],
                [(item.id, item.text, dict(item.keys)) for item in notes.triggers.items], list(notes.contacts), list(notes.told)]

    def all(self) -> dict:
        return {"ids": self.ids(), "files": self.files(), "recalled": self.recalled(), "found": self.found(), "believed": self.believed(), "lists": self.lists()}


def live(lived: Lived) -> None:
    """The life, of a day and a half."""
    lived.look()
    lived.lay("goals.md", GOALS)
    lived.lay("triggers.md", TRIGGERS)
    lived.lay("contacts.md", CONTACTS)
    lived.lay("knowledge/reference/rye.md", DOCUMENT)
    for text in SAID:
        lived.say(text)
    lived.forget("cardamom")


def _models(post) -> ModelEdge:
    return ModelEdge(post, {"scripted": Record("scripted", "scripted", context=8192)}, {"chat": Role("scripted"), "utility": Role("scripted")},
                     replies=({"role": "chat", "match": ".", "text": "Mm, tell me more."},))
