"""Real time and virtual time: two clocks with one face, so that the loop is the same for both.

Real time counts frames by the machine's monotonic clock and never promises more than it can keep: when the simulation
falls behind by more than a second, the lost time is given up (`suspend_gap`, cause stall) instead of being chased.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from ecs.clock import FRAME_US, FRAMES_PER_SECOND

#: How far behind the simulation may fall before time slows: one second of frames.
MOST_DEBT = FRAMES_PER_SECOND
FRAME_NS = FRAME_US * 1000


class RealTime:
    """Frames by the monotonic clock. `nanoseconds` gives whole ones (no sum of floats decides a frame); tests pass their own."""

    def __init__(self, frame: int, nanoseconds: Callable[[], int] = time.monotonic_ns) -> None:
        self._nanoseconds, self._frame, self._start = nanoseconds, frame, nanoseconds()

    def now(self) -> int:
        """The frame of this moment."""
        return self._frame + (self._nanoseconds() - self._start) // FRAME_NS

    def seconds_until(self, frame: int) -> float:
        """How long until that frame's moment; 0 when it has come."""
        return max(0, (frame - self._frame) * FRAME_NS - (self._nanoseconds() - self._start)) / 1_000_000_000

    def forgive(self, frames: int) -> int:
        """Give up lost frames: this moment becomes that much earlier. Returns the microseconds lost."""
        self._frame -= frames
        return frames * FRAME_US


class VirtualTime:
    """Frames as fast as they can be computed: this moment is wherever the world is."""

    def __init__(self, frame: int = 0) -> None:
        self.frame = frame

    def now(self) -> int:
        return self.frame
