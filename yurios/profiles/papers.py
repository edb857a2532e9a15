"""What the owner may read of her over the wire: days and decisions, from her folder's own files, so that no view can disagree with them."""

from __future__ import annotations

import json
import re

from yurios.vault.folder import Folder
from yurios.vault.trace_log import TraceLog

DAYS = "memory/episodic"
_DAY = re.compile(r"\d{4}-\d\d-\d\d\.md")


class Papers:
    """Reads anew at each question; safe from any thread."""

    def __init__(self, folder: Folder, trace: TraceLog) -> None:
        self._folder, self._trace = folder, trace

    def journal(self, days: int) -> list[dict]:
        """The newest `days` days that have a file, oldest first: day, text. Raises VaultError, OSError."""
        names = sorted(name for name in self._folder.listing(DAYS)[0] if _DAY.fullmatch(name))[-days:]
        texts = [(name, self._folder.read(f"{DAYS}/{name}")) for name in names]
        return [{"day": name[:10], "text": text.decode("utf-8", "replace")} for name, text in texts if text is not None]

    def trace(self, n: int) -> list[dict]:
        """The newest lines of her trace, oldest first, as far as the end of the file holds them. A line that can't be read is left out."""
        return [line for text in self._trace.recent(n) if isinstance(line := _read(text), dict)]


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None
