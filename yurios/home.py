"""Where everything of one owner lies: config, tokens, models, tapes, worlds, and each resident's folder.

`open_home` finds the folder and makes it; what is inside is made by whoever writes it first. Nothing here reads a file.
"""

from __future__ import annotations

import tempfile
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

# What Windows refuses in a file name, refused everywhere: a home may move to another machine.
_FORBIDDEN = frozenset('<>:"/\\|?*')
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "clock$", "conin$", "conout$"]
    + [f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"]
)
_LONGEST_NAME = 64


class HomeError(Exception):
    """The home cannot be used; the message says why and what to do."""


class NameRefused(HomeError):
    """A resident's name cannot be a folder on every system."""


@dataclass(frozen=True)
class Resident:
    """One resident's folder. `name` is the folder's name, which is the given name in lower case."""

    name: str
    path: Path

    @property
    def vault(self) -> Path:
        return self.path / "vault"


@dataclass(frozen=True)
class Home:
    """The owner's folder, as an absolute path. The folder exists; its parts may not yet."""

    path: Path

    @property
    def config_path(self) -> Path:
        return self.path / "config.toml"

    @property
    def tokens_path(self) -> Path:
        return self.path / "tokens.json"

    @property
    def typed_path(self) -> Path:
        """The terminal's history of typed lines."""
        return self.path / "terminal_history"

    @property
    def providers(self) -> Path:
        return self.path / "providers"

    @property
    def items(self) -> Path:
        return self.path / "items"

    @property
    def models(self) -> Path:
        return self.path / "models"

    @property
    def tapes(self) -> Path:
        return self.path / "tapes"

    @property
    def worlds(self) -> Path:
        return self.path / "worlds"

    @property
    def audit(self) -> Path:
        return self.path / "audit"

    def resident(self, name: str) -> Resident:
        """The folder of the resident called `name`; raises NameRefused when no system could hold that folder."""
        folder = folder_name(name)
        return Resident(folder, self.path / "residents" / folder)


def folder_name(name: str) -> str:
    """`name` as a folder that is the same one on Linux, macOS and Windows: NFC and lower case."""
    folder = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    reason = _why_not(folder)
    if reason:
        shown = "".join(c if c.isprintable() else "?" for c in name)
        raise NameRefused(f'"{shown[:80]}" cannot name a resident: {reason}. Choose a name of letters, such as "yuri".')
    return folder


def _why_not(folder: str) -> str:
    """The reason a folder cannot have this name, or ""."""
    if not folder.strip():
        return "it is empty"
    if len(folder) > _LONGEST_NAME or len(folder.encode("utf-8", "replace")) > 4 * _LONGEST_NAME:
        return f"it is longer than {_LONGEST_NAME} characters"
    bad = sorted({c for c in folder if c in _FORBIDDEN or unicodedata.category(c)[0] == "C"})
    if bad:
        return f"a folder's name cannot hold {', '.join(c if c.isprintable() else f'U+{ord(c):04X}' for c in bad)}"
    if folder[0] in ". " or folder[-1] in ". ":
        return "it begins or ends with a dot or a space"
    if folder.split(".")[0].rstrip() in _DEVICES:
        return "Windows keeps that word for a device"
    return ""


def open_home(argument: str | None, environ: Mapping[str, str]) -> Home:
    """The home named by `--home`, else by YURIOS_HOME, else the platform's data folder; made when missing.

    A new folder is open to its owner alone (0700); one that exists keeps the rights its owner gave it.
    Raises HomeError, a sentence, when it cannot be made or written.
    """
    path = _absolute(argument or environ.get("YURIOS_HOME") or platformdirs.user_data_dir("yurios", appauthor=False))
    try:
        _make(path)
        # Rights alone do not tell (root, read-only disks, full quotas): only a write does.
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        reason = error.strerror or str(error)
        raise HomeError(f"{path} cannot be her home: {reason}. Choose a folder you can write with --home or YURIOS_HOME.") from None
    return Home(path)


def _absolute(text: str) -> Path:
    try:
        return Path(text).expanduser().resolve()
    except (RuntimeError, ValueError, OSError) as error:
        raise HomeError(f"{text!r} is not a folder's path: {error}. Choose another with --home or YURIOS_HOME.") from None


def _make(path: Path) -> None:
    if path.is_dir():
        return
    path.mkdir(parents=True, exist_ok=True)
    path.chmod(0o700)  # mkdir's own mode is cut by the umask, and a strange umask may cut the owner out
