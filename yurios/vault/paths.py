"""The jail: which paths of a vault may be named at all, and which may be written.

Pure text rules, the same on every machine, so that a vault can move between them. That a name is not a link is checked
where files are touched (`folder`), because only the disk knows.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from yurios.vault.trouble import VaultError

MAX_BYTES, MAX_PART_BYTES, MAX_DEPTH = 1024, 255, 32
FORBIDDEN = frozenset('\\:<>"|?*')
RESERVED = re.compile(r"(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\..*)?")
SHORT_NAME = re.compile(r"[^.]{1,6}~[0-9]+(\.[^.]{0,3})?")
CONSTITUTION = "constitution.md"

IGNORED_FOLDERS = ("memory/index/", "knowledge/index/", "traces/")
IGNORED_FILES = frozenset({"world/situation.md", "world/state.json"})
KEPT_STATE = "state/pending_edits.json"


class PathRefused(VaultError):
    """A path that would leave the vault, or touch what may not be touched. Asking again gets the same answer."""

    passing = False

    def __init__(self, path: str, why: str, hint: str = "Use a plain relative path inside the vault, such as memory/summary.md.") -> None:
        super().__init__("refused", f"The path {path!r} was refused: {why}.", hint)
        self.path = path


@dataclass(frozen=True, slots=True)
class GateToken:
    """Shows that the self-edit gate allowed a change to `soul/`; names the edit that was approved."""

    edit: str


def canonical(path: str) -> str:
    """The path unchanged, when it is a relative path that means one file inside the vault on every machine.

    Raises `PathRefused` otherwise: nothing is repaired, because a repaired path is one nobody asked for.
    """
    if not path or path.startswith("/"):
        raise PathRefused(path, "it is empty or absolute")
    if len(_encoded(path)) > MAX_BYTES:
        raise PathRefused(path[:40] + "…", "it is too long")
    parts = path.split("/")
    if len(parts) > MAX_DEPTH:
        raise PathRefused(path[:40] + "…", "it is too deep")
    for part in parts:
        _check_part(path, part)
    return path


def _encoded(path: str) -> bytes:
    try:
        return path.encode("utf-8")
    except UnicodeEncodeError:
        raise PathRefused(path, "it holds half a character") from None


def _check_part(path: str, part: str) -> None:
    folded = fold(part)
    if part in ("", ".", ".."):
        raise PathRefused(path, "it has an empty, '.' or '..' part")
    if len(part.encode("utf-8")) > MAX_PART_BYTES:
        raise PathRefused(path[:40] + "…", "one of its names is too long")
    if any(unicodedata.category(letter) == "Cc" for letter in part):
        raise PathRefused(path, "it holds a control character")
    if FORBIDDEN.intersection(part):
        raise PathRefused(path, "it holds a character that is not a name on every machine")
    if part != part.rstrip(". "):
        raise PathRefused(path, "one of its names ends in a dot or a space")
    if part != unicodedata.normalize("NFC", part):
        raise PathRefused(path, "its letters are not in the composed form (NFC)")
    if RESERVED.fullmatch(folded):
        raise PathRefused(path, "one of its names is a device on Windows")
    if SHORT_NAME.fullmatch(folded):
        raise PathRefused(path, "one of its names could be the short name of another file on Windows")
    if folded.rstrip(". ") == ".git":
        raise PathRefused(path, "git's own folder is not part of her mind")


def fold(name: str) -> str:
    """The name as the most forgiving file system sees it: case, width, composition and invisible marks do not count."""
    if name.isascii():
        return name.lower()
    visible = "".join(letter for letter in name if unicodedata.category(letter) != "Cf")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())


def writable(path: str, token: GateToken | None = None) -> str:
    """The path, when she may write it. The constitution never; `soul/` only with the gate's token; git's settings never."""
    parts = [fold(part) for part in canonical(path).split("/")]
    if parts[-1] == CONSTITUTION or CONSTITUTION in parts:
        raise PathRefused(path, "the constitution is the owner's alone", "Only the owner changes it, with their own editor.")
    if any(part.startswith(".git") for part in parts):
        raise PathRefused(path, "git's settings are the owner's")
    if parts[0] == "soul" and token is None:
        raise PathRefused(path, "who she is changes only through the gate", "Propose the edit; the owner decides on it.")
    return path


def ignored(path: str) -> bool:
    """Whether git ignores the path: written to disk, never committed. `.gitignore` says the same to the owner's git."""
    if path.startswith("state/"):
        return path != KEPT_STATE
    return path in IGNORED_FILES or path.startswith(IGNORED_FOLDERS)
