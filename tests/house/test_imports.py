"""Who may import whom: imports point one way, and what the simulation may not touch it does not name."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import lru_cache

import pytest
from house import Source, called, code, complaints, sources

#: The standard library that has no clock, no dice, no thread and no outside in it.
PURE = {
    "__future__", "abc", "bisect", "collections", "contextlib", "dataclasses", "datetime", "difflib", "enum", "functools", "hashlib", "heapq",
    "itertools", "json", "marshal", "math", "operator", "re", "struct", "textwrap", "types", "typing",
}
KERNELS = {"numpy", "numba"}
#: These put the rest together, so they may import all of it.
ASSEMBLERS = ("yurios/benches/", "yurios/profiles/", "yurios/commands/", "yurios/purge/", "yurios/scenarios/", "yurios/cli.py", "yurios/replaying.py")
#: esper is hidden in the first; the second measures our world against it.
KNOW_ESPER = ("ecs/world.py", "yurios/benches/frame.py")
#: These run before anything is installed, or when something is broken.
BEFORE = ("run.py", "yurios/setup/", "yurios/doctor/")


def imports(source: Source) -> Iterator[tuple[ast.AST, str]]:
    """(node, dotted module) of every import, at the top or inside, `importlib.import_module("…")` too."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from ((node, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node, module) for module in _from(node))
        elif called(node) in ("importlib.import_module", "import_module", "__import__"):
            name = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""
            yield node, str(name)


def _from(node: ast.ImportFrom) -> list[str]:
    """`from yurios import hub` brings the module yurios.hub; `from yurios.hub import Hub` brings yurios.hub."""
    if node.level:
        return ["."]
    return sorted({longer if (longer := f"{node.module}.{name.name}") in modules() else node.module for name in node.names})


@lru_cache(maxsize=None)
def modules() -> frozenset[str]:
    """The dotted names of all our modules and packages."""
    files = (source.path.removesuffix(".py").replace("/", ".") for source in code())
    return frozenset(name.removesuffix(".__init__") for name in files)


def kind_of(path: str) -> str:
    """Which of the house's kinds a file is: ecs, order, systems, assembler, before, edge:FOLDER or host."""
    if path.startswith("ecs/"):
        return "ecs"
    if path.startswith("systems/"):
        return "order" if path == "systems/order.py" else "systems"
    if path.startswith(ASSEMBLERS):
        return "assembler"
    if path.startswith(BEFORE):
        return "before"
    return f"edge:{path.split('/')[1]}" if path.count("/") > 1 else "host"


def points_one_way(source: Source) -> Iterator[str]:
    """Every import of a file is one its kind may have."""
    kind = kind_of(source.path)
    for node, module in imports(source):
        top = module.split(".")[0]
        if module == ".":
            yield source.at(node, "imports relatively; write the whole name")
        elif why := _refusal(kind, source, module, top):
            yield source.at(node, f"imports {module or 'a module by a computed name'}: {why}")


def _refusal(kind: str, source: Source, module: str, top: str) -> str:
    if kind == "ecs":
        allowed = top in PURE | KERNELS | {"ecs"} or (top == "esper" and source.path == "ecs/world.py")
        return "" if allowed else "ecs imports the pure standard library, numpy, numba, and esper in ecs/world.py alone"
    if kind in ("systems", "order"):
        other = top == "systems" and kind == "systems"
        return "a system never imports another system" if other else "" if top in PURE | KERNELS | {"ecs", "systems"} else "systems import ecs, numpy and numba"
    if top == "esper" and source.path in KNOW_ESPER:
        return ""
    if top == "esper":
        return "esper is known to ecs/world.py alone"
    if kind == "assembler":
        return ""
    if top == "systems":
        return "only order.py and the assemblers import systems"
    if kind == "before":
        fine = top in sys.stdlib_module_names or module in ("yurios", "yurios.cli") or module.startswith(("yurios.setup", "yurios.doctor"))
        tried = top not in ("ecs", "yurios") and source.path.startswith("yurios/doctor/")  # that it is missing is what the doctor finds out
        return "" if fine or tried else "this runs where nothing is installed: the standard library and its own kind"
    if top == "yurios" and module.count(".") and kind_of(_file(module)) not in ("host", kind):
        return "an edge never imports another edge, and neither an edge nor a part of the host imports what assembles them"
    return ""


def _file(module: str) -> str:
    """The path by which a module's kind is told: `yurios.hub` is a file, `yurios.vault` a folder."""
    folder = any(name.startswith(module + ".") for name in modules())
    return module.replace(".", "/") + ("/__init__.py" if folder else ".py")


def stands_at_the_top(source: Source) -> Iterator[str]:
    """An import inside a function says beside it why it waits; the doctor's probes say it for all of theirs."""
    lines = source.text.splitlines()
    for function in ast.walk(source.tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) and not source.path.startswith(BEFORE):
            for node in ast.walk(function):
                if isinstance(node, (ast.Import, ast.ImportFrom)) and "#" not in lines[node.lineno - 1] + lines[node.lineno - 2]:
                    yield source.at(node, "imports inside a function without a comment that says why")


def test_imports_point_one_way():
    assert complaints(points_one_way, code()) == []


def test_imports_stand_at_the_top_or_say_why_not():
    assert complaints(stands_at_the_top, code()) == []


def test_the_starter_of_everything_is_small():
    assert {module.split(".")[0] for source in sources("yurios/cli.py") for _, module in imports(source) if module} <= {*sys.stdlib_module_names, "yurios"}


@pytest.mark.parametrize("path, text", [
    ("ecs/a.py", "import time"),
    ("ecs/a.py", "from random import random"),
    ("ecs/a.py", "def f():\n    import os"),
    ("ecs/a.py", "import importlib\nimportlib.import_module('socket')"),
    ("ecs/a.py", "from pathlib import Path"),
    ("ecs/a.py", "from zoneinfo import ZoneInfo"),
    ("ecs/a.py", "import esper"),
    ("ecs/a.py", "from systems.order import TURN"),
    ("ecs/a.py", "from yurios.hub import Hub"),
    ("ecs/a.py", "from . import world"),
    ("systems/mind/a.py", "import threading"),
    ("systems/mind/a.py", "from systems.mind.wake import wake"),
    ("systems/mind/a.py", "from systems import order"),
    ("systems/order.py", "import asyncio"),
    ("yurios/vault/a.py", "from systems.order import TURN"),
    ("yurios/vault/a.py", "from yurios.models.edge import ModelEdge"),
    ("yurios/vault/a.py", "from yurios import models"),
    ("yurios/vault/a.py", "from yurios.profiles.birth import born"),
    ("yurios/vault/a.py", "from yurios.replaying import replay"),
    ("yurios/brandnew/a.py", "from yurios.vault.edge import VaultEdge"),
    ("yurios/loop.py", "from yurios.vault.edge import VaultEdge"),
    ("yurios/loop.py", "from systems.order import TURN"),
    ("yurios/loop.py", "import esper"),
    ("yurios/setup/a.py", "import httpx"),
    ("run.py", "from yurios.config import load"),
])
def test_a_planted_import_is_found(path, text):
    assert len(complaints(points_one_way, [Source(path, text)])) >= 1


@pytest.mark.parametrize("path, text", [
    ("ecs/world.py", "import esper"),
    ("ecs/a.py", "import json\nfrom math import isqrt\nfrom datetime import timedelta\nimport numpy as np"),
    ("systems/order.py", "from systems.mind.wake import wake"),
    ("yurios/vault/a.py", "import os\nimport dulwich\nfrom ecs.effects import Ask\nfrom yurios.vault import plan\nfrom yurios.words import span_us"),
    ("yurios/channels/a.py", "from yurios import host_commands\nfrom yurios.host import Host"),
    ("yurios/profiles/a.py", "from systems.order import TURN\nfrom yurios.vault.edge import VaultEdge"),
])
def test_what_is_allowed_passes(path, text):
    assert complaints(points_one_way, [Source(path, text)]) == []


def test_a_planted_late_import_is_found_and_a_reason_excuses_it():
    late = "def f():\n    import numba\n"
    assert complaints(stands_at_the_top, [Source("yurios/a.py", late)])
    assert not complaints(stands_at_the_top, [Source("yurios/a.py", late.replace("numba", "numba  # a second of import"))])
