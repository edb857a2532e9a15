"""A height field from a seed and a plan: hills of value noise, and streams, ponds, cliffs and woods drawn into them.

All lengths 1/1024 m, all arrays int64 of shape (long, wide); nothing but integer arithmetic. The plan is the `ground` part of a
place file. What is drawn later lies over what was drawn before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ecs.components.ground import FOREST, MATERIALS, MEADOW, MUD, ROCK, SAND
from ecs.dice import dice_rows

METRE = 1024
FAR = 1 << 40
BANK = 12  # metres over which the land falls to a stream or pond
STEEP = 1100  # a rise of more than this over a metre is bare rock


def noise(wide: int, long: int, cell: int, length: int, seed: int, stream: str) -> np.ndarray:
    """Smooth noise 0…65535 with hills about `length` apart."""
    z, x = (np.arange(count, dtype="i8") * cell for count in (long, wide))
    (row, down), (column, right) = (_knots(values, length) for values in (z, x))
    knots = [[_heights(row + dz, column + dx, seed, stream) for dx in (0, 1)] for dz in (0, 1)]
    top, bottom = (left + ((other - left) * right[None, :] >> 10) for left, other in knots)
    return top + ((bottom - top) * down[:, None] >> 10)


def _knots(values: np.ndarray, length: int) -> tuple[np.ndarray, np.ndarray]:
    """(knot before each value, an s-curve of the way to the next in 1/1024)."""
    knot, part = np.divmod(values, length)
    share = part * 1024 // length
    return knot, share * share * (3 * 1024 - 2 * share) >> 20


def _heights(rows: np.ndarray, columns: np.ndarray, seed: int, stream: str) -> np.ndarray:
    ids = (rows[:, None] << 24) + columns[None, :]
    return (dice_rows(seed, stream, ids.ravel(), 0) >> np.uint64(48)).astype("i8").reshape(ids.shape)


def hills(plan: Mapping, wide: int, long: int, cell: int, seed: int) -> np.ndarray:
    """The bare land: four octaves over a base."""
    height = np.full((long, wide), plan.get("base", 10) * METRE, "i8")
    length, rise = plan.get("hill_length", 160) * METRE, plan.get("hills", 14) * METRE
    for octave in range(4):
        height += (noise(wide, long, cell, max(cell, length >> octave), seed, f"hills {octave}") - 32_768) * (rise >> octave) >> 16
    return height


def drawn(plan: Mapping, height: np.ndarray, cell: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(height, material) after cliffs, streams, ponds, woods and paths of the plan."""
    material = np.full(height.shape, MEADOW, "u1")
    for cliff in plan.get("cliff", []):
        side = _within(cliff["area"], height.shape, cell)
        height = np.where(side, height + cliff["rise"] * METRE, height)
    for wood in plan.get("wood", []):
        away = _from_point(wood["at"], height.shape, cell) + (noise(*height.shape[::-1], cell, 24 * METRE, seed, "edge of woods") >> 1)
        material[away < wood["radius"] * METRE] = FOREST
    for stream in plan.get("stream", []):
        height, material = _carve(height, material, stream, cell)
    for pond in plan.get("pond", []):
        height, material = _dig(height, material, pond, cell)
    material[_steepness(height) > STEEP * cell // METRE] = ROCK
    for area in plan.get("area", []):
        material[_within(area["corners"], height.shape, cell)] = MATERIALS.index(area["material"])
    for path in plan.get("path", []):
        away, _ = _from_line(path["points"], height.shape, cell)
        material[away < path.get("width", 2) * METRE // 2] = MATERIALS.index(path.get("material", "path"))
    return height, material


def _carve(height: np.ndarray, material: np.ndarray, stream: Mapping, cell: int) -> tuple[np.ndarray, np.ndarray]:
    """A bed that falls evenly from `from_height` to `to_height`; the land comes down to it over the bank."""
    away, share = _from_line(stream["points"], height.shape, cell)
    first, last = stream["from_height"] * METRE, stream["to_height"] * METRE
    bed = first + ((last - first) * share >> 10)
    half = stream.get("width", 4) * METRE // 2
    height = _bank(height, bed, np.maximum(away - half, 0))
    material[away < half + METRE] = SAND
    return height, material


def _dig(height: np.ndarray, material: np.ndarray, pond: Mapping, cell: int) -> tuple[np.ndarray, np.ndarray]:
    """A bowl, deepest in the middle, its rim at `level`."""
    away, radius = _from_point(pond["at"], height.shape, cell), pond["radius"] * METRE
    level, depth = pond["level"] * METRE, pond["depth"] * METRE
    inside = np.minimum(away * 1024 // radius, 1024)
    bowl = level - depth + (depth * (inside * inside >> 10) >> 10)
    rim = _bank(height, np.full_like(height, level), np.maximum(away - radius, 0))
    material[away < radius + 2 * METRE] = SAND
    material[away < radius] = MUD
    return np.where(away < radius, np.minimum(bowl, height), np.where(inside < 1024, bowl, rim)), material


def _bank(height: np.ndarray, bed: np.ndarray, away: np.ndarray) -> np.ndarray:
    """Land that lies no lower than a gentle slope up from the bed, and no higher than a steep one."""
    low, high = bed + away // 24, bed + away * 2 // 3
    near = away < BANK * METRE
    return np.where(near, np.clip(height, low, high), np.minimum(height, np.where(away < 4 * BANK * METRE, high, FAR)))


def _steepness(height: np.ndarray) -> np.ndarray:
    """The greatest rise to one of four neighbours."""
    padded = np.pad(height, 1, mode="edge")
    sides = (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:])
    return np.max([np.abs(side - height) for side in sides], axis=0)


def _points(shape: tuple[int, ...], cell: int) -> tuple[np.ndarray, np.ndarray]:
    z, x = np.indices(shape, dtype="i8") * cell + cell // 2
    return x, z


def _from_point(at: Sequence[int], shape: tuple[int, ...], cell: int) -> np.ndarray:
    """Distance of every cell's middle from a point in metres."""
    x, z = _points(shape, cell)
    return _root((x - at[0] * METRE) ** 2 + (z - at[1] * METRE) ** 2)


def _from_line(points: Sequence[Sequence[int]], shape: tuple[int, ...], cell: int) -> tuple[np.ndarray, np.ndarray]:
    """(distance from a line of points, how far along it the nearest point is in 1/1024)."""
    x, z = _points(shape, cell)
    ends = [(px * METRE, pz * METRE) for px, pz in points]
    lengths = [int(_root(np.array([(bx - ax) ** 2 + (bz - az) ** 2]))[0]) for (ax, az), (bx, bz) in zip(ends, ends[1:])]
    nearest, share, passed = np.full(shape, FAR, "i8"), np.zeros(shape, "i8"), 0
    for (ax, az), (bx, bz), length in zip(ends, ends[1:], lengths):
        part = np.clip(((x - ax) * (bx - ax) + (z - az) * (bz - az)) // max(length, 1), 0, length)
        px, pz = ax + (bx - ax) * part // max(length, 1), az + (bz - az) * part // max(length, 1)
        away = _root((x - px) ** 2 + (z - pz) ** 2)
        share = np.where(away < nearest, (passed + part) * 1024 // max(sum(lengths), 1), share)
        nearest = np.minimum(nearest, away)
        passed += length
    return nearest, share


def _within(corners: Sequence[Sequence[int]], shape: tuple[int, ...], cell: int) -> np.ndarray:
    """True for cells whose middle lies inside the polygon of these corners, in metres."""
    x, z = _points(shape, cell)
    inside = np.zeros(shape, bool)
    ends = [(px * METRE, pz * METRE) for px, pz in corners]
    for (ax, az), (bx, bz) in zip(ends, [*ends[1:], ends[0]]):
        crosses = (az > z) != (bz > z)
        if az != bz:
            inside ^= crosses & (x < (bx - ax) * (z - az) // (bz - az) + ax)
    return inside


def _root(square: np.ndarray) -> np.ndarray:
    """The whole root of numbers below 2**52, whose float root is exact to the last whole one."""
    root = np.sqrt(square.astype("f8")).astype("i8")
    root -= root * root > square
    return root + ((root + 1) * (root + 1) <= square)
