"""One running world: entities with names, components on them, changes that wait for the barrier.

The only file that imports esper. esper keeps the components; this file adds what a life on record needs: every entity
has a `Name`, every visit is sorted by it, and creating or removing waits for `barrier`, which runs once after each pass
of an order. So a system sees the same entities from its first line to its last, in the same order on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from operator import itemgetter
from typing import TypeVar

import esper

from ecs.clock import Clock
from ecs.component import ComponentError, component, is_component
from ecs.effects import Effect

Kind = TypeVar("Kind")
_serial = count()
CLOCK = "clock"


@component()
class Name:
    """The stable name of an entity; the only handle that lasts."""

    text: str


class WorldError(LookupError):
    """The caller's fault: a name that is taken or not there."""


class World:
    """`seed` feeds the dice. `effects` holds what the last step asked of the outside; the loop empties it.

    `digested` is where `ecs.snapshot` remembers the newest digest of each component type and what it was taken of.
    """

    def __init__(self, name: str, seed: int, clock: Clock | None = None) -> None:
        self.name, self.seed = name, seed
        self.effects: list[Effect] = []
        self.version = 0
        self.digested: dict[str, tuple[bytes, str]] = {}
        self._context = f"{name}#{next(_serial)}"
        self._ids: dict[str, int] = {}
        self._waiting: list[tuple] = []
        self._named_next: dict[str, bool] = {}
        self._sorted: dict[tuple[type, ...], tuple[tuple, ...]] = {}
        self.clock = clock or Clock()
        self._waiting.append(("spawn", CLOCK, (self.clock,)))
        self.barrier()

    @property
    def frame(self) -> int:
        """The frame the world stands on."""
        return self.clock.frame

    def emit(self, effect: Effect) -> None:
        """Ask something of the outside. It leaves after the step."""
        self.effects.append(effect)

    @property
    def waiting(self) -> tuple[tuple, ...]:
        """What was asked for since the last barrier: (verb, name, components or types)."""
        return tuple(self._waiting)

    def spawn(self, name: str, *components: object) -> str:
        """A new entity at the next barrier. Raises WorldError when the name is taken."""
        if not (isinstance(name, str) and name):
            raise WorldError(f"{name!r} is not a name; an entity's name is a text that is not empty")
        if self._will_exist(name):
            raise WorldError(f"there is already an entity named {name!r}; choose another name or put components on it")
        _check(components)
        self._named_next[name] = True
        self._waiting.append(("spawn", name, components))
        return name

    def remove(self, name: str) -> None:
        """The entity is gone after the next barrier. Removing twice, or what was never there, is nothing."""
        if name == CLOCK:
            raise WorldError("a world keeps its clock")
        self._named_next[name] = False
        self._waiting.append(("remove", name, ()))

    def put(self, name: str, *components: object) -> None:
        """Add or replace components at the next barrier. Raises WorldError for an unknown name.

        On what another system has just removed it comes to nothing: who visits cannot know.
        """
        if not (name in self._ids or self._will_exist(name)):
            raise WorldError(f"there is no entity named {name!r} to put {[type(c).__name__ for c in components]} on")
        _check(components)
        self._waiting.append(("put", name, components))

    def drop(self, name: str, *types: type) -> None:
        """Take components off at the next barrier; what is not there is ignored."""
        for kind in types:
            _check_kind(kind)
            if kind in _KEPT:
                raise ComponentError(f"{kind.__name__} belongs to the world and stays where it is")
        self._waiting.append(("drop", name, types))

    def barrier(self) -> None:
        """Apply what waits, in the order it was asked for."""
        if not self._waiting:
            return
        self._enter()
        waiting, self._waiting, self._named_next = self._waiting, [], {}
        for verb, name, things in waiting:
            getattr(self, "_" + verb)(name, things)
        self._sorted.clear()
        self.version += 1

    def has(self, name: str) -> bool:
        """True for an entity that is there now (what waits for the barrier is not)."""
        return name in self._ids

    def names(self) -> list[str]:
        """Every entity's name, sorted."""
        return sorted(self._ids)

    def get(self, name: str, kind: type[Kind]) -> Kind:
        """The component, to read or to change in place. Raises WorldError when it is not there."""
        found = self.find(name, kind)
        if found is None:
            raise WorldError(f"{name!r} has no {kind.__name__}" if name in self._ids else f"there is no entity named {name!r}")
        return found

    def find(self, name: str, kind: type[Kind]) -> Kind | None:
        """The component or None."""
        entity = self._ids.get(name)
        if entity is None:
            return None
        self._enter()
        return esper.try_component(entity, kind)

    def each(self, *kinds: type) -> tuple[tuple, ...]:
        """((name, component, …), …) of all entities that have every kind, sorted by name."""
        try:
            return self._sorted[kinds]
        except (KeyError, TypeError):  # a value that cannot be a key is named by the check in `_visit`
            return self._sorted.setdefault(kinds, self._visit(kinds))

    def addressed(self, to: str, kind: type) -> tuple[tuple, ...]:
        """((name, component), …) that a signal to `to` reaches: that one, or everyone when `to` is ""."""
        if not to:
            return self.each(kind)
        found = self.find(to, kind)
        return () if found is None else ((to, found),)

    def components(self, name: str) -> tuple:
        """All components of one entity, sorted by type name."""
        self._enter()
        return tuple(sorted(esper.components_for_entity(self._ids[name]), key=lambda c: type(c).__name__))

    def everything(self) -> Iterator[tuple[str, object]]:
        """(entity name, component) over the whole world, sorted."""
        for name in self.names():
            for item in self.components(name):
                yield name, item

    def close(self) -> None:
        """Give the memory back. The world can't be used afterwards."""
        if esper.current_world == self._context:
            esper.switch_world("default")
        if self._context in esper.list_worlds():
            esper.delete_world(self._context)

    def _enter(self) -> None:
        if esper.current_world != self._context:
            esper.switch_world(self._context)

    def _will_exist(self, name: str) -> bool:
        return self._named_next.get(name, name in self._ids)

    def _visit(self, kinds: tuple[type, ...]) -> tuple[tuple, ...]:
        for kind in kinds:
            _check_kind(kind)
        self._enter()
        found = esper.get_components(Name, *kinds)
        return tuple(sorted(((name.text, *parts) for _, (name, *parts) in found), key=itemgetter(0)))

    def _spawn(self, name: str, components: tuple) -> None:
        self._ids[name] = esper.create_entity(Name(name), *components)

    def _remove(self, name: str, _: tuple) -> None:
        entity = self._ids.pop(name, None)
        if entity is not None:
            esper.delete_entity(entity, immediate=True)

    def _put(self, name: str, components: tuple) -> None:
        if name in self._ids:
            for item in components:
                esper.add_component(self._ids[name], item)

    def _drop(self, name: str, kinds: tuple) -> None:
        for kind in kinds:
            if name in self._ids:
                esper.try_remove_component(self._ids[name], kind)


_KEPT = (Name, Clock)


def _check_kind(kind: object) -> None:
    if not (isinstance(kind, type) and is_component(kind)):
        raise ComponentError(f"{kind!r} is not a declared component type")


def _check(components: tuple) -> None:
    seen = []
    for item in components:
        if isinstance(item, type):
            raise ComponentError(f"{item.__name__} is the component's type; make one: {item.__name__}(…)")
        if not is_component(type(item)):
            raise ComponentError(f"{item!r} ({type(item).__name__}) is not a declared component")
        if type(item) in _KEPT:
            raise ComponentError(f"{type(item).__name__} is given by the world itself and by nobody else")
        if type(item) in seen:
            raise ComponentError(f"two {type(item).__name__} for one entity; an entity has one of a kind")
        seen.append(type(item))
