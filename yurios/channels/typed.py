"""The lines the owner typed, for the up arrow: kept in the home, never a reason to stop the talk."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from prompt_toolkit.history import FileHistory


class Typed(FileHistory):
    """prompt_toolkit's history file, readable by the owner alone; a full or read-only disk only costs the memory of it."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        try:
            os.close(os.open(self.filename, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
            super().store_string(string)
        except (OSError, UnicodeError):
            pass
