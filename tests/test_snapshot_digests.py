"""A digest that is remembered equals one that is taken anew."""

from __future__ import annotations

import pytest

from ecs.component import component
from ecs.snapshot import digests, load, save
from ecs.world import World


@component()
class Inked:
    """Something that may be any scalar."""

    value: int | float | str | bool


@pytest.mark.parametrize("first, then", [(1, True), (1, 1.0), (0, False), (0.0, -0.0), ("a", "b"), (2, 3)])
def test_what_python_calls_equal_and_a_record_does_not_is_noticed(first, then):
    world = World("w", 1)
    world.spawn("it", Inked(first))
    world.barrier()
    before = digests(world)["Inked"]
    world.get("it", Inked).value = then
    after = digests(world)["Inked"]
    fresh = load(*save(world))
    assert before != after == digests(fresh)["Inked"]
    world.get("it", Inked).value = first
    assert digests(world)["Inked"] == before
    fresh.close()
    world.close()


def test_coming_and_going_is_noticed():
    world = World("w", 1)
    world.spawn("a", Inked(1))
    world.spawn("b", Inked(1))
    world.barrier()
    both = digests(world)
    world.remove("b")
    world.barrier()
    one = digests(world)
    world.spawn("c", Inked(1))
    world.barrier()
    assert len({both["Inked"], one["Inked"], digests(world)["Inked"]}) == 3
    world.close()
