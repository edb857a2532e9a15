"""Places: `worlds/*.toml`, read and checked. Data only; what a file does not say, does not happen."""

from __future__ import annotations

import tomllib
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parent.parent
_POINT = {"type": "array", "items": {"type": "integer", "minimum": -10_000_000, "maximum": 10_000_000}, "minItems": 3, "maxItems": 3}
_WORD = {"type": "string", "minLength": 1, "maxLength": 80}
_LENGTH = {"type": "integer", "minimum": 1, "maximum": 10_000_000}
SCHEMA = {
    "type": "object", "additionalProperties": False, "required": ["room", "resident"],
    "properties": {
        "room": {"type": "object", "additionalProperties": False, "required": ["title", "width", "depth", "height"],
                 "properties": {"title": _WORD, "width": _LENGTH, "depth": _LENGTH, "height": _LENGTH}},
        "resident": {"type": "object", "additionalProperties": False, "required": ["at"],
                     "properties": {"at": _POINT, "facing": {"type": "integer"}, "height": _LENGTH}},
        "thing": {"type": "array", "maxItems": 1000, "items": {
            "type": "object", "additionalProperties": False, "required": ["name", "kind", "at"],
            "properties": {"name": _WORD, "kind": _WORD, "state": {"type": "string", "maxLength": 80}, "at": _POINT}}},
    },
}


class PlaceError(ValueError):
    """The place cannot be read: says which file, where and what is wrong."""


def read_place(name: str, folder: Path = ROOT / "worlds") -> dict:
    """The place called `name` as plain data. Raises PlaceError, which lists the places there are."""
    path = folder / f"{name}.toml"
    known = sorted(found.stem for found in folder.glob("*.toml"))
    if name not in known:
        raise PlaceError(f'there is no place "{name}"; there are: {", ".join(known)}')
    try:
        place = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PlaceError(f"{path.name} cannot be read: {error}") from None
    error = next(jsonschema.Draft202012Validator(SCHEMA).iter_errors(place), None)
    if error is not None:
        where = ".".join(str(step) for step in error.absolute_path) or "the file"
        raise PlaceError(f"{path.name}: {where}: {error.message[:200]}")
    return place
