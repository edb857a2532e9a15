"""Components: what would not survive save and load is refused when it is declared, and what is allowed comes back as it was."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import ecs.component as declaring
from ecs.columns import Table
from ecs.component import LONG_TEXT, REGISTRY, ComponentError, component, from_plain, kept_apart, part, text_key, to_plain
from ecs.snapshot import canonical
from ground_parts import Colour, Everything, Leaf, Spot, Twig


@dataclass
class Foreign:
    x: int = 0


REFUSED = [
    set, frozenset, set[int], frozenset[str], Any, object, Callable, Callable[[int], int], np.ndarray, bytes, complex, dict, list, tuple,
    dict[int, str], dict[str, Any], list[set[int]], list[Any], tuple[object, ...], tuple[int, str], dict[str, frozenset], dict[str, dict[int, int]],
    list[list[dict[str, Callable]]], Foreign, list[Foreign], int | set, Leaf | None, type, np.int64, np.float32,
]


@pytest.fixture
def registry(monkeypatch):
    """Declarations of a test are forgotten after it."""
    monkeypatch.setattr(declaring, "REGISTRY", dict(REGISTRY))


@pytest.mark.parametrize("hint", REFUSED, ids=str)
def test_a_field_that_would_not_come_back_is_refused_by_name(hint, registry):
    with pytest.raises(ComponentError, match=r"Bad\.thing"):
        component()(type("Bad", (), {"__annotations__": {"thing": hint}, "__module__": __name__}))
    assert "Bad" not in declaring.REGISTRY


@pytest.mark.parametrize("hint", [set, Any, dict[int, int]], ids=str)
def test_a_part_is_looked_at_like_a_component(hint):
    with pytest.raises(ComponentError, match=r"BadPart\.thing"):
        part(type("BadPart", (), {"__annotations__": {"thing": hint}, "__module__": __name__}))


def test_a_field_that_cannot_be_given_back_by_position_is_refused(registry):
    for options in ({"init": False, "default": 0}, {"kw_only": True}):
        with pytest.raises(ComponentError, match="by position"):
            component()(type("Odd", (), {"__annotations__": {"x": int}, "x": field(**options), "__module__": __name__}))


def test_the_same_set_is_welcome_where_nothing_is_saved(monkeypatch):
    monkeypatch.setattr(declaring, "_UNSAVED", {})
    assert component(saved=False)(type("Pose", (), {"__annotations__": {"bones": set}, "__module__": __name__}))({1}).bones == {1}


def test_one_name_is_declared_in_one_place(registry):
    for module in ("elsewhere", Spot.__module__):
        with pytest.raises(ComponentError, match="Spot is declared twice"):
            component()(type("Spot", (), {"__annotations__": {"x": int}, "__module__": module}))


def test_a_class_variable_is_no_part_of_what_is_saved(registry):
    kind = component()(type("Counted", (), {"__annotations__": {"LIMIT": ClassVar[int], "x": int}, "LIMIT": 3, "__module__": __name__}))
    assert to_plain(kind(5)) == [5] and from_plain(kind, [5], {}).x == 5


texts = st.text(st.characters(codec=None), max_size=40) | st.integers(LONG_TEXT - 1, LONG_TEXT + 3).map("ü".__mul__)
numbers = st.integers(-(2**80), 2**80)
reals = st.floats(allow_nan=False, allow_infinity=False)
leaves = st.builds(Leaf, texts, reals)
twigs = st.builds(Twig, st.lists(leaves, max_size=3), st.sampled_from(Colour))


@st.composite
def tables(draw):
    table = Table({"x": "i4", "small": "u1"})
    values = draw(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=9))
    table.add(len(values), x=np.array(values, dtype="i8"))
    table.remove(draw(st.lists(st.integers(0, 8), max_size=3)))
    return table


everything = st.builds(
    Everything, numbers, reals, st.booleans(), texts, st.none() | numbers | texts, st.lists(numbers, max_size=4),
    st.lists(st.lists(numbers, max_size=3).map(tuple), max_size=3).map(tuple), st.dictionaries(texts, st.lists(texts, max_size=2), max_size=4),
    st.sampled_from(Colour), twigs, st.lists(twigs, max_size=2), st.dictionaries(texts, leaves, max_size=2), tables(),
)


def same(left: object, right: object) -> bool:
    """Equal in value, type and order, all the way down."""
    if type(left) is not type(right):
        return False
    if isinstance(left, Table):
        return left.digest() == right.digest() and all((left.read(name) == right.read(name)).all() for name in (*left.kinds, "ids"))
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    if hasattr(left, "__dataclass_fields__"):
        return all(same(getattr(left, name), getattr(right, name)) for name in left.__dataclass_fields__)
    return left == right and (left != 0 or math.copysign(1, left) == math.copysign(1, right) if isinstance(left, float) else True)


@settings(max_examples=120)
@given(everything)
def test_everything_that_is_allowed_comes_back_as_it_was(item):
    plain = json.loads(canonical(to_plain(item)))
    back = from_plain(Everything, plain, dict(kept_apart(item)))
    assert same(item, back)
    assert canonical(to_plain(back)) == canonical(to_plain(item))


def test_the_order_of_a_dict_is_state():
    there, back = {"a": Leaf("1"), "b": Leaf("2")}, {"b": Leaf("2"), "a": Leaf("1")}
    assert canonical(to_plain(there)) != canonical(to_plain(back))


def test_a_long_text_is_kept_once_by_its_hash_even_with_half_a_surrogate():
    text = "\ud83d" + "x" * LONG_TEXT + "\ude00"
    assert to_plain(text) == {"text": text_key(text)}
    assert dict(kept_apart([text, text])) == {text_key(text): text.encode("utf-8", "surrogatepass")}
    assert to_plain("x" * LONG_TEXT) == "x" * LONG_TEXT


@pytest.mark.parametrize("value", [{1: "a"}, {"a": {Colour.RED: 1}}, np.int64(3), [np.float64(0.5)], {"a": {1, 2}}, b"x", Foreign, print], ids=str)
def test_what_a_field_never_should_hold_is_refused_when_it_is_saved(value):
    with pytest.raises(ComponentError):
        to_plain(value)


def test_a_save_of_another_shape_is_told_so():
    with pytest.raises(ComponentError, match="Spot was saved with 3 fields and has 2 now"):
        from_plain(Spot, [1, 2, 3], {})
