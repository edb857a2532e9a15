"""How a dataclass becomes a component: declared once, checked once, saved and loaded the same way by everyone.

A component opts into saving by its declaration. At that moment its field types are read, and anything that would not
come back from a save exactly as it was (sets, callables, open `Any`, foreign objects) is refused, so the mistake shows
when the module is imported and not a year into a life.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b
from operator import attrgetter

from ecs.columns import Table
from ecs.pool import Pool

REGISTRY: dict[str, type] = {}
_UNSAVED: dict[str, type] = {}
_SCALARS = (int, str, bool, float, type(None))
_TEXT = frozenset({str})
_AS_IT_IS = frozenset({int, bool, float, type(None)})
#: {component or part: a function that gives the values of its fields, in order}
FIELDS_OF: dict[type, Callable[[object], Iterable]] = {}


class ComponentError(TypeError):
    """The programmer's fault: a component that cannot be what it says it is."""


def component(saved: bool = True) -> Callable[[type], type]:
    """Declare a component. `saved=False` keeps it out of snapshots and digests (poses, caches, pictures)."""

    def declare(cls: type) -> type:
        cls = dataclass(slots=True)(cls)
        known = REGISTRY.get(cls.__name__) or _UNSAVED.get(cls.__name__)
        if known is not None:
            raise ComponentError(f"{cls.__name__} is declared twice, in {known.__module__} and in {cls.__module__}: rename one")
        if saved:
            _check_fields(cls, cls.__name__)
        FIELDS_OF[cls] = _reader(cls)
        (REGISTRY if saved else _UNSAVED)[cls.__name__] = cls
        return cls

    return declare


def part(cls: type) -> type:
    """Declare a small dataclass that lives inside components (one message of a queue, one timer)."""
    cls = dataclass(slots=True)(cls)
    _check_fields(cls, cls.__name__)
    cls.__is_part__ = True
    FIELDS_OF[cls] = _reader(cls)
    return cls


def is_component(cls: type) -> bool:
    """True for a declared component type, saved or not."""
    return REGISTRY.get(cls.__name__) is cls or _UNSAVED.get(cls.__name__) is cls


def _reader(cls: type) -> Callable[[object], Iterable]:
    names = _names(cls)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda item: [getattr(item, name) for name in names]  # attrgetter of one name gives no tuple


def _check_fields(cls: type, where: str) -> None:
    hints = typing.get_type_hints(cls)
    for field in fields(cls):
        if not field.init or field.kw_only:
            raise ComponentError(f"{where}.{field.name} cannot be given back by position when a save is loaded; leave out init=False and kw_only")
        _check_type(hints[field.name], f"{where}.{field.name}")


def _check_type(hint: object, where: str) -> None:
    if hint in _SCALARS or hint in (Table, Pool):
        return
    if isinstance(hint, type) and (getattr(hint, "__is_part__", False) or issubclass(hint, StrEnum)):
        return
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType) and all(argument in _SCALARS for argument in arguments):
        return
    if origin is list and len(arguments) == 1:
        return _check_type(arguments[0], f"{where}[]")
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return _check_type(arguments[0], f"{where}()")
    if origin is dict and len(arguments) == 2 and arguments[0] is str:
        return _check_type(arguments[1], f"{where}{{}}")
    raise ComponentError(
        f"{where} is {hint!r}, which would not survive save and load; use int, str, bool, float, their unions, list, "
        f"tuple[T, ...], dict[str, T], a StrEnum, a @part, a Table or a Pool, or declare the component with saved=False"
    )


LONG_TEXT = 256


@lru_cache(maxsize=1024)
def text_key(text: str) -> str:
    """The hash by which a long text is kept: 64 hex digits of blake2b over its UTF-8 bytes."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()


def to_plain(value: object) -> object:
    """A component or a value inside one as JSON-ready data.

    Dict order is kept, because order is state. A text longer than `LONG_TEXT` becomes `{"text": hash}`, a table or
    pool its outline; their bytes are kept beside, by hash (`kept_apart`).
    """
    kind = value.__class__
    if kind in _AS_IT_IS:
        return value
    if kind is str:
        return value if len(value) <= LONG_TEXT else {"text": text_key(value)}
    if kind is list or kind is tuple:
        return _plain_items(value)
    if kind is dict:
        _need_text(value)
        return {key: item if item.__class__ in _AS_IT_IS else to_plain(item) for key, item in value.items()}
    fields_of = FIELDS_OF.get(kind)
    if fields_of is not None:
        return _plain_items(fields_of(value))
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, (Table, Pool)):
        return value.outline()
    raise ComponentError(f"{value!r} ({kind.__name__}) does not belong in a saved component")


def _plain_items(items: Iterable) -> list:
    """Most items are numbers; asking here spares a call for each."""
    return [item if item.__class__ in _AS_IT_IS else to_plain(item) for item in items]


def _need_text(keys: Iterable) -> None:
    if not _TEXT.issuperset(map(type, keys)):
        wrong = next(key for key in keys if type(key) is not str)
        raise ComponentError(f"{wrong!r} is a key of a saved dict; keys are text, since JSON would make it text and the load would differ")


def kept_apart(value: object) -> Iterator[tuple[str, bytes]]:
    """(hash, bytes) of every long text, table block and pool block inside a component."""
    if isinstance(value, (Table, Pool)):
        yield from value.blocks()
    elif isinstance(value, str):
        if len(value) > LONG_TEXT:
            yield text_key(value), value.encode("utf-8", "surrogatepass")
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from kept_apart(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from kept_apart(item)
    elif is_dataclass(type(value)):
        for name in _names(type(value)):
            yield from kept_apart(getattr(value, name))


def from_plain(cls: type, data: list, chunks: Mapping[str, bytes]) -> object:
    """The component back from `to_plain`'s data and the chunks kept beside it."""
    hints = _hints(cls)
    if len(data) != len(hints):
        raise ComponentError(f"{cls.__name__} was saved with {len(data)} fields and has {len(hints)} now: the save is from another version")
    return cls(*(_value(hint, item, chunks) for hint, item in zip(hints, data)))


@lru_cache(maxsize=None)
def _names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


@lru_cache(maxsize=None)
def _hints(cls: type) -> list:
    hints = typing.get_type_hints(cls)
    return [hints[name] for name in _names(cls)]


def _value(hint: object, data: object, chunks: Mapping[str, bytes]) -> object:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (list, tuple):
        items = (_value(arguments[0], item, chunks) for item in data)
        return list(items) if origin is list else tuple(items)
    if origin is dict:
        return {key: _value(arguments[1], item, chunks) for key, item in data.items()}
    if hint in (Table, Pool):
        return hint.from_blocks(data, chunks)
    if isinstance(data, dict):
        return chunks[data["text"]].decode("utf-8", "surrogatepass")
    if isinstance(hint, type) and is_dataclass(hint):
        return from_plain(hint, data, chunks)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(data)
    return data
