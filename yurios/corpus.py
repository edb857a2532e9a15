"""The corpus log: one line a reply, for a fine-tune the owner may want to make one day. Off unless they ask.

It lies in the home, outside her vault, and nothing ever sends it. Only what was said in a committed exchange gets in: no
thought, no document, no memory that was looked up for it.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict

from yurios.home import Home

#: What a line may hold, and nothing else; a test compares.
SCOPE = ("at", "resident", "turn", "channel", "owner", "her")
WAITING = 100


class CorpusLog:
    """Listens to published events; `take` is given each one."""

    def __init__(self, home: Home, resident: str) -> None:
        self.path = home.path / "corpus" / f"{resident}.jsonl"
        self._resident = resident
        self._asked: OrderedDict[str, dict] = OrderedDict()

    def take(self, event: dict) -> None:
        """Pair what the owner said with what she answered, and write the pair down."""
        if event.get("type") != "message" or event.get("proactive"):
            return
        if event["role"] == "owner":
            self._asked[event["turn"]] = event
            while len(self._asked) > WAITING:
                self._asked.popitem(last=False)
        elif event["turn"] in self._asked:
            self._write(self._asked.pop(event["turn"]), event)

    def _write(self, asked: dict, answered: dict) -> None:
        line = {
            "at": answered["at"], "resident": self._resident, "turn": answered["turn"], "channel": answered["channel"],
            "owner": asked["text"], "her": answered["text"],
        }
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with open(handle, "ab") as file:
            file.write(json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")

