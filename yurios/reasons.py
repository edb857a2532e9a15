"""The trace in words: why she did, or did not do, what she last weighed."""

from __future__ import annotations

import json
from collections.abc import Sequence

_STATES = {"ENGAGED": "in the talk with you", "IDLE": "awake, with nobody talking", "DORMANT": "resting", "DREAM": "dreaming"}


def why_sentence(lines: Sequence[str], acts: Sequence[str] = ()) -> str:
    """A sentence or two: why she last spoke first or kept silent, and what she last weighed.

    `lines` are the newest trace lines, `acts` the newest of those on which she did more than rest.
    """
    ticks = [json.loads(line) for line in lines]
    if not ticks:
        return "Her mind has not ticked yet in this session; the trace is in traces/ticks.jsonl of her folder."
    weighed = next((tick for tick in reversed(ticks) if tick["sensed"]), ticks[-1])
    act = json.loads(acts[-1]) if acts else next((tick for tick in reversed(ticks) if tick["acted"]), None)
    if act is not None:
        return _acted(act) + _since(act, ticks[-1])
    return _say(weighed) + _since(weighed, ticks[-1])


def _since(tick: dict, newest: dict) -> str:
    count = newest["tick"] - tick["tick"]
    return f" Since then she has rested through {count} tick{'s' * (count != 1)}." if count > 0 else ""


def _acted(tick: dict) -> str:
    """One act in words."""
    acted, gate, about = tick["acted"], tick["gate2"], tick["decided"]["ref"]
    when, kind = f"At {tick['at'][11:16]}", acted["kind"]
    if kind == "announce":
        return f"{when} she announced {', '.join(acted.get('refs', [about]))}, because you had asked for it at that time; that needs no good moment."
    if kind == "silent" and gate is None:
        return f"{when} she said nothing about {about}: {acted.get('why', 'no words came')}."
    if kind == "silent":
        held = f" ({gate['blocked_by']})" if gate["blocked_by"] else ""
        return f"{when} she did not speak of {about}, because {gate.get('because') or 'it was not worth it'}{held}. {_factors(gate)}".rstrip()
    if "started" in acted:
        return f"{when} she began to put {about} into words; before it is said the moment is weighed again. {_gate(gate) if gate else ''}".rstrip()
    if gate is None:
        return f"{when} she was at work on {about}, in quiet."
    verb = {"speak": "spoke first", "suggest": "left a line", "write": "wrote a line, since nobody was there,"}.get(kind, kind)
    return f"{when} she {verb} about {about}, because the moment was good enough: {gate['score']:g} against {gate['threshold']:g}. {_factors(gate)}".rstrip()


def _factors(gate: dict) -> str:
    parts = ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in gate["factors"].items())
    return f"What counted: {parts}." if parts else ""


def _say(tick: dict) -> str:
    felt = ", ".join(sorted({one["type"].replace("_", " ") for one in tick["sensed"]})) or "nothing"
    where = _STATES.get(tick["state"], tick["state"])
    chose = tick["decided"]["intention"].replace("_", " ")
    why = _gate(tick["gate2"]) if tick["gate2"] else _best(tick)
    return f"At {tick['at'][11:19]}, {where}, she sensed {felt} and chose to {chose}. {why}"


def _best(tick: dict) -> str:
    if not tick["appraised"]:
        return "Nothing called for an act."
    best = tick["appraised"][0]
    parts = ", ".join(f"{name} {value:g}" for name, value in best["why"].items())
    return f"What stirred her most was {best['ref']} ({best['score']:g}: {parts}); a talk is answered by the turn itself."


def _gate(gate: dict) -> str:
    blocked = f", held back by {gate['blocked_by'].replace('_', ' ')}" if gate.get("blocked_by") else ""
    return f"On speaking first: {gate['outcome']}{blocked}, {gate['score']:g} against {gate['threshold']:g}."
