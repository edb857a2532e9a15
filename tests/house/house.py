"""What the house rules look at: the project's own files, read as text and as syntax trees.

A rule is a function of one `Source` that returns its complaints as sentences, so that a planted fault is tested the same
way as a real file.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_NOT_OURS = {".git", ".venv", "__pycache__", ".pytest_cache", ".hypothesis", "out"}


@dataclass(frozen=True)
class Source:
    """One Python file; `path` is relative to the project, with slashes."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return _parse(self.text)

    @property
    def folders(self) -> tuple[str, ...]:
        return tuple(self.path.split("/")[:-1])

    def at(self, node: ast.AST, complaint: str) -> str:
        """A complaint with its place."""
        return f"{self.path}:{node.lineno} {complaint}"


@lru_cache(maxsize=None)
def _parse(text: str) -> ast.Module:
    return ast.parse(text)


@lru_cache(maxsize=None)
def tracked() -> tuple[str, ...]:
    """Every file that belongs to the project: what git tracks or would, or, without git, what lies here."""
    try:
        listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True, check=True)
        found = [name for name in listed.stdout.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        found = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if not _NOT_OURS & set(path.relative_to(ROOT).parts)]
    return tuple(sorted(name for name in found if (ROOT / name).is_file()))


@lru_cache(maxsize=None)
def sources(*under: str) -> tuple[Source, ...]:
    """The Python files in these folders (or these files); all of them without arguments."""
    names = [name for name in tracked() if name.endswith(".py")]
    return tuple(Source(name, (ROOT / name).read_text(encoding="utf-8")) for name in names if not under or name.startswith(under))


def code() -> tuple[Source, ...]:
    """Everything that is no test."""
    return sources("ecs/", "systems/", "yurios/", "run.py")


def complaints(rule: Callable[[Source], Iterable[str]], files: Iterable[Source]) -> list[str]:
    """What a rule has to say about all of these files."""
    return [complaint for source in files for complaint in rule(source)]


def functions(tree: ast.AST) -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """(dotted name, node) of module functions and methods, none of those inside functions."""
    found = []

    def look(body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                look(node.body, f"{before}{node.name}.")
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.append((before + node.name, node))

    look(tree.body, "")
    return found


def called(node: ast.AST) -> str:
    """The dotted name that a call calls, "" for anything else."""
    return dotted(node.func) if isinstance(node, ast.Call) else ""


def dotted(node: ast.AST) -> str:
    """`a.b.c` as text; "" for what is no plain name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""
