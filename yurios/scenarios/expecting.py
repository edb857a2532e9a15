"""Look for what a scenario expects in what the run left: trace, journal, events, goals, git, or a file of the vault."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yurios.scenarios.reading import Expect

_COMPARISON = re.compile(r"^\s*([\w.]+)\s*(==|!=|<=|>=|<|>|contains)\s*(\S.*?)\s*$", re.DOTALL)
_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
    "contains": lambda found, wanted: wanted in found,
}
SHOWN = 12


class ExpectError(ValueError):
    """The file's fault: a comparison that cannot be read."""


@dataclass
class Seen:
    """What a run left behind, each with the elapsed microseconds at which it came."""

    trace: list[tuple[int, dict]] = field(default_factory=list)
    events: list[tuple[int, dict]] = field(default_factory=list)
    journal: list[tuple[int, str]] = field(default_factory=list)
    git: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Verdict:
    """`found` counts the matches; `shown` are things that were looked at, for a person."""

    expect: Expect
    ok: bool
    found: int
    shown: list[str]


def judge(expect: Expect, seen: Seen, vault: Path) -> Verdict:
    """Count the matches of one expectation. Raises ExpectError."""
    if expect.where in ("trace", "events"):
        test = comparison(expect.match)
        rows: list[tuple[int, Any]] = getattr(seen, expect.where)
    else:
        pattern = _pattern(expect.match)
        test = lambda text: pattern.search(text) is not None
        rows = _texts(expect, seen, vault)
    looked_at = [item for at, item in rows if _within(at, expect)]
    hits = [item for item in looked_at if test(item)]
    ok = len(hits) >= expect.least and (expect.most is None or len(hits) <= expect.most)
    return Verdict(expect, ok, len(hits), [_show(item) for item in (hits or looked_at)[-SHOWN:]])


def comparison(text: str) -> Callable[[dict], bool]:
    """`a.b == "x" and c > 3` as a test on an object. Keys are dotted; through a list, any item may match."""
    return _all([_one(part) for part in re.split(r"\s+and\s+(?=[\w.]+\s*(?:==|!=|<=|>=|<|>|contains))", text)])


def _all(tests: list[Callable[[dict], bool]]) -> Callable[[dict], bool]:
    return lambda record: all(test(record) for test in tests)


def _one(text: str) -> Callable[[dict], bool]:
    found = _COMPARISON.match(text)
    if found is None:
        raise ExpectError(f'{text!r} is not a comparison; write one like gate2.outcome == "SPEAK" (== != < > contains)')
    key, sign, literal = found.groups()
    wanted, compare = _literal(literal), _OPERATORS[sign]
    return lambda record: _holds([*_values(record, key.split("."))], sign, compare, wanted)


def _holds(values: list, sign: str, compare: Callable, wanted: Any) -> bool:
    if sign == "!=":
        return all(value != wanted for value in values)
    return any(_safe(compare, value, wanted) for value in values)


def _safe(compare: Callable, value: Any, wanted: Any) -> bool:
    try:
        return bool(compare(value, wanted))
    except TypeError:
        return False


def _literal(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text.strip("'\"")


def _values(record: Any, path: list[str]) -> Iterable[Any]:
    if not path:
        yield record
    elif isinstance(record, dict) and path[0] in record:
        yield from _values(record[path[0]], path[1:])
    elif isinstance(record, list):
        for item in record:
            yield from _values(item, path)
    else:
        yield None


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise ExpectError(f"{text!r} is not a regular expression: {error}") from None


def _texts(expect: Expect, seen: Seen, vault: Path) -> list[tuple[int, str]]:
    if expect.where in ("journal", "git"):
        return getattr(seen, expect.where)
    path = vault / ("goals.md" if expect.where == "goals" else expect.where.removeprefix("file:"))
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    return [(-1, line) for line in text.splitlines()]


def _within(at: int, expect: Expect) -> bool:
    return at < 0 or expect.between_us is None or expect.between_us[0] <= at <= expect.between_us[1]


def _show(item: Any) -> str:
    return (item if isinstance(item, str) else json.dumps(item, ensure_ascii=False))[:240]
