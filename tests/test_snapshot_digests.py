"""A digest that is remembered equals one that is taken anew."""

from __future__ import annotations

import pytest

from ecs.component import component
from ecs.snapshot import digests, load, save
from ecs.world import World


@component()
class Marked:
    """Something that may be any scalar."""

    value: int | float | str | bool


@pytest.mark.parametrize("first, then", [(1, True), (1, 1.0), (0, False), (0.0, -0.0), ("a", "b"), (2, 3)])
def test_what_python_calls_equal_and_a_record_does_not_is_noticed(first, then):
    world = World("w", 1)
    world.spawn("it", Marked(first))
    world.barrier()
    before = digests(world)["Marked"]
    world.get("it", Marked).value = then
    after = digests(world)["Marked"]
    fresh = load(*save(world))
    assert before != after == digests(fresh)["Marked"]
    world.get("it", Marked).value = first
    assert digests(world)["Marked"] == before
    fresh.close()
    world.close()


def test_coming_and_going_is_noticed():
    world = World("w", 1)
    world.spawn("a", Marked(1))
    world.spawn("b", Marked(1))
    world.barrier()
    both = digests(world)
    world.remove("b")
    world.barrier()
    one = digests(world)
    world.spawn("c", Marked(1))
    world.barrier()
    assert len({both["Marked"], one["Marked"], digests(world)["Marked"]}) == 3
    world.close()
