"""Who may come in: a bearer token for each role in `<home>/tokens.json`, and links that give the page its token once."""

from __future__ import annotations

import hmac
import json
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROLES = ("owner", "agent", "author", "viewer", "npc-host")
SHORTEST = 16
#: A link that nobody opened is worth nothing after so long.
LINK_S = 600.0
MOST_LINKS = 20


class TokensError(Exception):
    """The file of tokens cannot be used; the message says why and what to do."""


def read_tokens(path: Path) -> dict[str, str]:
    """{role: token} as the file has them; {} when there is none. Raises TokensError."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise TokensError(f"{path} cannot be read ({_why(error)}). Mend it, or delete it: then new tokens are made.") from None
    usual = isinstance(found, dict) and all(isinstance(one, str) and len(one) >= SHORTEST and one.isascii() and one.isprintable() for one in found.values())
    if not usual or len(set(found.values())) < len(found):
        raise TokensError(f"{path} must give each role a token of its own, {SHORTEST} ASCII characters or more. Mend it, or delete it: then new tokens are made.")
    return found


def _why(error: Exception) -> str:
    """Never the content: a JSON fault may quote a token."""
    return (error.strerror or type(error).__name__) if isinstance(error, OSError) else "it is not JSON text"


def make_tokens(path: Path) -> dict[str, str]:
    """The tokens of the file, after one was made for each role that had none. The file is the owner's alone (0600)."""
    found = read_tokens(path)
    missing = {role: secrets.token_urlsafe(32) for role in ROLES if role not in found}
    try:
        if missing:
            _write(path, found | missing)
        elif os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        raise TokensError(f"{path} cannot be written ({_why(error)}). Free some space, or mend its rights.") from None
    return found | missing


def _write(path: Path, tokens: Mapping[str, str]) -> None:
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(json.dumps(tokens, indent=1) + "\n")
    os.replace(fresh, path)


def role_of(token: str, tokens: Mapping[str, str]) -> str:
    """Whose token it is, or "". Every token is compared, so that time tells nothing."""
    given, found = token.encode("utf-8", "replace"), ""
    for role, known in tokens.items():
        found = role if hmac.compare_digest(given, known.encode()) else found
    return found


class Links:
    """Codes that open the page once. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._codes, self._lock = clock, {}, threading.Lock()

    def make(self) -> str:
        """A new code; the oldest gives way when there are too many."""
        with self._lock:
            code = secrets.token_urlsafe(24)
            self._codes[code] = self._clock() + LINK_S
            while len(self._codes) > MOST_LINKS:
                del self._codes[next(iter(self._codes))]
            return code

    def spend(self, code: str) -> bool:
        """True the first time a living code is given."""
        with self._lock:
            return self._codes.pop(code, 0.0) > self._clock()
