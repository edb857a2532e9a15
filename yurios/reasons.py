"""The trace in words: why she did, or did not do, what she last weighed."""

from __future__ import annotations

import json
from collections.abc import Sequence

_STATES = {"ENGAGED": "in the talk with you", "IDLE": "awake, with nobody talking", "DORMANT": "resting", "DREAM": "dreaming"}


def why_sentence(lines: Sequence[str]) -> str:
    """A sentence or two about the newest decision that is more than an empty tick, and the newest of all."""
    ticks = [json.loads(line) for line in lines]
    if not ticks:
        return "Her mind has not ticked yet in this session; the trace is in traces/ticks.jsonl of her folder."
    weighed = next((tick for tick in reversed(ticks) if tick["sensed"]), ticks[-1])
    return _say(weighed) + ("" if weighed is ticks[-1] else f" Since then she has rested through {ticks[-1]['tick'] - weighed['tick']} ticks.")


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
