"""The world: queries equal a plain scan, changes wait for the barrier, and visits come in the order of names."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings, strategies as st

from ecs.clock import Clock
from ecs.component import ComponentError
from ecs.world import Name, World, WorldError
from ground_parts import KINDS, Asleep, Hunger, Marked, Push, Shine, Spot

names = st.sampled_from([f"e{number}" for number in range(12)])
kinds = st.sampled_from(KINDS)


def scan(world: World, *wanted: type) -> tuple:
    """What a query must give, found without any index."""
    rows = []
    for name in world.names():
        have = {type(item): item for item in world.components(name)}
        if all(kind in have for kind in wanted):
            rows.append((name, *(have[kind] for kind in wanted)))
    return tuple(rows)


def every_question_agrees(world: World) -> int:
    """Ask every permutation of 1 to 5 types; returns how many rows were compared."""
    compared = 0
    for size in range(1, len(KINDS) + 1):
        for wanted in permutations(KINDS, size):
            found = world.each(*wanted)
            assert found == scan(world, *wanted)
            assert all(mine is theirs for row, other in zip(found, scan(world, *wanted)) for mine, theirs in zip(row[1:], other[1:]))
            compared += len(found)
    return compared


def filled(rows: dict[str, set[type]]) -> World:
    world = World("test", 1)
    for name, types in rows.items():
        world.spawn(name, *(kind() for kind in KINDS if kind in types))
    world.barrier()
    return world


@settings(max_examples=25)
@given(st.dictionaries(names, st.sets(kinds), max_size=12))
def test_any_permutation_of_types_equals_a_plain_scan(rows):
    every_question_agrees(filled(rows))


def test_the_rarest_type_asked_last_is_no_trap():
    world = filled({f"e{n}": set(KINDS[: 1 + n % 4]) for n in range(11)} | {"z": set(KINDS)})
    assert [row[0] for row in world.each(Spot, Push, Marked)] == ["z"]
    assert every_question_agrees(world) > 500


verbs = st.one_of(
    st.tuples(st.just("spawn"), names, st.sets(kinds)), st.tuples(st.just("remove"), names, st.just(set())),
    st.tuples(st.just("put"), names, st.sets(kinds, min_size=1)), st.tuples(st.just("drop"), names, st.sets(kinds, min_size=1)),
)


@settings(max_examples=60)
@given(st.lists(st.lists(verbs, max_size=8), max_size=6))
def test_whatever_is_asked_within_a_step_shows_after_it_and_as_in_a_plain_model(steps):
    world, model = World("test", 1), {}
    for step in steps:
        before, soon = {name: set(have) for name, have in model.items()}, {name: set(have) for name, have in model.items()}
        for verb, name, types in step:
            things = [kind() for kind in KINDS if kind in types]
            if verb == "spawn" and name in soon or verb == "put" and name not in soon | before:
                with pytest.raises(WorldError):
                    getattr(world, verb)(name, *things)
                continue
            getattr(world, verb)(name, *(types if verb == "drop" else things))
            soon = after(soon, verb, name, types)
        assert {name: kinds_of(world, name) for name in world.names() if name != "clock"} == before
        world.barrier()
        model = soon
        assert {name: kinds_of(world, name) for name in world.names() if name != "clock"} == model
        assert [row[0] for row in world.each(Spot, Hunger)] == sorted(name for name in model if {Spot, Hunger} <= model[name])


def after(model: dict, verb: str, name: str, types: set) -> dict:
    if verb == "remove":
        return {other: have for other, have in model.items() if other != name}
    have = model.get(name, set())
    if verb == "spawn":
        return {**model, name: set(types)}
    changed = have - types if verb == "drop" else have | types
    return {**model, name: changed} if name in model else model


def kinds_of(world: World, name: str) -> set[type]:
    return {type(item) for item in world.components(name)} - {Name}


def test_asleep_and_awake_within_one_step_leaves_every_query_right():
    world = filled({"a": {Spot}, "b": {Spot, Asleep}})
    world.put("a", Asleep(1))
    world.drop("a", Asleep)
    world.drop("b", Asleep)
    world.put("b", Asleep(2))
    assert [row[0] for row in world.each(Spot, Asleep)] == ["b"]
    world.barrier()
    assert world.each(Spot, Asleep) == (("b", Spot(), Asleep(2)),)
    every_question_agrees(world)


def test_taken_up_and_planted_again_in_one_step_is_the_new_one():
    world = filled({"cell": {Spot, Marked}})
    old = world.get("cell", Spot)
    world.remove("cell")
    world.spawn("cell", Spot(9))
    assert world.get("cell", Spot) is old
    world.barrier()
    assert world.get("cell", Spot) == Spot(9) and world.find("cell", Marked) is None
    every_question_agrees(world)


def test_two_systems_may_remove_and_mark_the_same_one_in_one_step():
    world = filled({"a": {Spot}})
    world.remove("a")
    world.put("a", Marked("too late"))
    world.barrier()
    assert not world.has("a")


def test_removing_twice_breaks_nothing_then_or_later():
    world = filled({"a": {Spot}, "b": {Spot}})
    for _ in range(2):
        world.remove("a")
        world.remove("a")
        world.barrier()
        assert [row[0] for row in world.each(Spot)] == ["b"]
    world.remove("never there")
    world.barrier()


def test_the_class_where_an_instance_belongs_is_refused_at_the_call():
    world = filled({"a": set()})
    for ask in (lambda: world.spawn("b", Spot), lambda: world.put("a", Spot)):
        with pytest.raises(ComponentError, match=r"make one: Spot\(…\)"):
            ask()
    with pytest.raises(ComponentError, match="not a declared component type"):
        world.drop("a", Spot())
    assert world.waiting == ()


@pytest.mark.parametrize("junk", [None, 3, "Spot", {"type": "Spot", "x": 1}, ["Spot"], 2.5, object()])
def test_a_value_that_came_as_json_is_refused_at_the_call(junk):
    world = filled({"a": set()})
    for ask in (lambda: world.spawn("b", junk), lambda: world.put("a", junk), lambda: world.drop("a", junk), lambda: world.each(junk)):
        with pytest.raises(ComponentError, match="not a declared component"):
            ask()
    assert world.waiting == ()


@pytest.mark.parametrize("name", ["", None, 7, ["a"]])
def test_a_name_is_a_text_that_is_not_empty(name):
    with pytest.raises(WorldError, match="is not a name"):
        World("test", 1).spawn(name)


def test_two_of_a_kind_and_what_is_the_worlds_own_are_refused():
    world = filled({"a": set()})
    for things in ((Spot(), Spot()), (Name("b"),), (Clock(),)):
        with pytest.raises(ComponentError):
            world.put("a", *things)
    with pytest.raises(ComponentError):
        world.drop("a", Name)
    with pytest.raises(WorldError, match="keeps its clock"):
        world.remove("clock")


def test_an_unknown_name_is_told_by_name():
    world = filled({"a": {Spot}})
    with pytest.raises(WorldError, match="no entity named 'b'"):
        world.get("b", Spot)
    with pytest.raises(WorldError, match="'a' has no Push"):
        world.get("a", Push)
    with pytest.raises(WorldError, match="'b' to put"):
        world.put("b", Spot())


def test_visits_are_sorted_by_name_whatever_happened_before():
    world = World("test", 1)
    for name in ("d", "b", "e", "a", "c"):
        world.spawn(name, Spot())
    world.barrier()
    for name in ("b", "d"):
        world.remove(name)
    world.barrier()
    for name in ("d", "aa", "b"):
        world.spawn(name, Spot())
    world.barrier()
    assert [row[0] for row in world.each(Spot)] == ["a", "aa", "b", "c", "d", "e"]


def test_a_visit_cannot_be_spoilt_for_the_next_one():
    assert isinstance(filled({"a": {Spot}}).each(Spot), tuple)


def test_worlds_in_one_process_do_not_meet():
    first, second, third = filled({"a": {Spot}}), filled({"a": {Push}, "b": {Push}}), filled({})
    for number in range(20):
        first.spawn(f"f{number}", Spot(number))
        second.put("a", Push(number))
        first.barrier()
        third.spawn(f"t{number}", Hunger(number))
        third.barrier()
        second.barrier()
        assert len(first.each(Spot)) == number + 2 and first.each(Push) == ()
        assert second.get("a", Push).dx == number and len(third.each(Hunger)) == number + 1
    second.close()
    assert every_question_agrees(first) and every_question_agrees(third)


def test_what_is_not_saved_can_still_be_visited():
    world = filled({"a": {Spot}})
    world.put("a", Shine({1, 2}))
    world.barrier()
    assert [row[0] for row in world.each(Spot, Shine)] == ["a"]
