"""A digest that is remembered equals one that is taken anew."""

from __future__ import annotations

import pytest

from ecs.component import component
from ecs.snapshot import digests, load, save
from ecs.world import World


@component()
class AnyScalar:
    """Something that may be any scalar."""

    value: int | float | str | bool


@pytest.mark.parametrize("first, then", [(1, True), (1, 1.0), (0, False), (0.0, -0.0), ("a", "b"), (2, 3)])
def test_what_python_calls_equal_and_a_record_does_not_is_noticed(first, then):
    world = World("w", 1)
    world.spawn("it", AnyScalar(first))
    world.barrier()
    before = digests(world)["AnyScalar"]
    world.get("it", AnyScalar).value = then
    after = digests(world)["AnyScalar"]
    fresh = load(*save(world))
    assert before != after == digests(fresh)["AnyScalar"]
    world.get("it", AnyScalar).value = first
    assert digests(world)["AnyScalar"] == before
    fresh.close()
    world.close()


def test_coming_and_going_is_noticed():
    world = World("w", 1)
    world.spawn("a", AnyScalar(1))
    world.spawn("b", AnyScalar(1))
    world.barrier()
    both = digests(world)
    world.remove("b")
    world.barrier()
    one = digests(world)
    world.spawn("c", AnyScalar(1))
    world.barrier()
    assert len({both["AnyScalar"], one["AnyScalar"], digests(world)["AnyScalar"]}) == 3
    world.close()
