"""Digest and snapshot: of rich entities by number, and of a large table of which nothing, little or all has changed.

The peer writes everything out and hashes it anew each time: `dataclasses.asdict` and `json` for entities, one hash over all
bytes for the table.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import blake2b

from ecs.columns import Table
from ecs.component import component
from ecs.components.body import Body, Breath, Eyelids, Gaze
from ecs.snapshot import digest, load, save
from ecs.world import World
from yurios.benches.row import Row, Tell, cost
from yurios.benches.stopwatch import least


@component()
class Grazers:
    """Many and alike."""

    table: Table


def rows(tell: Tell, entities: tuple[int, ...] = (10, 100, 1_000, 10_000), table: int = 100_000) -> list[Row]:
    found = []
    for count in entities:
        tell(f"{count:,} rich entities")
        found += _rich(count)
    tell(f"a table of {table:,} rows")
    return found + _table(table)


def _rich(count: int) -> list[Row]:
    world = World("bench", 7)
    for number in range(count):
        world.spawn(f"e{number}", Body(number, 0, number), Breath(), Eyelids(), Gaze())
    world.barrier()
    seen, times = [digest(world)], max(1, 200 // count)

    def changed() -> None:
        for _, breath in world.each(Breath):
            breath.level += 1
        seen.append(digest(world))

    still = least(lambda: digest(world), times)
    moving = least(changed, times)
    peer = least(lambda: _naive(world), times)
    kept = least(lambda: save(world), times)
    manifest, chunks = save(world)
    again = load(manifest, chunks)
    assert digest(again) == digest(world) and len(set(seen)) == len(seen)
    again.close()
    world.close()
    return [
        cost(f"digest of {count} entities, nothing changed", still * 1000, "ms", count, None, peer * 1000),
        cost(f"digest of {count} entities, all breathing", moving * 1000, "ms", len(seen) - 1, None, peer * 1000),
        cost(f"snapshot of {count} entities", kept * 1000, "ms", len(chunks)),
    ]


def _naive(world: World) -> str:
    plain = [[name, type(item).__name__, asdict(item)] for name, item in world.everything()]
    return blake2b(json.dumps(plain).encode(), digest_size=16).hexdigest()


def _table(count: int) -> list[Row]:
    herd = Table({"x": "i4", "y": "i4", "vx": "i2", "vy": "i2", "food": "i4"})
    herd.add(count, x=1, y=2, food=3)
    world = World("bench", 7)
    world.spawn("herd", Grazers(herd))
    world.barrier()
    seen = [digest(world)]

    def after(share: int) -> None:
        if share:
            herd.write("x", 0, max(1, count * share // 100))[:] += 1
        seen.append(digest(world))

    def whole() -> None:
        hashed = blake2b(digest_size=32)
        for field in (*herd.kinds, "ids"):
            hashed.update(herd.read(field).tobytes())

    peer = least(whole) * 1000
    found = []
    for share, words in ((0, "nothing"), (1, "1 % of one column"), (100, "one whole column")):
        before = len(set(seen))
        spent = least(lambda: after(share)) * 1000
        fresh = len(set(seen)) - before
        assert bool(fresh) == bool(share)
        found.append(cost(f"digest of a table of {count} rows, {words} changed", spent, "ms", fresh if share else count, None, peer))
    kept = least(lambda: save(world)) * 1000
    found.append(cost(f"snapshot of a table of {count} rows", kept, "ms", len(save(world)[1])))
    world.close()
    return found
