"""Change the owner's config.toml: one dial at a time, comments kept, the former file beside it as config.toml.bak."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from yurios.config import ConfigError, Setting, check_text, find_dial, load, read_toml
from yurios.dials import DialError, Value
from yurios.home import Home


@dataclass(frozen=True)
class Change:
    """What one edit did to a dial of the file; `old` and `new` are the values before and after."""

    key: str
    old: Value
    new: Value


def set_dial(home: Home, key: str, text: str) -> Change:
    """Write one dial as a person typed it and read it back; ConfigError leaves the file as it was."""
    dial = find_dial(key, "config set", text)
    try:
        value = dial.from_text(text)
    except DialError as error:
        raise ConfigError(f"config set: {key} {error}.") from None
    path = _real(home)
    before = read_toml(path)
    old = _of_file(home, check_text(before, path))[key].value
    after = _edited(before, key, value, path)
    _of_file(home, check_text(after, path))
    _replace(path, before, after)
    return Change(key, old, check_text(read_toml(path), path)[key].value)


def undo(home: Home) -> tuple[Change, ...]:
    """Swap config.toml with the file before the last edit, so that a second undo is a redo; the dials that changed.

    The file put aside need not be valid: undo is also the way out of a broken edit.
    """
    path = _real(home)
    backup = _backup(path)
    if not backup.exists():
        raise ConfigError(f"There is nothing to undo: {backup} does not exist.")
    broken, wanted = read_toml(path), read_toml(backup)
    new = _of_file(home, check_text(wanted, backup))
    _replace(path, broken, wanted)
    try:
        old = _of_file(home, check_text(broken, path))
    except ConfigError:
        return ()
    return tuple(Change(key, old[key].value, new[key].value) for key in new if old[key].value != new[key].value)


def _of_file(home: Home, layer: dict[str, Setting]) -> dict[str, Setting]:
    """All dials as this file alone would set them; ConfigError when they do not fit together."""
    scenario = {key: setting.value for key, setting in layer.items()}
    return dict(load(None, {}, scenario=scenario).settings)


def _edited(text: str, key: str, value: Value, path: Path) -> str:
    section, name = key.split(".", 1)
    try:
        document = tomlkit.parse(text)
        # An owner may have written either form; a second one beside it would be a key that stands there twice.
        if key in document:
            document[key] = value
        else:
            document.setdefault(section, tomlkit.table())[name] = value
        return tomlkit.dumps(document)
    except (TOMLKitError, TypeError, AttributeError) as error:
        raise ConfigError(f"{path} could not be edited: {error}. Set {key} there by hand.") from None


def _real(home: Home) -> Path:
    """The file itself where config.toml is a link, so that a rename replaces the file and not the link."""
    return Path(os.path.realpath(home.config_path))


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def _replace(path: Path, before: str, after: str) -> None:
    """Put `after` in the file's place if it still holds `before`, which becomes the backup."""
    try:
        _write(_backup(path), before)
        if read_toml(path) != before:
            raise ConfigError(f"{path} was changed by another program just now. Look at it, then try again.")
        _write(path, after)
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}. Nothing was changed.") from None
    if read_toml(path) != after:
        raise ConfigError(f"{path} does not hold what was written. {_backup(path)} holds what stood there before.")


def _write(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
