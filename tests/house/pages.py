"""The tables of `docs/` that follow from the code. `.venv/bin/python tests/house/pages.py` writes them; a test compares.

A table stands between `<!-- table: NAME -->` and `<!-- end -->`; what stands around it is written by hand.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import re
import sys
import typing
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from house import called, code, sources  # noqa: E402

from ecs import effects  # noqa: E402
from ecs.events import EVENTS, message  # noqa: E402
from ecs.signals import SIGNALS, TRUST  # noqa: E402
from systems import order  # noqa: E402

PAGE = re.compile(r"<!-- table: (\w+) -->\n.*?<!-- end -->", re.DOTALL)
READERS = {"mind": "minds", "turn": "the turn", "store": "the stores", "body": "bodies", "host": "the host"}


def filled(text: str) -> str:
    """A page with its tables as the code says they are."""
    return PAGE.sub(lambda found: f"<!-- table: {found.group(1)} -->\n{TABLES[found.group(1)]()}\n<!-- end -->", text)


def signals() -> str:
    """Every known type of signal, with what it carries."""
    rows = [f"| `{kind}` | {READERS[reader]} | {meaning} | {payload(schema)} |" for kind, (reader, meaning, schema) in SIGNALS.items()]
    return "\n".join(["| type | felt by | meaning | payload |", "|---|---|---|---|", *rows])


def payload(schema: dict) -> str:
    """A schema's keys, `?` behind those that may be missing."""
    if "properties" not in schema:
        return "any object, not fixed yet"
    needed = schema.get("required", [])
    keys = [f"`{key}`{'' if key in needed else '?'} {shape(inner)}" for key, inner in schema["properties"].items()]
    open_ended = [] if schema.get("additionalProperties") is False else ["more keys are allowed"]
    return ", ".join([*keys, *open_ended]) or "nothing"


def shape(schema: dict) -> str:
    """A schema in a word or two."""
    if "enum" in schema:
        return "/".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(shape(one) for one in schema["anyOf"])
    kind = schema.get("type", "anything")
    words = {"string": "text", "integer": "whole number", "boolean": "true/false", "object": "object", "array": "list", "null": "null", "number": "number"}
    return " or ".join(words[one] for one in kind) if isinstance(kind, list) else words.get(kind, kind)


def asked() -> str:
    """Every effect, with its fields and the edge that takes it."""
    rows = [f"| `{kind.__name__}` | {first_sentence(kind)} | {fields(kind)} | {', '.join(taken_by(kind.__name__)) or 'nobody yet'} |" for kind in typing.get_args(effects.Effect)]
    return "\n".join(["| effect | meaning | fields | taken by |", "|---|---|---|---|", *rows])


def first_sentence(thing: object) -> str:
    """The first sentence of a docstring, on one line."""
    return re.split(r"(?<=\.)\s", " ".join(thing.__doc__.split()), maxsplit=1)[0].replace("|", "\\|")


def fields(kind: type) -> str:
    """A dataclass's fields, `?` behind those with a default."""
    return ", ".join(f"`{one.name}`{'' if one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING else '?'}" for one in dataclasses.fields(kind))


def taken_by(effect: str) -> list[str]:
    """The files whose class says `takes = (…)` with this effect."""
    return [f"`{source.path}`" for source in code() for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef) for line in node.body
            if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "takes" and any(isinstance(name, ast.Name) and name.id == effect for name in ast.walk(line.value))]


def events() -> str:
    """Every event, with the fields that are really sent."""
    sent = published()
    rows = [f"| `{kind}` | {meaning} | {', '.join(f'`{name}`' for name in sent.get(kind, [])) or 'not sent yet'} |" for kind, meaning in EVENTS.items()]
    return "\n".join(["| type | meaning | fields beside `seq`, `type` and `at` |", "|---|---|---|", *rows])


def published() -> dict[str, list[str]]:
    """{event type: field names, sorted}, read from the calls of `publish` and `send` and from the hub's hello."""
    found: dict[str, list[str]] = {"hello": ["resident", "world"]}
    for source in sources("systems/", "ecs/", "yurios/"):
        for node in ast.walk(source.tree):
            kind, keys = _sent(node)
            if kind:
                found[kind] = sorted({*found.get(kind, []), *keys})
    return found


def _sent(node: ast.AST) -> tuple[str, list[str]]:
    if called(node) == "publish" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
        keys = [keyword.arg for keyword in node.keywords if keyword.arg]
        return node.args[1].value, keys + (list(message("", "", "", "", "", [])) if any(keyword.arg is None for keyword in node.keywords) else [])
    if isinstance(node, ast.Dict):
        keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
        kinds = [value.value for key, value in zip(node.keys, node.values) if isinstance(key, ast.Constant) and key.value == "type" and isinstance(value, ast.Constant)]
        if kinds and kinds[0] in EVENTS and "at" in keys:
            return kinds[0], [key for key in keys if key not in ("type", "at")]
    return "", []


def orders() -> str:
    """The orders as they stand, each system with the sentence of its file."""
    lines = []
    for name in ("TURN", "FRAME", "BEAT", "TICK"):
        lines += [f"**{name}**" + ("" if getattr(order, name) else ": nothing yet"), ""]
        lines += [f"{number}. `{system.__name__}` · {_does(system)}" for number, system in enumerate(getattr(order, name), 1)]
        lines += [""] if getattr(order, name) else []
    return "\n".join(lines).rstrip("\n") + "\n"


def _does(system: Callable) -> str:
    return first_sentence(system if system.__doc__ else importlib.import_module(system.__module__))


def trust() -> str:
    """The degrees of trust, in a line."""
    return ", ".join(f"`{one}`" for one in TRUST)


TABLES: dict[str, Callable[[], str]] = {"signals": signals, "effects": asked, "events": events, "orders": orders, "trust": trust}


def main() -> None:
    """Write every page anew."""
    for path in sorted((ROOT / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        if filled(text) != text:
            path.write_text(filled(text), encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
