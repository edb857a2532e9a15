"""What the owner's own `.gitignore` files leave out of the history, beside what `paths.ignored` says for every vault.

Git's rules as dulwich reads them: https://git-scm.com/docs/gitignore. A file that is tracked already stays tracked.
"""

from __future__ import annotations

from dulwich.ignore import IgnoreFilter

from yurios.vault.folder import Folder, Mark
from yurios.vault.paths import ignored

NAME = ".gitignore"


class Ignores:
    """Reads each `.gitignore` once, and again when it changed."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._filters: dict[str, tuple[Mark | None, IgnoreFilter | None]] = {}

    def covers(self, path: str) -> bool:
        """Whether git would leave out a file of this path, for its own name or for a folder that it lies in."""
        parts = path.split("/")
        wholes = ["/".join(parts[:depth]) + "/" for depth in range(1, len(parts))] + [path]
        return ignored(path) or any(self._says(whole) for whole in wholes)

    def _says(self, path: str) -> bool:
        """The deepest `.gitignore` that knows the path decides. A folder's path ends in a slash."""
        parts = path.rstrip("/").split("/")
        for depth in range(len(parts) - 1, -1, -1):
            above = "/".join(parts[:depth])
            rules = self._rules(above)
            said = rules.is_ignored(path[len(above) + 1 if above else 0:]) if rules else None
            if said is not None:
                return said
        return False

    def _rules(self, folder: str) -> IgnoreFilter | None:
        place = f"{folder}/{NAME}" if folder else NAME
        mark = self._folder.mark(place)
        known = self._filters.get(folder)
        if known is None or known[0] != mark:
            data = self._folder.read(place) if mark else None
            self._filters[folder] = (mark, IgnoreFilter(line for line in data.splitlines() if line.strip() and not line.startswith(b"#")) if data else None)
        return self._filters[folder][1]
