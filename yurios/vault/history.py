"""Where commits live: what a vault needs of git, and the twin that keeps it in memory."""

from __future__ import annotations

import os
from typing import Protocol

from yurios.vault.moments import Moments
from yurios.vault.trees import object_id
from yurios.vault.trouble import VaultError

Entry = tuple[int, bytes] | None
#: Under this name the owner's signature is kept: git's name for the constitution that they signed.
SIGNED = "constitution"


class HeadMoved(VaultError):
    """Somebody else committed in the same moment; what she writes is worked out again from their commit."""

    def __init__(self) -> None:
        super().__init__("head_moved", "The history moved while she was writing.", "Nothing to do; she tries again.")


class History(Protocol):
    """Objects by id, one branch tip, and the owner's view of them. Ids are 40 hex digits: bytes inside, text outside."""

    notices: list[str]

    def get(self, ident: bytes) -> bytes: ...
    def put(self, kind: bytes, raw: bytes) -> bytes: ...
    def head(self) -> str | None: ...
    def advance(self, old: str | None, new: str, line: bytes) -> None: ...
    def paused(self) -> VaultError | None: ...
    def busy(self) -> bool: ...
    def at_work(self) -> VaultError | None: ...
    def mark(self, name: str, ident: str) -> None: ...
    def marked(self, name: str) -> str | None: ...
    def sign(self, ident: str) -> None: ...
    def signed(self) -> str: ...
    def cut(self) -> frozenset[str]: ...
    def left_behind(self) -> list[str]: ...
    def staged(self, path: str, head: Entry) -> bool: ...
    def unchanged(self, path: str, state: os.stat_result) -> bytes | None: ...
    def show(self, changed: dict[str, tuple[Entry, Entry, os.stat_result | None]]) -> None: ...
    def settle(self) -> None: ...
    def close(self) -> None: ...


class MemoryHistory:
    """Objects in a dictionary. There is no owner with a git of their own, so nothing moves behind its back."""

    def __init__(self, moments: Moments) -> None:
        self._objects: dict[bytes, bytes] = {}
        self._head: str | None = None
        self._moments, self._marks = moments, {}
        self.notices: list[str] = []

    def get(self, ident: bytes) -> bytes:
        return self._objects[ident]

    def put(self, kind: bytes, raw: bytes) -> bytes:
        ident = object_id(kind, raw)
        self._moments.before(f"{kind.decode()}: before")
        self._objects[ident] = raw
        return ident

    def head(self) -> str | None:
        return self._head

    def advance(self, old: str | None, new: str, line: bytes) -> None:
        self._moments.before("ref: before")
        if self._head != old:
            raise HeadMoved
        self._head = new
        self._moments.after("ref: moved")

    def paused(self) -> None:
        return None

    def busy(self) -> bool:
        return False

    def at_work(self) -> None:
        return None

    def mark(self, name: str, ident: str) -> None:
        self._marks[name] = ident

    def marked(self, name: str) -> str | None:
        return self._marks.get(name)

    def sign(self, ident: str) -> None:
        self.mark(SIGNED, ident)

    def signed(self) -> str:
        return self.marked(SIGNED) or ""

    def cut(self) -> frozenset[str]:
        return frozenset()

    def staged(self, path: str, head: Entry) -> bool:
        return False

    def unchanged(self, path: str, state: os.stat_result) -> None:
        return None

    def left_behind(self) -> list[str]:
        return []

    def show(self, changed: dict[str, tuple[Entry, Entry, os.stat_result | None]]) -> None:
        """Nobody looks."""

    def settle(self) -> None:
        """Nothing to tidy."""

    def close(self) -> None:
        """Nothing to close."""
