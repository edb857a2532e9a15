"""A life in a scenario's virtual time for tests of self-edits, mood and budget: said and decided by hand, written into a real folder."""

from __future__ import annotations

from pathlib import Path

from ecs.components.edits import Edits
from ecs.signals import Origin
from ecs.world import World
from yurios.scenarios.reading import parse
from yurios.scenarios.running import RESIDENT, Run
from yurios.scenarios.steps import say

OWNER = Origin("owner", "terminal", "owner")
DAY_US = 86_400 * 1_000_000


class Lived:
    """One life. `say` and `pass_s` drive it; `close` lets go of it."""

    def __init__(self, out: Path, replies: list[dict] = (), dials: dict | None = None) -> None:
        table = {"scenario": {"name": "a life", "start": "2026-03-02T09:00:00Z", "until": "+1h", "seed": 3}, "dials": dials or {}}
        table["model"] = {"reply": [{"role": "chat", **reply} for reply in replies]}
        out.mkdir(parents=True, exist_ok=True)
        self.run, self.now = Run(parse(table), out), 0

    @property
    def world(self) -> World:
        return self.run.loop.world

    @property
    def edits(self) -> Edits:
        return self.world.get(RESIDENT, Edits)

    def pass_s(self, seconds: int) -> None:
        self.now += seconds * 1_000_000
        self.run.go(self.now)

    def say(self, text: str, then_s: int = 60) -> None:
        say(self.run, {"text": text})
        self.pass_s(then_s)

    def decide(self, edit: str, approve: bool, text: str = "", origin: Origin = OWNER) -> str:
        """Returns what came of it."""
        self.run.post("selfedit_decision", {"edit": edit, "approve": approve} | ({"text": text} if text else {}), RESIDENT, origin)
        return [event["said"] for _, event in self.run.seen.events if "said" in event][-1]

    def file(self, path: str) -> str:
        place = self.run.vault_path / path
        return place.read_text("utf-8") if place.exists() else ""

    def log(self) -> list[str]:
        return [commit.message.strip() for commit in self.run.repository.log(500)]

    def close(self) -> dict:
        return self.run.finish()
