"""The dials as people read them: the list of `config`, the lines of `config explain`, and the table of docs/dials.md."""

from __future__ import annotations

import json
from collections.abc import Iterable

from yurios.config import Setting
from yurios.dials import TABLE, Dial, Value


def toml(value: Value) -> str:
    """A value as it stands in config.toml."""
    return json.dumps(value, ensure_ascii=False)  # for these types JSON and TOML agree


def listing(settings: Iterable[Setting]) -> str:
    """Each dial with its value, where the value came from, and its meaning below."""
    return "\n".join(f"{_value(one)}  ({one.source})\n    {one.dial.meaning}" for one in settings)


def explanation(settings: Iterable[Setting]) -> str:
    """The listing, and for each dial its default, range and environment variable."""
    return "\n\n".join(f"{listing([one])}\n    {_takes(one.dial)}\n    {one.dial.variable}" for one in settings)


def record(setting: Setting) -> dict[str, object]:
    """One dial for a program."""
    dial = setting.dial
    return {
        "key": dial.key,
        "value": setting.value,
        "source": setting.source,
        "default": dial.default,
        "kind": dial.kind,
        "unit": dial.unit,
        "range": dial.range,
        "meaning": dial.meaning,
        "variable": dial.variable,
    }


def table() -> str:
    """Every dial as a Markdown table, a heading for each section."""
    lines: list[str] = []
    for dial in TABLE:
        if not any(line == f"## {dial.section}" for line in lines):
            lines += ["", f"## {dial.section}", "", "| dial | default | range | meaning |", "|---|---|---|---|"]
        lines.append(f"| `{dial.key}` | `{toml(dial.default)}` | {_range(dial)} | {dial.meaning} |")
    return "\n".join(lines[1:]) + "\n"


def _value(setting: Setting) -> str:
    unit = f" {setting.dial.unit}" if setting.dial.unit else ""
    return f"{setting.dial.key} = {toml(setting.value)}{unit}"


def _range(dial: Dial) -> str:
    return f"{dial.range} {dial.unit}".strip()


def _takes(dial: Dial) -> str:
    return f"takes {_range(dial)}; default {toml(dial.default)}"
