"""Randomness as a pure function of (seed, stream, entity, frame, n).

Nothing is kept between rolls, so the order of systems, the number of threads and an extra roll elsewhere cannot change
a result. The mixer is splitmix64's finaliser (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
generators"), applied once per coordinate; names become numbers through blake2b, never through `hash()`.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

import numpy as np

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB


@lru_cache(maxsize=4096)
def number_of(name: str) -> int:
    """A stable 64-bit number for a name."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


def _mix(value: int) -> int:
    value = (value + _GOLDEN) & _MASK
    value = ((value ^ (value >> 30)) * _MIX_1) & _MASK
    value = ((value ^ (value >> 27)) * _MIX_2) & _MASK
    return value ^ (value >> 31)


def dice_start(seed: int, stream: str) -> int:
    """The first step of every roll: seed and stream in one number. Kernels (`ecs.rolls`) go on from here."""
    return _mix((seed & _MASK) ^ number_of(stream))


def dice(seed: int, stream: str, entity: str | int, frame: int, n: int = 0) -> int:
    """A number in [0, 2**64). `n` tells several rolls of one entity in one frame apart."""
    who = number_of(entity) if isinstance(entity, str) else entity & _MASK
    value = dice_start(seed, stream)
    for part in (who, frame & _MASK, n & _MASK):
        value = _mix(value ^ part)
    return value


def below(limit: int, seed: int, stream: str, entity: str | int, frame: int, n: int = 0) -> int:
    """A number in [0, limit), by multiply and shift."""
    return (dice(seed, stream, entity, frame, n) * limit) >> 64


def chance(p: int, seed: int, stream: str, entity: str | int, frame: int, n: int = 0) -> bool:
    """True with probability p/65536."""
    return dice(seed, stream, entity, frame, n) >> 48 < p


def _mix_rows(value: np.ndarray) -> np.ndarray:
    value = value + np.uint64(_GOLDEN)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(_MIX_1)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(_MIX_2)
    return value ^ (value >> np.uint64(31))


def dice_rows(seed: int, stream: str, ids: np.ndarray, frame: int, n: int = 0) -> np.ndarray:
    """The same numbers for many rows at once: `ids` is int64 (rows,), the answer uint64 (rows,)."""
    start = np.uint64(dice_start(seed, stream))
    value = _mix_rows(ids.astype(np.uint64) ^ start)
    value = _mix_rows(value ^ np.uint64(frame & _MASK))
    return _mix_rows(value ^ np.uint64(n & _MASK))
