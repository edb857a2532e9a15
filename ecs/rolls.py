"""The dice of `ecs.dice` for kernels: the same numbers, rolled inside compiled loops.

A cached kernel is compiled again when its own file changes and not when this one does, so what stands here keeps its meaning.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from ecs.dice import dice_start

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


def start_of(seed: int, stream: str) -> np.uint64:
    """What a kernel needs of seed and stream: a number to hand to `roll`."""
    return np.uint64(dice_start(seed, stream))


@njit(cache=True)
def mixed(value: np.uint64) -> np.uint64:
    """splitmix64's finaliser, uint64 → uint64."""
    value = value + _GOLDEN
    value = (value ^ (value >> _30)) * _MIX_1
    value = (value ^ (value >> _27)) * _MIX_2
    return value ^ (value >> _31)


@njit(cache=True)
def roll(start: np.uint64, who: int, when: int, n: int) -> np.uint64:
    """A number in [0, 2**64) as uint64: `dice(seed, stream, who, when, n)`."""
    return mixed(mixed(mixed(start ^ np.uint64(who)) ^ np.uint64(when)) ^ np.uint64(n))


@njit(cache=True)
def roll_below(limit: int, start: np.uint64, who: int, when: int, n: int) -> int:
    """A number in [0, limit), limit < 2**31, int64. By multiply and shift of the upper 32 bits."""
    return np.int64(((roll(start, who, when, n) >> _32) * np.uint64(limit)) >> _32)
