"""Places: `worlds/*.toml`, read and checked. Data only; what a file does not say, does not happen.

A place has a `room`, a `ground` that lives on its own, or both. Lengths in a room are millimetres, in a ground whole metres.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import jsonschema

from ecs.components.fauna import ANIMALS
from ecs.components.flora import PLANTS
from ecs.components.ground import MATERIALS
from yurios.heights import HeightsError, packed, read_heights

ROOT = Path(__file__).resolve().parent.parent
_POINT = {"type": "array", "items": {"type": "integer", "minimum": -10_000_000, "maximum": 10_000_000}, "minItems": 3, "maxItems": 3}
_WORD = {"type": "string", "minLength": 1, "maxLength": 80}
_LENGTH = {"type": "integer", "minimum": 1, "maximum": 10_000_000}
_SPOT = {"type": "array", "items": {"type": "integer", "minimum": -100, "maximum": 10_000}, "minItems": 2, "maxItems": 2}
_LINE = {"type": "array", "items": _SPOT, "minItems": 2, "maxItems": 200}
_METRES = {"type": "integer", "minimum": 0, "maximum": 10_000}
_HEIGHT = {"type": "integer", "minimum": -500, "maximum": 9_000}


def _table(required: dict, **optional: dict) -> dict:
    return {"type": "object", "additionalProperties": False, "required": list(required), "properties": {**required, **optional}}


def _whole(least: int, most: int) -> dict:
    return {"type": "integer", "minimum": least, "maximum": most}


def _some(item: dict, most: int = 200) -> dict:
    return {"type": "array", "maxItems": most, "items": item}


_MATERIAL = {"enum": list(MATERIALS)}
GROUND = _table(
    {"size": _whole(16, 4_096)}, cell={"enum": [1, 2, 4, 8, 16]}, seed=_whole(0, 2**62), base=_HEIGHT, hills=_METRES, hill_length=_whole(2, 10_000),
    heights={"type": "string", "pattern": r"^[\w-]+\.(png|npz)$"}, rise=_METRES, springs=_some(_SPOT),
    stream=_some(_table({"points": _LINE, "from_height": _HEIGHT, "to_height": _HEIGHT}, width=_METRES)),
    pond=_some(_table({"at": _SPOT, "radius": _METRES, "depth": _METRES, "level": _HEIGHT})),
    cliff=_some(_table({"area": _LINE, "rise": _HEIGHT})), wood=_some(_table({"at": _SPOT, "radius": _METRES})),
    path=_some(_table({"points": _LINE}, width=_METRES, material=_MATERIAL)),
    area=_some(_table({"corners": _LINE, "material": _MATERIAL})),
)
CLIMATE = _table({}, latitude=_whole(-90, 90), mean=_whole(-3_000, 4_000), season=_whole(0, 4_000), day=_whole(0, 3_000), wet=_whole(0, 65_535))
BUILDING = _table({"name": _WORD, "kind": _WORD, "at": _SPOT, "size": _SPOT}, door=_SPOT)
PLANT = _table({"kind": {"enum": list(PLANTS)}, "count": _whole(0, 1_000_000)})
ANIMAL = _table({"kind": {"enum": list(ANIMALS)}, "count": _whole(0, 1_000_000)}, name=_WORD)
SCHEMA = {
    "type": "object", "additionalProperties": False, "dependentRequired": {"room": ["resident"], "ground": ["title"]},
    "properties": {
        "title": _WORD, "ground": GROUND, "climate": CLIMATE, "building": _some(BUILDING), "plant": _some(PLANT), "animal": _some(ANIMAL),
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
    if not ("room" in place or "ground" in place):
        raise PlaceError(f"{path.name}: a place has a [room], a [ground], or both; this one has {', '.join(place) or 'nothing'}")
    return _with_heights(place, path)


def _with_heights(place: dict, path: Path) -> dict:
    """The place with the height field it names, so that it stands on its own."""
    ground = place.get("ground", {})
    if "heights" not in ground:
        return place
    try:
        heights = read_heights(path.with_name(ground["heights"]), ground.get("rise", 64))
    except HeightsError as error:
        raise PlaceError(f"{path.name}: ground.heights: {error}") from None
    return {**place, "ground": {**ground, "heights": packed(heights)}}
