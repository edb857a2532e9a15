"""The regular check of her history: everything HEAD reaches is read, a slice at a time, and the result is remembered.

It runs in quiet time on the vault's own thread; between two slices writes pass, so nobody waits for it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

from yurios.vault.repository import Repository
from yurios.vault.trouble import VaultError

PATH = "state/vault_check.json"
EVERY_S = 7 * 86_400
SLICE_S = 0.05


@dataclass(frozen=True, slots=True)
class Result:
    """One check: when (seconds since 1970), how many objects were read, and what was wrong ("" for nothing)."""

    at_s: int
    objects: int
    trouble: str


class Checkup:
    """The checks of one vault. `result` is the last one, from an earlier session too."""

    def __init__(self, repository: Repository, clock: Callable[[], float] = time.perf_counter) -> None:
        self._repository, self._clock = repository, clock
        self.result = _remembered(repository)
        self._steps: Iterator[int] | None = None
        self._at_s = self._objects = 0

    def begin_if_due(self, now_s: float) -> bool:
        """True when a check is under way now; call `go_on` until it is done."""
        young = self.result is not None and abs(now_s - self.result.at_s) < EVERY_S
        if self._steps is None and not young:
            self._steps, self._at_s, self._objects = self._repository.verifying(), int(now_s), 0
        return self._steps is not None

    def go_on(self) -> bool:
        """One slice. False when the check is done and its result kept."""
        if self._steps is None:
            return False
        until = self._clock() + SLICE_S
        try:
            while self._clock() < until:
                self._objects = next(self._steps)
            return True
        except StopIteration:
            self._keep("")
        except VaultError as error:
            self._keep(str(error))
        return False

    def _keep(self, trouble: str) -> None:
        self._steps, self.result = None, Result(self._at_s, self._objects, trouble)
        try:
            self._repository.note(PATH, json.dumps(asdict(self.result)) + "\n")
        except VaultError:
            return  # a disk that refuses is told of by the next write; the check comes again

    def said(self) -> str:
        """The last result as a sentence; "" before the first check."""
        if self.result is None:
            return ""
        day = time.strftime("%Y-%m-%d", time.localtime(self.result.at_s))
        return f"The check of her history on {day}: " + (self.result.trouble or f"{self.result.objects:,} objects, all sound.")


def _remembered(repository: Repository) -> Result | None:
    try:
        found = json.loads(repository.read(PATH) or "")
        return Result(int(found["at_s"]), int(found["objects"]), str(found["trouble"]))
    except (VaultError, ValueError, KeyError, TypeError):
        return None
