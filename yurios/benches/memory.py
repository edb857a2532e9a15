"""Memory: how long a recall takes with 1,000, 10,000 and 100,000 memories, the embedding given, and what keeping them costs."""

from __future__ import annotations

from yurios.benches.row import Row, Tell
from yurios.memory import bench


def rows(tell: Tell, sizes: tuple[int, ...] = bench.SIZES) -> list[Row]:
    """The rows of every size; at 100,000 this takes some minutes."""
    tell(f"indexes of {', '.join(f'{size:,}' for size in sizes)} memories")
    return [Row(**row) for row in bench.rows(sizes)]
