"""Signals: the typed, timed facts that arrive from outside, and the only way anything arrives.

The list of types is open. A known type has a JSON Schema here (the edge that posts checks it, since schema validation is
a library's work); an unknown one is legal, is kept on the tape and appraises low.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecs.json_line import compact

TRUST = ("owner", "self", "host", "agent", "document", "stranger")


@dataclass(frozen=True, slots=True)
class Origin:
    """Who said it, by which way it came, and how far it is trusted (one of `TRUST`)."""

    who: str
    channel: str
    trust: str


HOST = Origin("host", "host", "host")


@dataclass(frozen=True, slots=True)
class Signal:
    """Applied after frame `frame` and before the next, in the order of `seq`. `at` is RFC 3339, for people only."""

    seq: int
    frame: int
    at: str
    type: str
    to: str
    payload: dict
    origin: Origin = HOST


class SignalError(ValueError):
    """The sender's fault: a signal that does not have the shape of its type."""


def to_line(signal: Signal) -> str:
    """The tape's line for a signal, without the newline."""
    origin = signal.origin
    return compact(
        {
            "seq": signal.seq, "frame": signal.frame, "at": signal.at, "type": signal.type, "to": signal.to,
            "payload": signal.payload, "origin": {"who": origin.who, "channel": origin.channel, "trust": origin.trust},
        }
    )


def from_record(record: dict) -> Signal:
    """The signal of a parsed line. Raises SignalError when a key is missing or of the wrong kind."""
    try:
        origin = record["origin"]
        signal = Signal(
            record["seq"], record["frame"], record["at"], record["type"], record["to"], record["payload"],
            Origin(origin["who"], origin["channel"], origin["trust"]),
        )
    except (KeyError, TypeError) as error:
        raise SignalError(f"not a signal: {error!r} is missing or wrong in {str(record)[:120]}") from None
    texts = (signal.at, signal.type, signal.to, signal.origin.who, signal.origin.channel, signal.origin.trust)
    if not (type(signal.seq) is type(signal.frame) is int and isinstance(signal.payload, dict) and all(isinstance(text, str) for text in texts)):
        raise SignalError(f"not a signal: seq and frame are integers, payload is an object, the rest is text, in {str(record)[:120]}")
    return signal


def _shape(required: dict, **optional: dict) -> dict:
    return {"type": "object", "properties": {**required, **optional}, "required": list(required), "additionalProperties": False}


_TEXT = {"type": "string", "maxLength": 100_000}
_WORD = {"type": "string", "minLength": 1, "maxLength": 200}
_FLAG = {"type": "boolean"}
_WHOLE = {"type": "integer", "minimum": -(2**62), "maximum": 2**62}
_COUNT = {"type": "integer", "minimum": 0, "maximum": 2**62}
_ERROR = {
    "anyOf": [
        {"type": "null"},
        {"type": "object", "properties": {"code": _WORD, "message": _TEXT, "hint": _TEXT, "passing": _FLAG}, "required": ["code", "message"], "additionalProperties": False},
    ]
}
_OFFSET = {"type": "integer", "minimum": -86_399, "maximum": 86_399}
_TRANSITIONS = {"type": "array", "maxItems": 4000, "items": {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": [_WHOLE, _OFFSET]}}
_FREE = {"type": "object"}

#: What each known type carries: {type: (who reads it, one line of meaning, JSON Schema of the payload)}.
SIGNALS: dict[str, tuple[str, str, dict]] = {
    "user_message": ("mind", "The owner said something on a channel.", _shape({"text": {**_TEXT, "minLength": 1}, "channel": _WORD, "message_id": _WORD})),
    "turn_committed": ("mind", "A turn's journal lines are in her folder (or the error that keeps them waiting).", _shape({"write": _WORD, "turn": _WORD, "commit": {"type": ["string", "null"]}, "error": _ERROR})),
    "user_present": ("mind", "Somebody is there on a channel.", _shape({"channel": _WORD, "can_hear": _FLAG})),
    "user_absent": ("mind", "A channel went away.", _shape({"channel": _WORD})),
    "timer": ("mind", "A timer is set (`minutes`), dropped (`cancel`), or has run out (neither).", {"type": "object", "properties": {"label": _TEXT, "minutes": {"type": "number", "minimum": 0, "maximum": 5_300_000}, "id": _WORD, "cancel": _WORD}}),
    "task_completion": ("mind", "A long work came to an end.", _FREE),
    "selfedit_decision": ("mind", "The owner approved or rejected a proposed edit; `edit` is its id or `latest`, `text` their own wording of the whole file. Rejecting an applied one takes it back.", _shape({"edit": _WORD, "approve": _FLAG}, text=_TEXT)),
    "wakeup": ("mind", "Wake at the next beat; nothing else is meant by it.", _shape({}, reason=_TEXT)),
    "fs_event": ("mind", "A file appeared, changed or went on her shelf.", _FREE),
    "vault_changed": ("mind", "Files of her folder were changed by another hand; their contents come along (null: deleted), or git's names for them (`kept`) where her systems read none.", _shape({"cause": {"enum": ["birth", "edit", "commit"]}, "files": {"type": "object", "additionalProperties": {"type": ["string", "null"]}}}, kept={"type": "object", "additionalProperties": {"type": "string", "pattern": "^[0-9a-f]{40}$"}}, signed=_WORD, commit=_WORD, author=_TEXT, message=_TEXT, at_us=_WHOLE, offset_s=_WHOLE)),
    "suspend_gap": ("mind", "Time passed without frames.", _shape({"us": _COUNT, "cause": {"enum": ["sleep", "off", "stall"]}})),
    "clock_changed": ("mind", "The machine's clock was set forward or back.", _shape({"us": _WHOLE})),
    "zone_changed": ("mind", "The machine's time zone, or its table of transitions.", _shape({"zone": _WORD, "transitions": _TRANSITIONS})),
    "trigger_fired": ("mind", "A schedule or webhook fired.", _FREE),
    "peer_message": ("mind", "Another agent said something.", _FREE),
    "percept": ("mind", "What a body perceives.", _FREE),
    "model_delta": ("turn", "A piece of a model's answer.", _shape({"ask": _WORD, "kind": {"enum": ["text", "reasoning"]}, "text": _TEXT})),
    "model_done": ("turn", "A model's answer is complete, cut or failed.", {"type": "object", "properties": {"ask": _WORD, "finish": {"enum": ["stop", "length", "cancelled", "error"]}, "error": _ERROR, "tokens_in": _COUNT, "tokens_out": _COUNT, "cached": _COUNT, "provider": _TEXT, "fell_back_from": _TEXT}, "required": ["ask", "finish"]}),
    "embedded": ("store", "An embedder's answer.", _FREE),
    "recalled": ("store", "What the memory index found.", _shape({"recall": _WORD, "mode": {"enum": ["hybrid", "keyword", "none"]}, "hits": {"type": "array", "maxItems": 100, "items": _shape({"turn": _WORD, "at": _WORD, "text": _TEXT, "kind": {"enum": ["turn", "fact"]}, "score": _COUNT}, trust=_WORD)}})),
    "forgotten": ("store", "What the memory index let go.", _shape({"forget": _WORD, "turns": {"type": "array", "items": _WORD}, "rows": _COUNT})),
    "parsed": ("mind", "A file on her shelf was read, refused, renamed or taken away.", _shape({"path": _WORD, "state": {"enum": ["shelved", "refused", "gone"]}}, reason=_TEXT, title=_TEXT, passages=_COUNT, characters=_COUNT, renamed_from=_TEXT)),
    "found": ("store", "What the shelf's index found.", _shape({"search": _WORD, "mode": {"enum": ["hybrid", "keyword", "none"]}, "hits": {"type": "array", "maxItems": 100, "items": _shape({"doc": _WORD, "title": _TEXT, "start": _COUNT, "end": _COUNT, "heading": _TEXT, "page": _TEXT, "text": _TEXT, "score": _COUNT})}})),
    "tool_result": ("turn", "A tool's answer.", _FREE),
    "delivered": ("turn", "A channel confirmed a line.", _FREE),
    "written": ("turn", "A change to her folder is done (commit id, or null when nothing changed) or failed.", _shape({"write": _WORD, "commit": {"type": ["string", "null"]}, "error": _ERROR}, turn=_TEXT)),
    "failed": ("turn", "An edge could not do what was asked.", _shape({"what": _WORD, "error": _ERROR})),
    "attach": ("body", "A mind or agent takes a body.", _FREE),
    "detach": ("body", "A mind or agent leaves its body.", _FREE),
    "intent": ("body", "What a mind wants its body to do.", _FREE),
    "author": ("host", "A change to the world by someone who may.", _FREE),
    "command": ("host", "The host's own word: dials at start, shutdown.", _shape({"name": _WORD}, values=_FREE)),
    "cancel": ("turn", "The owner cut her answer (stop, Ctrl-C, voice).", _shape({}, turn=_TEXT, channel=_WORD)),
    "health": ("host", "The state of a part of the host.", _shape({"part": _WORD, "state": _WORD}, text=_TEXT)),
}
