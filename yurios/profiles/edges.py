"""The edges that every profile with a resident has, put together one way wherever her folder lies: on disk, in memory, in SQLite."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ecs.clock import offset_at
from ecs.components.rendered import Rendered
from ecs.components.shelf import Shelf
from ecs.effects import Render, TraceLine
from ecs.world import World
from yurios.knowledge import drop
from yurios.knowledge.edge import KnowledgeEdge
from yurios.lives import Life
from yurios.memory import files
from yurios.memory.edge import MemoryEdge
from yurios.memory.embedder import Embedder
from yurios.models.edge import ModelEdge
from yurios.profiles.gate import owners_hand
from yurios.vault.edge import VaultEdge
from yurios.vault.folder import DiskFolder
from yurios.vault.repository import Repository


@dataclass(frozen=True)
class Edges:
    """Where a resident touches the outside, beside the hub."""

    vault: VaultEdge
    models: ModelEdge
    memory: MemoryEdge
    knowledge: KnowledgeEdge

    def all(self) -> list:
        """Each edge, for the loop."""
        return [self.vault, self.models, self.memory, self.knowledge]

    def close(self) -> None:
        """Finish what is queued and close them, the folder first."""
        for edge in self.all():
            edge.close()


def edges_of(post: Callable, name: str, repository: Repository, models: ModelEdge, embedder: Embedder | None, world: World, *,
             threaded: bool, indexes: Path | None) -> Edges:
    """`indexes` is the folder below which the two indexes lie (her folder, for a companion); None keeps them in memory."""
    clock = world.clock
    memory, knowledge = places(repository, indexes)
    return Edges(
        VaultEdge(post, {name: repository}, threaded=threaded, gate=owners_hand), models,
        MemoryEdge(post, {name: memory}, embedder, threaded=threaded, offset_s=lambda at_us: offset_at(clock, at_us)),
        KnowledgeEdge(post, {name: knowledge}, embedder, threaded=threaded))


def places(repository: Repository, indexes: Path | None) -> tuple[files.Place, drop.Place]:
    """Where memory and knowledge find a vault's files, and where they keep what they make of them."""
    folder = repository.folder
    on_disk = isinstance(folder, DiskFolder)
    memory = files.Place(files.DiskFiles(folder.root) if on_disk else folder, indexes / files.INDEX if indexes else None)
    return memory, drop.Place(drop.DiskDrop(folder.root / drop.DROP) if on_disk else drop.KeptDrop(folder), indexes / drop.INDEX if indexes else None)


def take_up(edges: Edges, name: str, life: Life, lines: Sequence[TraceLine]) -> None:
    """After a waking: trace lines that her file misses, writes that had no answer, files that were read meanwhile."""
    for effect in [*lines, *life.owed]:
        edges.vault.handle(effect)
    rendered = life.world.find(name, Rendered)  # her folder may have lost them meanwhile: nothing keeps what follows from something else
    for path, text in sorted(rendered.texts.items()) if rendered else ():
        edges.vault.handle(Render(name, path, text))
    docs = life.world.get(name, Shelf).docs
    edges.knowledge.catch_up(name, {path: doc.state for path, doc in docs.items()})
