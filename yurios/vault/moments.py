"""The moments between two writes, at which a process can die or a disk can refuse.

Each write calls `before(name)`, and `after(name)` when it is done. Tests put a death there; the scenario step `disk` puts a full disk there;
in a live run nothing happens.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable


class Moments:
    """One per vault. `full` makes every write fail as on a full disk; `watch` sees each moment's name."""

    def __init__(self, watch: Callable[[str], None] | None = None) -> None:
        self.watch = watch
        self.full = False

    def before(self, name: str) -> None:
        """Something is about to be written. Raises `OSError` when the disk is said to be full."""
        self.after(name)
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def after(self, name: str) -> None:
        """Something has been written."""
        if self.watch is not None:
            self.watch(name)
