"""A live session in this process, for tests: real loop, tape and folder; scripted words. Not a test file."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from yurios.config import load
from yurios.home import open_home
from yurios.profiles import companion

PATIENCE_S = 20.0
CONFIG = '[models]\nchat = "scripted"\n[time]\nzone = "UTC"\n[mind]\nengaged_cadence_s = 1\n'


class Session:
    """One host on a home. Leaving the block closes it."""

    def __init__(self, home: Path, *replies: dict, config: str = CONFIG, **more: object) -> None:
        home.mkdir(exist_ok=True)
        (home / "config.toml").write_text(config)
        opened = open_home(str(home), {})
        self.home, self.vault = home, opened.resident("yuri").vault
        self.host = companion.open_host(opened, load(opened, {}), replies=replies, **more)
        self.stream = self.host.subscribe()
        self.events: list[dict] = []
        self.said = 0

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *fault: object) -> None:
        self.host.close()

    @property
    def world(self):
        return self.host._loop.world

    def say(self, text: str, message_id: str = "") -> None:
        self.said += 1
        self.host.say(text, channel="terminal", message_id=message_id or f"m-{id(self)}-{self.said}")

    def until(self, wanted: Callable[[dict], bool]) -> dict:
        """The next event that `wanted` likes; fails when it does not come."""
        while (event := self.stream.get(PATIENCE_S)) is not None:
            self.events.append(event)
            if wanted(event):
                return event
        raise AssertionError(f"it never came; seen: {self.events[-12:]}")

    def hers(self) -> str:
        return self.until(lambda event: event["type"] == "message" and event["role"] == "her")["text"]

    def notice(self, words: str) -> dict:
        return self.until(lambda event: event["type"] == "notice" and words in event["text"])

    def written(self, turns: int = 1) -> None:
        """Wait for the journal lines of so many turns."""
        for _ in range(turns):
            self.until(lambda event: event["type"] == "journal" and event["turn"])

    def git(self, *words: str) -> str:
        author = {"GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org"}
        done = subprocess.run(["git", *words], cwd=self.vault, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin:/usr/local/bin", **author})
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def diary(self) -> str:
        return "".join(path.read_text() for path in sorted((self.vault / "memory/episodic").glob("*.md")))
