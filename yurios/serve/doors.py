"""What can be asked of the server: each door with who may use it and what it answers. Answers run on threads of their own."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from yurios import __version__, host_commands
from yurios.host import Host, NotThere, Unreachable
from yurios.serve.refusal import Refusal, bad

LONGEST_TEXT = 100_000
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}")
OWNER = ("owner",)


@dataclass(frozen=True)
class Asked:
    """One checked request: whose it is, and what it holds."""

    role: str
    body: dict = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    path: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Door:
    """`roles` are who may use it; () leaves it open. `may` are the keys a body may have, None for any."""

    method: str
    path: str
    roles: tuple[str, ...]
    answer: Callable[[Host, Asked], dict]
    status: int = 200
    may: tuple[str, ...] | None = ()


def body_of(data: bytes, kind: str, may: tuple[str, ...] | None) -> dict:
    """The JSON object of a body; {} when it is empty. Raises Refusal."""
    if not data:
        return {}
    if kind.split(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "not_json", "A body is JSON.", "Send Content-Type: application/json.")
    try:
        body = json.loads(data, parse_constant=_no_number)
        json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise bad("The body is not JSON text in UTF-8.") from None
    if not isinstance(body, dict):
        raise bad("The body is a JSON object.")
    unknown = [] if may is None else sorted(set(body) - set(may))
    if unknown:
        raise bad(f"There is no {unknown[0][:40]!r} here.", f"It takes {', '.join(may) or 'nothing'}.")
    return body


def _no_number(text: str) -> None:
    raise ValueError(text)


def _word(asked: Asked, key: str, default: str) -> str:
    found = asked.body.get(key, default)
    if not isinstance(found, str) or not _WORD.fullmatch(found):
        raise bad(f"{key} is a word of letters, digits and _ . : - , at most 100.")
    return found


def _count(asked: Asked, key: str, default: int, most: int) -> int:
    text = asked.query.get(key, str(default))
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and 1 <= int(text) <= most):
        raise bad(f"{key} is a whole number from 1 to {most}.")
    return int(text)


def health(host: Host, asked: Asked) -> dict:
    """Open to all: whether she runs. To the owner: what does not."""
    found = host.health()
    more = {key: found.get(key) for key in ("paused", "notices", "checked")} if asked.role == "owner" else {}
    return {"status": "degraded" if found.get("paused") else "ok", "version": __version__, **more}


def chat(host: Host, asked: Asked) -> dict:
    """A message for her, durable when this answers; or a command of the host, answered here."""
    text = asked.body.get("text")
    if not isinstance(text, str) or not text.strip():
        raise bad("text is what you say to her, and not empty.")
    if len(text) > LONGEST_TEXT:
        raise Refusal(413, "too_large", f"A message holds at most {LONGEST_TEXT:,} characters.", "A document goes on her shelf as a file.")
    session, channel = _word(asked, "session_id", "default"), _word(asked, "channel", "page")
    message_id = _word(asked, "message_id", uuid.uuid4().hex)
    if host_commands.is_command(text):
        return {"command": True, "answer": host_commands.answer(host, text)}
    host.say(text, channel=channel, message_id=message_id)
    return {"message_id": message_id, "session_id": session, "channel": channel}


def cancel(host: Host, asked: Asked) -> dict:
    host.cancel()
    return {"cancelled": True}


def history(host: Host, asked: Asked) -> dict:
    return {"messages": host.history(_count(asked, "n", 50, 500))}


def mind(host: Host, asked: Asked) -> dict:
    """Her state as the simulation has it, why she spoke or did not, and what waits for the owner's word."""
    return {**host.inner(), "why": host.why(), "edits": [one for one in host.edits() if one["stands"] == "pending"]}


def journal(host: Host, asked: Asked) -> dict:
    return {"days": host.journal(_count(asked, "days", 1, 366))}


def trace(host: Host, asked: Asked) -> dict:
    return {"ticks": host.trace(_count(asked, "n", 20, 1000))}


def decide(host: Host, asked: Asked) -> dict:
    approve = asked.body.get("approve")
    if not isinstance(approve, bool):
        raise bad("approve is true or false.")
    edit = asked.path["id"]
    if edit not in [one["id"] for one in host.edits() if one["stands"] == "pending"]:
        raise NotThere(f"No edit {edit[:40]} waits for a decision.")
    return {"edit": edit, "approve": approve, "said": host.decide(edit, approve)}


def fire(host: Host, asked: Asked) -> dict:
    host.fire(asked.path["id"], asked.body, "owner" if asked.role == "owner" else "agent")
    return {"trigger": asked.path["id"]}


DOORS = (
    Door("GET", "/api/health", (), health),
    Door("GET", "/api/history", OWNER, history),
    Door("POST", "/api/chat", OWNER, chat, 202, ("text", "session_id", "channel", "message_id")),
    Door("POST", "/api/chat/cancel", OWNER, cancel, 202),
    Door("GET", "/api/mind", OWNER, mind),
    Door("GET", "/api/mind/journal", OWNER, journal),
    Door("GET", "/api/mind/trace", OWNER, trace),
    Door("POST", "/api/mind/edits/{id}", OWNER, decide, 202, ("approve",)),
    Door("POST", "/api/triggers/{id}", ("owner", "agent"), fire, 202, None),
)


def answered(door: Door, host: Host, asked: Asked) -> dict:
    """What the door answers. Raises Refusal, and nothing else that a request could cause."""
    try:
        return door.answer(host, asked)
    except NotThere as error:
        raise Refusal(404, "not_there", str(error), "GET /api/mind lists what waits.") from None
    except Unreachable as error:
        raise Refusal(503, "unreachable", str(error), "Try again; run.py doctor tells what does not run.") from None
