"""Read a scenario file and check every key: an unknown one is refused by name, with the nearest valid one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from yurios.config import Config, ConfigError, load
from yurios.machine_clock import ZoneError, transitions
from yurios.words import did_you_mean, span_us

PROFILES = ("companion", "npc", "world")
#: What each kind of step takes: {do: ({required: type}, {optional: type})}.
STEPS: dict[str, tuple[dict[str, type | tuple], dict[str, type | tuple]]] = {
    "say": ({"text": str}, {"channel": str, "message_id": str}),
    "arrive": ({"channel": str}, {"can_hear": bool}),
    "leave": ({"channel": str}, {"can_hear": bool}),
    "drop": ({"path": str}, {"text": str, "base64": str, "size_mb": int, "symlink": str}),
    "edit": ({"path": str}, {"text": str, "append": str, "replace": list, "delete": bool}),
    "commit": ({"message": str}, {}),
    "decide": ({"edit": str, "approve": bool}, {}),
    "timer": ({"minutes": (int, float), "label": str}, {}),
    "suspend": ({"for": str}, {}),
    "clock": ({}, {"by": str, "timezone": str}),
    "kill": ({}, {}),
    "model": ({"up": bool}, {}),
    "embedder": ({"up": bool}, {}),
    "disk": ({"up": bool}, {}),
    "attach": ({"body": str}, {"message": dict}),
    "intent": ({"body": str}, {"message": dict}),
    "author": ({"body": str}, {"message": dict}),
    "detach": ({"body": str}, {"message": dict}),
    "signal": ({"type": str}, {"payload": dict}),
}
_SCENARIO = {"name": str, "start": (str, datetime), "timezone": str, "until": str, "seed": int, "profile": str, "world": str}
_REPLY = {"role": str, "match": str, "then": str, "text": str, "chunks": list, "delay_ms": int, "error": str, "times": int}
_EXPECT = {"where": str, "match": str, "count": int, "min": int, "max": int, "between": list}
_PLACES = ("trace", "journal", "events", "goals", "git")


class ScenarioError(ValueError):
    """The file's fault: says where, what was found, and what would be right."""


@dataclass(frozen=True)
class Step:
    """`at_us` is elapsed time from the start; `number` counts from 1, for messages."""

    number: int
    at_us: int
    do: str
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Expect:
    """One expectation; `between_us` is elapsed time, or None for the whole run."""

    where: str
    match: str
    least: int
    most: int | None
    between_us: tuple[int, int] | None


@dataclass(frozen=True)
class Scenario:
    """A scenario, whole and checked. `stated` are the dials that the file sets."""

    name: str
    start: datetime
    zone: str
    until_us: int
    seed: int = 0
    profile: str = "companion"
    world: str = "none"
    dials: Mapping[str, Any] = field(default_factory=dict)
    replies: tuple[Mapping[str, Any], ...] = ()
    steps: tuple[Step, ...] = ()
    expects: tuple[Expect, ...] = ()
    stated: tuple[str, ...] = ()

    @property
    def epoch_us(self) -> int:
        """Microseconds since the Unix epoch at the start."""
        whole = int(self.start.timestamp())
        return whole * 1_000_000 + self.start.microsecond


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file. Raises ScenarioError."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ScenarioError(f"{path.name} is not TOML: {error}") from None
    try:
        return parse(table)
    except ScenarioError as error:
        raise ScenarioError(f"{path.name}: {error}") from None


def parse(table: Mapping[str, Any]) -> Scenario:
    """The scenario of a parsed table. Raises ScenarioError."""
    _known("the file", table, {"scenario": dict, "dials": dict, "model": dict, "step": list, "expect": list}, need=("scenario",))
    head = table["scenario"]
    _known("[scenario]", head, _SCENARIO, need=("name", "start", "until"))
    _known("[model]", table.get("model", {}), {"reply": list})
    if head.get("profile", "companion") not in PROFILES:
        raise ScenarioError(f'[scenario] profile = "{head["profile"]}": {did_you_mean(head["profile"], PROFILES)}')
    start, config = _start(head["start"]), _dials(table.get("dials", {}))
    return Scenario(
        head["name"], start, _zone(head.get("timezone", "UTC"), start), _span("[scenario] until", head["until"]), head.get("seed", 0),
        head.get("profile", "companion"), head.get("world", "none"),
        {key: setting.value for key, setting in config.settings.items()},
        tuple(_reply(number, reply) for number, reply in enumerate(table.get("model", {}).get("reply", []), 1)),
        _steps(table.get("step", [])), tuple(_expect(number, one) for number, one in enumerate(table.get("expect", []), 1)),
        tuple(key for key, setting in config.settings.items() if setting.source != "default"),
    )


def _known(where: str, table: Mapping, kinds: Mapping[str, Any], need: tuple[str, ...] = ()) -> None:
    if not isinstance(table, dict):
        raise ScenarioError(f"{where} is a table, not {table!r}")
    for key, value in table.items():
        if key not in kinds:
            raise ScenarioError(f'{where} has no key "{key}"; {did_you_mean(key, kinds)}')
        kind = kinds[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and bool not in (kind if isinstance(kind, tuple) else (kind,))):
            raise ScenarioError(f"{where}: {key} = {value!r} has the wrong type; it is {_name(kind)}")
    for key in need:
        if key not in table:
            raise ScenarioError(f'{where} needs "{key}"')


def _name(kind: Any) -> str:
    names = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", dict: "a table", list: "a list", datetime: "a date"}
    return " or ".join(names[one] for one in (kind if isinstance(kind, tuple) else (kind,)))


def _start(value: str | datetime) -> datetime:
    try:
        start = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    except ValueError:
        raise ScenarioError(f'[scenario] start = "{value}" is not RFC 3339; write one like "2026-03-02T09:00:00+09:00"') from None
    if start.tzinfo is None:
        raise ScenarioError(f'[scenario] start = "{value}" has no offset; add one, such as "+09:00" or "Z"')
    return start


def _zone(name: str, start: datetime) -> str:
    try:
        transitions(name, int(start.timestamp()) * 1_000_000)
    except ZoneError as error:
        raise ScenarioError(f"[scenario] timezone: {error}") from None
    return name


def _span(where: str, text: str) -> int:
    try:
        return span_us(text)
    except ValueError as error:
        raise ScenarioError(f"{where}: {error}") from None


def _dials(table: Mapping[str, Any]) -> Config:
    try:
        return load(None, {}, scenario=table)
    except ConfigError as error:
        raise ScenarioError(str(error)) from None


def _reply(number: int, reply: Mapping[str, Any]) -> Mapping[str, Any]:
    _known(f"[[model.reply]] {number}", reply, _REPLY)
    return reply


def _steps(rows: list) -> tuple[Step, ...]:
    steps, end = [], 0
    for number, row in enumerate(rows, 1):
        step = _step(number, row, end)
        end = step.at_us + (span_us(step.fields["for"]) if step.do == "suspend" else 0)
        steps.append(step)
    return tuple(sorted(steps, key=lambda step: step.at_us))


def _step(number: int, row: Mapping[str, Any], end: int) -> Step:
    where = f"[[step]] {number}"
    if not isinstance(row, dict):
        raise ScenarioError(f"{where} is a table, not {row!r}")
    do = row.get("do")
    if not isinstance(do, str) or do not in STEPS:
        raise ScenarioError(f'{where}: do = {do!r}; {did_you_mean(str(do), STEPS)}')
    need, may = STEPS[do]
    _known(f"{where} ({do})", row, {"at": str, "after": str, "do": str, **need, **may}, need=tuple(need))
    if ("at" in row) == ("after" in row):
        raise ScenarioError(f'{where}: give either "at" (from the start) or "after" (from the step before)')
    at = _span(where, row["at"]) if "at" in row else end + _span(where, row["after"])
    if do == "suspend":
        _span(where, row["for"])
    return Step(number, at, do, {key: value for key, value in row.items() if key not in ("at", "after", "do")})


def _expect(number: int, row: Mapping[str, Any]) -> Expect:
    where = f"[[expect]] {number}"
    _known(where, row, _EXPECT, need=("where", "match"))
    place = row["where"]
    if place not in _PLACES and not place.startswith("file:"):
        raise ScenarioError(f'{where}: where = "{place}"; {did_you_mean(place, (*_PLACES, "file:PATH"))}')
    between = row.get("between")
    if between is not None and len(between) != 2:
        raise ScenarioError(f'{where}: between takes two spans, such as ["+1d", "+2d"]')
    least = row.get("count", row.get("min", 0 if "max" in row else 1))
    spans = tuple(_span(where, text) for text in between) if between else None
    return Expect(place, row["match"], least, row.get("count", row.get("max")), spans)
