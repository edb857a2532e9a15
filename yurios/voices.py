"""How a model of a size wants to be asked: `assets/prompts/*.toml`, read and checked, as the payload of a `voice` command."""

from __future__ import annotations

import tomllib
from pathlib import Path

import jsonschema

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "prompts"
_TEXTS = {"type": "array", "items": {"type": "string"}}
SCHEMA = {
    "type": "object", "required": ["head"], "additionalProperties": False,
    "properties": {
        "head": {"type": "string"}, "limits": {"type": "string"},
        "examples": {"type": "array", "items": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}},
        "temperature": {"type": "integer", "minimum": 0, "maximum": 2000},
        "max_tokens": {"type": "integer", "minimum": 1, "maximum": 8192},
        "top_p": {"type": "number"}, "min_p": {"type": "number"}, "repeat_penalty": {"type": "number"},
        "stop": _TEXTS, "retry": _TEXTS,
    },
}


class VoiceError(ValueError):
    """A prompt shape cannot be read: says which file and what is wrong."""


def read_voice(shape: str, folder: Path = FOLDER) -> dict:
    """The voice of a prompt shape ("" is the full one). Raises VoiceError."""
    name = shape or "full"
    path = folder / f"{name}.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        jsonschema.validate(data, SCHEMA)
    except FileNotFoundError:
        raise VoiceError(f'there is no prompt shape "{name}"; there are: {", ".join(sorted(p.stem for p in folder.glob("*.toml")))}') from None
    except (OSError, ValueError, jsonschema.ValidationError) as error:
        raise VoiceError(f"{path.name} cannot be used: {getattr(error, 'message', error)}") from None
    return {
        "size": "small" if name == "small" else "full", "law": data["head"].strip(), "limits": data.get("limits", "").strip(),
        "examples": data.get("examples", []), "again": data.get("retry", []), "stop": data.get("stop", []),
        "max_tokens": data.get("max_tokens", 300), "temperature": data.get("temperature", 800),
    }
