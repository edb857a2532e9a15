"""Save, load and digest a world: content-addressed chunks, one for each component type.

A chunk is canonical JSON over all entities that have the type, sorted by name; long texts and table blocks lie beside it
under their own hashes, so what did not change is shared between saves. A digest is the same bytes, hashed: two worlds
with equal digests continue equally.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterator, Mapping
from hashlib import blake2b

from ecs.clock import Clock
from ecs.component import FIELDS_OF, REGISTRY, from_plain, kept_apart, to_plain
from ecs.json_line import compact
from ecs.world import Name, World

FORMAT = 1


class SnapshotError(ValueError):
    """The save cannot be read: damaged, or from a version that this one does not know."""


class Checked(Mapping):
    """Chunks that are looked at before they are believed, whoever asks for them."""

    def __init__(self, chunks: Mapping[str, bytes]) -> None:
        self._chunks = chunks

    def __getitem__(self, key: str) -> bytes:
        data = self._chunks.get(key)
        if data is None or _key(data) != key:
            raise SnapshotError(f"chunk {key[:12]}… of the save is {'missing' if data is None else 'damaged'}; an older save or the tape can rebuild it")
        return data

    def __iter__(self) -> Iterator[str]:
        return iter(self._chunks)

    def __len__(self) -> int:
        return len(self._chunks)


def rows_by_type(world: World) -> dict[str, list]:
    """{component type: [[entity, plain data], …]} for everything that is saved."""
    return {kind: _plain(visit) for kind, visit in _saved(world)}


def _saved(world: World) -> list[tuple[str, tuple]]:
    """(component type, its sorted visit) for every type that is there."""
    visits = ((kind, world.each(cls)) for kind, cls in sorted(REGISTRY.items()))
    return [(kind, visit) for kind, visit in visits if visit]


def _plain(visit: tuple) -> list:
    return [[name, to_plain(item)] for name, item in visit]


def canonical(rows: object) -> bytes:
    """The one byte form of a value: compact JSON in UTF-8, order as given."""
    return compact(rows).encode("utf-8", "surrogatepass")


def digests(world: World) -> dict[str, str]:
    """{component type: 32 hex digits}, for finding what differs. `seed` is among them: two worlds with other dice go on otherwise."""
    told = {kind: _digest_of(world, kind, visit) for kind, visit in _saved(world)}
    return told | {"seed": blake2b(canonical(world.seed), digest_size=16).hexdigest()}


def _digest_of(world: World, kind: str, visit: tuple) -> str:
    """What is as it was at the last digest is not written out and hashed again; most of a quiet world is."""
    seen, known = _seen(kind, visit), world.digested.get(kind)
    if known is None or known[0] != seen:
        known = world.digested[kind] = seen, blake2b(canonical(_plain(visit)), digest_size=16).hexdigest()
    return known[1]


def _seen(kind: str, visit: tuple) -> bytes:
    """All there is of a type, cheap to take and to compare. Not by ==, to which 1, 1.0 and True are equal; on record they differ."""
    read = FIELDS_OF[REGISTRY[kind]]
    try:
        return marshal.dumps([(name, read(item)) for name, item in visit], 2)
    except ValueError:  # parts, words of an enum or tables, which marshal does not know
        return marshal.dumps(_plain(visit), 2)


def total(by_type: Mapping[str, str]) -> str:
    """One digest over all: 32 hex digits."""
    return blake2b(canonical(sorted(by_type.items())), digest_size=16).hexdigest()


def digest(world: World) -> str:
    """The state digest of a world."""
    return total(digests(world))


def trail(world: World) -> str:
    """A digest for watching systems one by one: the state, what waits for the barrier, and what was asked of the outside."""
    waiting = [[verb, name, [_told(thing) for thing in things]] for verb, name, things in world.waiting]
    return blake2b(canonical([digests(world), waiting, [repr(effect) for effect in world.effects]]), digest_size=16).hexdigest()


def _told(thing: object) -> object:
    kind = thing if isinstance(thing, type) else type(thing)
    return [kind.__name__, to_plain(thing) if thing is not kind and kind.__name__ in REGISTRY else None]


def save(world: World) -> tuple[dict, dict[str, bytes]]:
    """(manifest, chunks by hash). The manifest is small JSON; the chunks are what it names, directly or through a chunk.

    Between steps only: raises SnapshotError while changes wait for the barrier, since they would be lost.
    """
    if world.waiting:
        raise SnapshotError(f"{len(world.waiting)} changes wait for the barrier and would be lost; save after the step")
    chunks: dict[str, bytes] = {}
    types: dict[str, str] = {}
    for kind, rows in rows_by_type(world).items():
        data = canonical(rows)
        types[kind] = _key(data)
        chunks[types[kind]] = data
    for kind in types:
        for _, item in world.each(REGISTRY[kind]):
            chunks.update(kept_apart(item))
    manifest = {"format": FORMAT, "world": world.name, "seed": world.seed, "frame": world.frame, "types": types}
    return manifest | {"apart": sorted(set(chunks) - set(types.values()))}, chunks


def load(manifest: Mapping, chunks: Mapping[str, bytes]) -> World:
    """The world of a save. Raises SnapshotError when a chunk is missing, damaged or of another version."""
    if manifest.get("format") != FORMAT:
        raise SnapshotError(f"the save has format {manifest.get('format')!r}, this version reads {FORMAT}; use the version that wrote it")
    try:
        return _assemble(manifest, _entities(manifest, Checked(chunks)))
    except SnapshotError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise SnapshotError(f"the save does not hold together ({type(error).__name__}: {error}); an older save or the tape can rebuild it") from None


def _entities(manifest: Mapping, chunks: Checked) -> dict[str, list]:
    entities: dict[str, list] = {}
    for kind, key in manifest["types"].items():
        if kind not in REGISTRY:
            raise SnapshotError(f"the save holds {kind}, which this version does not know; use the version that wrote it")
        for name, data in json.loads(chunks[key]):
            entities.setdefault(name, []).append(from_plain(REGISTRY[kind], data, chunks))
    return entities


def _assemble(manifest: Mapping, entities: dict[str, list]) -> World:
    beside = {type(item): item for item in entities.pop("clock")}
    world = World(manifest["world"], manifest["seed"], beside.pop(Clock))
    world.put("clock", *(item for kind, item in beside.items() if kind is not Name))
    for name, items in sorted(entities.items()):
        world.spawn(name, *(item for item in items if not isinstance(item, Name)))
    world.barrier()
    return world


def _key(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()
