"""Names: a folder listing explains the program, each file says what lives in it, and each test says what it tests."""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

import pytest
from house import Source, code, complaints, dotted, functions, sources, tracked

FORBIDDEN = {"utils", "util", "helpers", "helper", "manager", "core", "common", "base", "misc"}
RHYTHMS = {"TURN", "FRAME", "BEAT", "COARSE", "TICK", "POSE"}


def is_a_noun_or_a_verb(source: Source) -> Iterator[str]:
    """No file or folder is called by a word that says nothing."""
    for word in source.path.removesuffix(".py").split("/"):
        if word.lower() in FORBIDDEN or any(word.lower().endswith(f"_{empty}") for empty in FORBIDDEN - {"core", "base"}):
            yield f"{source.path} is called {word}; name what it is or does"


def opens_with_what_lives_here(source: Source) -> Iterator[str]:
    """Each module has a docstring."""
    if not ast.get_docstring(source.tree):
        yield f"{source.path} does not open with what lives in it"


def is_typed(source: Source) -> Iterator[str]:
    """Every public function says what it takes and gives."""
    for name, node in functions(source.tree):
        taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        taken = taken[1:] if "." in name and not any(ast.unparse(one) == "staticmethod" for one in node.decorator_list) else taken
        untyped = [one.arg for one in taken if one.annotation is None] + ([] if node.returns else ["what it returns"])
        if untyped and not name.split(".")[-1].startswith("_"):
            yield source.at(node, f"{name} leaves untyped: {', '.join(untyped)}")


def is_explained(source: Source) -> Iterator[str]:
    """What others import has a docstring, and in `ecs/` everything public has. A system's is its module's, for it is all there is."""
    wanted = {name for path, name in imported() if path == source.path}
    for name, node in [*functions(source.tree), *((node.name, node) for node in source.tree.body if isinstance(node, ast.ClassDef))]:
        private = any(part.startswith("_") for part in name.split("."))
        system = source.path.startswith("systems/") and source.path.endswith(f"/{name}.py")
        if not private and not system and (name in wanted or source.path.startswith("ecs/")) and not ast.get_docstring(node):
            yield source.at(node, f"{name} has no docstring for those who call it")


@lru_cache(maxsize=None)
def imported() -> set[tuple[str, str]]:
    """(path, name) of everything that one of our modules imports from another."""
    froms = [node for source in code() for node in ast.walk(source.tree) if isinstance(node, ast.ImportFrom) and node.module]
    return {(node.module.replace(".", "/") + ".py", one.name) for node in froms for one in node.names}


def leaves_the_orders_alone(source: Source) -> Iterator[str]:
    """The words for the rhythms name the tuples of systems/order.py and nothing else."""
    if source.path == "systems/order.py":
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in RHYTHMS:
            yield source.at(node, f"calls something {node.id}; that word is the order in systems/order.py")


def is_one_idea(source: Source) -> Iterator[str]:
    """A file of systems/ is one behaviour: besides `due` moments, one public function, named as the file."""
    if source.path.startswith("systems/") and not source.path.endswith(("__init__.py", "order.py")):
        if source.path.split("/")[-1].removesuffix(".py") not in [name for name, _ in functions(source.tree)]:
            yield f"{source.path} has no function of its own name"


RULES = [(is_a_noun_or_a_verb, code), (is_a_noun_or_a_verb, lambda: sources("tests/")), (opens_with_what_lives_here, sources), (is_typed, code), (is_explained, code),
         (leaves_the_orders_alone, code), (is_one_idea, code)]


@pytest.mark.parametrize("rule, files", RULES, ids=lambda value: getattr(value, "__name__", ""))
def test_the_house_keeps_the_rule(rule, files):
    assert complaints(rule, files()) == []


def test_tests_are_no_package():
    assert [name for name in tracked() if name.startswith("tests/") and name.endswith("__init__.py")] == []


def test_tests_have_names_that_do_not_collide():
    names = [name.split("/")[-1] for name in tracked() if name.startswith("tests/") and name.endswith(".py")]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def component_names(files: Iterable[Source]) -> list[str]:
    """The names of all declared components. One process may import any two files, and saves know a component by its name alone."""
    return [node.name for source in files for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef)
            and any(isinstance(mark, ast.Call) and dotted(mark.func) == "component" for mark in node.decorator_list)]


def test_no_two_components_share_a_name():
    names = component_names(source for source in sources() if not source.path.startswith("tests/test_"))
    assert len(names) > 15 and sorted(name for name in set(names) if names.count(name) > 1) == []


def test_two_planted_components_of_one_name_are_found():
    assert component_names([Source("a.py", "@component()\nclass A: ..."), Source("b.py", "@component(saved=False)\nclass A: ...\nclass B: ...")]) == ["A", "A"]


def test_a_report_of_what_no_test_is_named_for():
    """Not a fault by itself: small files are often tested through the one that uses them."""
    tests = [name.split("/")[-1] for name in tracked() if name.split("/")[-1].startswith("test_")]
    unnamed = ["/".join(source.folders) for source in code() if not source.path.endswith("__init__.py") and not any(mirrors(test, source.path) for test in tests)]
    if unnamed:
        by_folder = ", ".join(f"{folder} {count}" for folder, count in sorted(Counter(unnamed).items()))
        warnings.warn(f"{len(unnamed)} files have no test named for them: {by_folder}", stacklevel=1)


def mirrors(test: str, path: str) -> bool:
    """True when the test file's name holds the code file's name."""
    words = test.removeprefix("test_").removesuffix(".py").split("_")
    name = path.split("/")[-1].removesuffix(".py").split("_")
    return any(words[at : at + len(name)] == name for at in range(len(words)))


@pytest.mark.parametrize("rule, path, text", [
    (is_a_noun_or_a_verb, "ecs/utils.py", ""),
    (is_a_noun_or_a_verb, "yurios/common/a.py", ""),
    (is_a_noun_or_a_verb, "yurios/vault_helpers.py", ""),
    (opens_with_what_lives_here, "ecs/a.py", "x = 1"),
    (is_typed, "ecs/a.py", "def f(x) -> int: ..."),
    (is_typed, "ecs/a.py", "def f(x: int): ..."),
    (is_typed, "yurios/a.py", "class A:\n    def f(self, *, x) -> None: ..."),
    (is_explained, "ecs/a.py", "class A: ..."),
    (is_explained, "ecs/a.py", "class A:\n    '''Words.'''\n    def f(self) -> None: ..."),
    (is_explained, "yurios/hub.py", "class Hub: ..."),
    (leaves_the_orders_alone, "ecs/angles.py", "TURN = 65_536"),
    (leaves_the_orders_alone, "yurios/a.py", "TICK: int = 3"),
    (is_one_idea, "systems/mind/dream.py", "def sleep(world, inbox): ..."),
])
def test_a_planted_fault_is_found(rule, path, text):
    assert complaints(rule, [Source(path, text)])


@pytest.mark.parametrize("rule, path, text", [
    (is_a_noun_or_a_verb, "yurios/vault/database.py", ""),
    (is_typed, "ecs/a.py", "def _f(x): ..."),
    (is_explained, "systems/mind/dream.py", "def dream(world, inbox): ..."),
    (is_explained, "yurios/vault/a.py", "def only_here() -> None: ..."),
    (leaves_the_orders_alone, "systems/order.py", "TURN = ()"),
])
def test_what_is_allowed_passes(rule, path, text):
    assert complaints(rule, [Source(path, text)]) == []
