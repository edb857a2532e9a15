"""Read every dial once into a frozen Config, each value with where it came from.

Later layers win: default, config.toml, environment, then the command line or a scenario's [dials]. An unknown key, a
wrong type or a value out of range stops the program with a sentence. What each dial is: `yurios.dials`.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from yurios.dials import DIALS, TABLE, Dial, DialError, Value, minutes, shown
from yurios.home import Home

# Variables of ours that are no dials.
_NO_DIALS = frozenset({"YURIOS_HOME"})
_WEIGHTS = tuple(dial.key for dial in TABLE if dial.key.startswith("mind.weight_"))


class ConfigError(Exception):
    """A dial is set wrongly; the message names the key, where it stands, what was found, and what would be right."""


@dataclass(frozen=True)
class Setting:
    """One dial's value; `source` is "default", "config.toml", "environment", "command line" or "scenario [dials]"."""

    dial: Dial
    value: Value
    source: str


@dataclass(frozen=True)
class Config:
    """Every dial has a setting. `notices` are legal choices that probably surprise, a sentence each."""

    settings: Mapping[str, Setting]
    notices: tuple[str, ...] = ()

    def __getitem__(self, key: str) -> Value:
        return self.settings[key].value

    def window(self, key: str) -> tuple[int, int] | None:
        """A window dial in minutes of the day (start, end), the end perhaps before the start; None for never."""
        return minutes(str(self[key]))


def load(
    home: Home | None,
    environ: Mapping[str, str],
    overrides: Mapping[str, str] = MappingProxyType({}),
    scenario: Mapping[str, object] = MappingProxyType({}),
) -> Config:
    """The dials of this run; raises ConfigError.

    `overrides` are texts from the command line, `scenario` the typed values of [dials]. A scenario reads no home and
    no environment: give None and {}.
    """
    settings = {dial.key: Setting(dial, dial.default, "default") for dial in TABLE}
    settings |= _file_layer(home.config_path) if home else {}
    settings |= _environ_layer(environ)
    settings |= _text_layer(overrides.items(), "command line", "the command line")
    settings |= _typed_layer(_flat(scenario), "scenario [dials]", "the scenario's [dials]")
    return Config(MappingProxyType(settings), weigh(settings))


def nearest(word: str, words: list[str]) -> str:
    """The one of `words` a person most likely meant, or ""."""
    found = difflib.get_close_matches(word, words, n=1, cutoff=0.5)
    return found[0] if found else ""


def find_dial(key: str, where: str, found: object = None) -> Dial:
    """The dial called `key`; ConfigError names the nearest one when there is none."""
    if key in DIALS:
        return DIALS[key]
    meant = nearest(key, list(DIALS))
    what = "" if found is None else f" (found {shown(found)})"
    hint = f"; did you mean {meant}?" if meant else "."
    raise ConfigError(f'{where}: there is no dial "{_safe(key)}"{what}{hint} "run.py config" lists them all.')


def weigh(settings: Mapping[str, Setting]) -> tuple[str, ...]:
    """Check the five weights together. 0 or more than 2 in all is refused, other sums than 1 are pointed out.

    Why not exactly 1: the dials are set one at a time, so every path from one sound set to another passes odd sums.
    """
    total = round(sum(float(settings[key].value) for key in _WEIGHTS), 6)
    threshold = float(settings["mind.interrupt_threshold"].value)
    if not 0 < total <= 2:
        raise ConfigError(f"The five mind.weight_* dials add up to {total:g}; they must add up to more than 0 and at most 2, best to 1.")
    if total < threshold:
        return (f"The five mind.weight_* dials add up to {total:g}, less than mind.interrupt_threshold ({threshold:g}): she will never speak first.",)
    if abs(total - 1) > 0.001:
        return (f"The five mind.weight_* dials add up to {total:g}, not 1: thresholds no longer read as shares of a perfect moment.",)
    return ()


def read_toml(path: Path) -> str:
    """The file's text without a byte order mark, "" when there is none; ConfigError when it cannot be read."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8 text. Save it again as UTF-8.") from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}. Make it readable, or move it away.") from None


def check_text(text: str, path: Path) -> dict[str, Setting]:
    """The settings a config.toml of this text holds; ConfigError when it is no TOML or holds what is no dial."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib passes on what int() and deep nesting raise
        raise ConfigError(f"{path} is not valid TOML: {error}. Mend that line, or run 'run.py config undo'.") from None
    return _typed_layer(_flat(table), "config.toml", str(path))


def _file_layer(path: Path) -> dict[str, Setting]:
    return check_text(read_toml(path), path)


def _environ_layer(environ: Mapping[str, str]) -> dict[str, Setting]:
    variables = {dial.variable: dial for dial in TABLE}
    layer = {}
    for name in sorted(environ):
        if name in variables:
            layer |= _text_layer([(variables[name].key, environ[name])], "environment", f"environment {name}")
        elif name not in _NO_DIALS and _looks_like_a_dial(name, variables):
            meant = nearest(name, list(variables))
            raise ConfigError(f'environment: {_safe(name)} is no dial (found {shown(environ[name])}); did you mean {meant}? Correct it or unset it.')
    return layer


def _looks_like_a_dial(name: str, variables: Mapping[str, Dial]) -> bool:
    """Ours by its section, or so near to a dial that it must be a slip (YURIOS_MNID_ENABLED)."""
    ours = any(name.startswith(f"YURIOS_{dial.section.upper()}_") for dial in variables.values())
    return ours or (name.startswith("YURIOS_") and bool(difflib.get_close_matches(name, variables, n=1, cutoff=0.85)))


def _text_layer(pairs: Iterable[tuple[str, str]], source: str, where: str) -> dict[str, Setting]:
    return {key: _setting(key, text, source, where, Dial.from_text) for key, text in pairs}


def _typed_layer(pairs: Iterable[tuple[str, object]], source: str, where: str) -> dict[str, Setting]:
    layer: dict[str, Setting] = {}
    for key, value in pairs:
        if key in layer:
            raise ConfigError(f"{where}: {key} stands there twice. Keep one of the two.")
        layer[key] = _setting(key, value, source, where, Dial.check)
    return layer


def _setting(key: str, value: object, source: str, where: str, read: Callable[[Dial, object], Value]) -> Setting:
    found = find_dial(key, where, value)
    try:
        return Setting(found, read(found, value), source)
    except DialError as error:
        raise ConfigError(f"{where}: {key} {error}.") from None


def _flat(table: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    """Nested tables as dotted keys, in file order; a quoted "mind.enabled" counts as the same key."""
    for key, value in table.items():
        if isinstance(value, dict) and value and before + key not in DIALS:
            yield from _flat(value, f"{before}{key}.")
        elif not (isinstance(value, dict) and not value and any(d.section == before + key for d in TABLE)):
            yield before + key, value


def _safe(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text[:80])
