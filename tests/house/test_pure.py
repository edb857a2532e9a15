"""What keeps a life the same on every machine: no clock, no hidden state, no unordered visit, no float that differs by processor."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from house import Source, called, complaints, dotted, sources

_OUTSIDE = {"open", "print", "input", "eval", "exec", "globals", "breakpoint", "hash", "id", "__import__"}
_CLOCKS = {"now", "today", "utcnow", "fromtimestamp"}
#: numpy's differ between processors, and so does a sum of floats in another order.
_FLOATS = {"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "power", "tan", "tanh", "atan", "atan2", "arctan", "arctan2", "cbrt", "random"}
#: Names of days and months, and whole dates, come out in the locale's language.
_LOCAL = re.compile(r"%[aAbBcxXpZ]")


def touches_nothing(source: Source) -> Iterator[str]:
    """No call that reaches outside, reads a clock, or depends on where an object lies in memory."""
    for node in ast.walk(source.tree):
        name = called(node)
        last = name.split(".")[-1]
        if name in _OUTSIDE:
            yield source.at(node, f"calls {name}()")
        elif "." in name and last in _CLOCKS:
            yield source.at(node, f"reads a clock or the machine's zone: {name}()")
        elif isinstance(node, ast.keyword) and node.arg == "key" and dotted(node.value) in ("hash", "id"):
            yield source.at(node.value, f"sorts by {dotted(node.value)}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _LOCAL.search(node.value):
            yield source.at(node, f"formats by the locale: {node.value!r}")


def visits_in_order(source: Source) -> Iterator[str]:
    """Nothing walks over a set."""
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.For, ast.comprehension)) and _unordered(node.iter):
            yield source.at(node.iter, "walks over a set, whose order changes from run to run; sort it")
        elif called(node) in ("list", "tuple", "enumerate", "next", "iter") and node.args and _unordered(node.args[0]):
            yield source.at(node, "takes a set's order, which changes from run to run; sort it")


def _unordered(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)):
        return _unordered(node.left) or _unordered(node.right)
    return isinstance(node, (ast.Set, ast.SetComp)) or called(node) in ("set", "frozenset")


def counts_in_integers(source: Source) -> Iterator[str]:
    """No function whose last bits depend on the processor. Poses are pictures and may."""
    if source.path.startswith("systems/avatar/"):
        return
    for node in ast.walk(source.tree):
        name = dotted(node) if isinstance(node, ast.Attribute) else ""
        if name.split(".")[0] in ("math", "np", "numpy") and name.split(".")[-1] in _FLOATS:
            yield source.at(node, f"uses {name}, which differs between processors")
        elif isinstance(node, ast.ImportFrom) and node.module in ("math", "numpy"):
            yield from (source.at(node, f"uses {node.module}.{one.name}, which differs between processors") for one in node.names if one.name in _FLOATS)


def keeps_no_sets(source: Source) -> Iterator[str]:
    """No component or part of one has a set among its fields."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef) and any(_declares(one) for one in node.decorator_list):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and re.search(r"\b(frozen)?set\b|\bSet\b", ast.unparse(field.annotation), re.IGNORECASE):
                    yield source.at(field, f"{node.name}.{ast.unparse(field.target)} is a set")


def _declares(decorator: ast.AST) -> bool:
    return (called(decorator) or dotted(decorator)).split(".")[-1] in ("component", "part")


def keeps_nothing(source: Source) -> Iterator[str]:
    """A system is a function: no class, no `global`, nothing at module level but constants."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef):
            yield source.at(node, f"has a class {node.name}; what lasts is a component")
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield source.at(node, "keeps something between calls")
    for node in source.tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, (ast.AnnAssign, ast.AugAssign)) else []
        yield from (source.at(node, f"keeps {ast.unparse(target)} at module level; constants are in capitals") for target in targets if not ast.unparse(target).isupper())


GROUND = ("ecs/", "systems/")
RULES = [(touches_nothing, GROUND), (visits_in_order, GROUND), (counts_in_integers, GROUND), (keeps_no_sets, GROUND), (keeps_nothing, ("systems/",))]


@pytest.mark.parametrize("rule, under", RULES, ids=lambda value: getattr(value, "__name__", ""))
def test_the_simulation_keeps_the_rule(rule, under):
    assert len(sources(*under)) > 20, "nothing was looked at"
    assert complaints(rule, sources(*under)) == []


@pytest.mark.parametrize("rule, text", [
    (touches_nothing, "open('a')"),
    (touches_nothing, "from datetime import datetime\nx = datetime.now()"),
    (touches_nothing, "import datetime\nx = datetime.date.today()"),
    (touches_nothing, "x = hash('a')"),
    (touches_nothing, "x = sorted(y, key=id)"),
    (touches_nothing, "x = f'{now:%A}'"),
    (touches_nothing, "x = now.strftime('%d %b')"),
    (visits_in_order, "for x in {1, 2}: pass"),
    (visits_in_order, "y = [x for x in set(z)]"),
    (visits_in_order, "for x in set(a) | b: pass"),
    (visits_in_order, "y = list({x for x in z})"),
    (counts_in_integers, "import math\nx = math.exp(1)"),
    (counts_in_integers, "import numpy as np\nx = np.random.rand(3)"),
    (counts_in_integers, "from math import tan"),
    (keeps_no_sets, "@component()\nclass A:\n    x: set[int]"),
    (keeps_no_sets, "@component(saved=False)\nclass A:\n    x: dict[str, frozenset]"),
    (keeps_no_sets, "@part\nclass A:\n    x: Set[int]"),
    (keeps_nothing, "class A: pass"),
    (keeps_nothing, "seen = []"),
    (keeps_nothing, "COUNT = 0\ndef f(world, inbox):\n    global COUNT\n    COUNT += 1"),
])
def test_a_planted_fault_is_found(rule, text):
    assert complaints(rule, [Source("systems/mind/planted.py", text)])


@pytest.mark.parametrize("rule, text", [
    (touches_nothing, "def message(id: str) -> dict:\n    return {'id': id}"),
    (touches_nothing, "x = moment.strftime('%Y-%m-%d')"),
    (visits_in_order, "for x in sorted(set(a) | b): pass"),
    (visits_in_order, "y = x in {1, 2}"),
    (counts_in_integers, "from math import isqrt\nimport numpy as np\nx = np.sqrt(2)"),
    (keeps_no_sets, "@component()\nclass A:\n    settled: bool"),
    (keeps_nothing, "BASE = {'a': 1}\n_WIDEST = 3"),
])
def test_what_is_allowed_passes(rule, text):
    assert complaints(rule, [Source("systems/mind/allowed.py", text)]) == []
