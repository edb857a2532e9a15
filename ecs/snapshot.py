"""Save, load and digest a world: content-addressed chunks, one for each component type.

A chunk is canonical JSON over all entities that have the type, sorted by name; long texts and table blocks lie beside it
under their own hashes, so what did not change is shared between saves. A digest is the same bytes, hashed: two worlds
with equal digests continue equally.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from ecs.clock import Clock
from ecs.component import REGISTRY, from_plain, kept_apart, to_plain
from ecs.world import Name, World

FORMAT = 1


class SnapshotError(ValueError):
    """The save cannot be read: damaged, or from a version that this one does not know."""


def rows_by_type(world: World) -> dict[str, list]:
    """{component type: [[entity, plain data], …]} for everything that is saved."""
    rows: dict[str, list] = {}
    for name, item in world.everything():
        kind = type(item).__name__
        if kind in REGISTRY:
            rows.setdefault(kind, []).append([name, to_plain(item)])
    return dict(sorted(rows.items()))


def canonical(rows: object) -> bytes:
    """The one byte form of a value: compact JSON in UTF-8, order as given."""
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8", "surrogatepass")


def digests(world: World) -> dict[str, str]:
    """{component type: 32 hex digits}, for finding what differs."""
    return {kind: blake2b(canonical(rows), digest_size=16).hexdigest() for kind, rows in rows_by_type(world).items()}


def total(by_type: Mapping[str, str]) -> str:
    """One digest over all: 32 hex digits."""
    return blake2b(canonical(sorted(by_type.items())), digest_size=16).hexdigest()


def digest(world: World) -> str:
    """The state digest of a world."""
    return total(digests(world))


def save(world: World) -> tuple[dict, dict[str, bytes]]:
    """(manifest, chunks by hash). The manifest is small JSON; the chunks are what it names, directly or through a chunk."""
    chunks: dict[str, bytes] = {}
    types: dict[str, str] = {}
    for kind, rows in rows_by_type(world).items():
        data = canonical(rows)
        types[kind] = _key(data)
        chunks[types[kind]] = data
    for _, item in world.everything():
        if type(item).__name__ in REGISTRY:
            chunks.update(kept_apart(item))
    manifest = {"format": FORMAT, "world": world.name, "seed": world.seed, "frame": world.frame, "types": types}
    return manifest | {"apart": sorted(set(chunks) - set(types.values()))}, chunks


def load(manifest: Mapping, chunks: Mapping[str, bytes]) -> World:
    """The world of a save. Raises SnapshotError when a chunk is missing, damaged or of another version."""
    if manifest.get("format") != FORMAT:
        raise SnapshotError(f"the save has format {manifest.get('format')!r}, this version reads {FORMAT}; use the version that wrote it")
    entities: dict[str, list] = {}
    for kind, key in manifest["types"].items():
        if kind not in REGISTRY:
            raise SnapshotError(f"the save holds {kind}, which this version does not know; use the version that wrote it")
        for name, data in json.loads(_chunk(chunks, key)):
            entities.setdefault(name, []).append(from_plain(REGISTRY[kind], data, chunks))
    return _assemble(manifest, entities)


def _assemble(manifest: Mapping, entities: dict[str, list]) -> World:
    clock = next(item for item in entities.pop("clock") if isinstance(item, Clock))
    world = World(manifest["world"], manifest["seed"], clock)
    for name, items in sorted(entities.items()):
        world.spawn(name, *(item for item in items if not isinstance(item, Name)))
    world.barrier()
    return world


def _key(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()


def _chunk(chunks: Mapping[str, bytes], key: str) -> bytes:
    data = chunks.get(key)
    if data is None or _key(data) != key:
        raise SnapshotError(f"chunk {key[:12]}… of the save is {'missing' if data is None else 'damaged'}; an older save or the tape can rebuild it")
    return data
