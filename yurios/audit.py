"""The owner's audit: one line for what was ignored, dropped or retired, and where it came from. Kept in the home, read by nobody but them."""

from __future__ import annotations

import json
import logging
import os
from datetime import datetime, timezone
from pathlib import Path

from ecs.effects import Audit

log = logging.getLogger(__name__)


class AuditLog:
    """Takes `Audit`; `folder` gets one file a month (UTC), `YYYY-MM.jsonl`, added to and never rewritten.

    A line is `{"at", "resident", "what", "text", "from", "turn"}`. A disk that takes none is told to the log and stops nothing.
    """

    takes = (Audit,)

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def handle(self, effect: Audit) -> None:
        """Write the line down."""
        at = datetime.fromtimestamp(effect.at_us // 1_000_000, timezone.utc)
        line = {"at": at.isoformat(), "resident": effect.to, "what": effect.what, "text": effect.text, "from": effect.source, "turn": effect.turn}
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(self.folder / f"{at:%Y-%m}.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with open(handle, "ab") as file:
                file.write(json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")
        except OSError as error:
            log.warning("the audit could not be written: %s", error)

    def close(self) -> None:
        """Nothing is held open."""


class Unaudited:
    """The quiet twin, for a game's characters and tests: takes the lines and keeps none."""

    takes = (Audit,)

    def handle(self, effect: Audit) -> None:
        """Nothing is written."""

    def close(self) -> None:
        """Nothing is held open."""
