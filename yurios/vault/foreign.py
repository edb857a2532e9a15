"""What other hands did to her files: a cheap look by time and size, and text from whatever an editor saved.

A first thin line: `soul/` and the markdown at the root. It notices and reports; deciding is the simulation's.
"""

from __future__ import annotations

from collections.abc import Callable

from yurios.vault.folder import Folder, Mark
from yurios.vault.plan import fingerprint

LOOKED_AT = (("soul", (".md", ".yaml")), ("", (".md",)))


def decode(data: bytes) -> str:
    """Text that never fails: UTF-8, UTF-16 when it says so, else Latin-1. A BOM and the line ends stay as they are.

    UTF-8 text encodes back to the same bytes; the others become UTF-8 when she next writes the whole file.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


class Watch:
    """Remembers each file's stat and content. The first look compares with HEAD, so it finds what happened while she slept."""

    def __init__(self, folder: Folder, committed: Callable[[str], bytes | None]) -> None:
        self._folder, self._committed = folder, committed
        self._seen: dict[str, tuple[Mark | None, str]] = {}
        self._listed: set[str] = set()

    def look(self) -> dict[str, str | None]:
        present = {name for name in self._names()}
        news: dict[str, str | None] = {}
        for path in sorted(present | set(self._seen) | self._listed):
            mark = self._folder.mark(path)
            if path in self._seen and self._seen[path][0] == mark:
                continue
            data = self._folder.read(path)
            known = self._seen[path][1] if path in self._seen else fingerprint(self._committed(path))
            self._seen[path] = (mark, fingerprint(data))
            if fingerprint(data) != known:
                news[path] = None if data is None else decode(data)
        self._listed = present
        return news

    def _names(self) -> list[str]:
        return [f"{folder}/{name}" if folder else name
                for folder, endings in LOOKED_AT for name in self._folder.names(folder) if name.endswith(endings)]

    def ours(self, path: str, found: bytes | None, left: bytes | None) -> None:
        """She wrote the file herself. An edit that lay there unseen stays news: only what was known moves on."""
        if path in self._seen and self._seen[path][1] == fingerprint(found):
            self._seen[path] = (self._folder.mark(path), fingerprint(left))
