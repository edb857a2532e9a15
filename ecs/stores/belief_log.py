"""`world/beliefs.jsonl`: one JSON object a line, only ever added to. From it the store can be made again.

    {"do":"add","id":12,"subject":"Ana","relation":"live","object":"Lyon","sign":1,"state":true,"from":"2026-03-01T00:00:00.000000+01:00", …}
    {"do":"close","id":7,"at":"2026-03-29T10:15:00.000000+02:00"}
    {"do":"hide","id":3}

`from` and `to` are null where the interval is open. A line that can't be read is kept aside and reported, never dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from ecs.clock import Clock, civil_at
from ecs.stores.belief import ALWAYS, FOREVER, Belief
from ecs.stores.belief_rows import Rows

PATH = "world/beliefs.jsonl"
GRAINS = ("unknown", "day", "week", "month", "season", "year", "decade")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that says nothing: its number from 1, the text as it stands, and why."""

    number: int
    text: str
    why: str


def lines(changes: Iterable[tuple[str, Belief]], clock: Clock) -> str:
    """The log's lines for what `Beliefs.take_changes` gave, each with its newline."""
    return "".join(json.dumps(_record(verb, belief, clock), ensure_ascii=False, separators=(",", ":")) + "\n" for verb, belief in changes)


def parse(text: str) -> tuple[list[dict], list[BadLine]]:
    """(records in order, lines that are none). A cut-off last line hides no other."""
    records, bad = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            records.append(_checked(record))
        except (ValueError, KeyError, TypeError) as error:
            bad.append(BadLine(number, line, f"{type(error).__name__}: {error}"[:160]))
    return records, bad


def replay(records: Iterable[dict], rows: Rows) -> list[str]:
    """Fill empty rows from records. Returns what did not fit (an id out of its order, a close of nothing)."""
    problems, ids = [], {}
    for record in records:
        if record["do"] == "add":
            ids[record["id"]] = rows.append(_belief(record, ids))
        elif record["id"] not in ids:
            problems.append(f"there is no belief {record['id']} to {record['do']}")
        elif record["do"] == "close":
            rows.supersede(ids[record["id"]], _instant(record["at"], FOREVER))
        else:
            rows.hide(ids[record["id"]])
    return problems


def _record(verb: str, belief: Belief, clock: Clock) -> dict:
    if verb == "hide":
        return {"do": "hide", "id": belief.id}
    if verb == "close":
        return {"do": "close", "id": belief.id, "at": _stamp(belief.superseded_at, clock)}
    return {
        "do": "add", "id": belief.id, "subject": belief.subject, "relation": belief.relation, "object": belief.object, "sign": belief.sign, "state": belief.state,
        "from": _stamp(belief.valid_from, clock), "to": _stamp(belief.valid_to, clock), "grain": GRAINS[belief.grain], "learnt": _stamp(belief.learnt_at, clock),
        "confidence": belief.confidence, "event": belief.event, "said": belief.said, "text": belief.text, "turn": belief.turn, "who": belief.who, "trust": belief.trust,
    }


def _stamp(us: int, clock: Clock) -> str | None:
    return None if us in (ALWAYS, FOREVER) else civil_at(clock, us).isoformat(timespec="microseconds")


def _instant(text: str | None, open: int) -> int:
    return open if text is None else (datetime.fromisoformat(text) - _EPOCH) // timedelta(microseconds=1)


_TEXTS = ("subject", "relation", "object", "said", "text", "turn", "who", "trust")
_WHOLE = ("id", "sign", "confidence", "event")


def _checked(record: object) -> dict:
    if not isinstance(record, dict) or record.get("do") not in ("add", "close", "hide") or type(record.get("id")) is not int:
        raise ValueError("not a belief: `do` is add, close or hide, and `id` is a whole number")
    if record["do"] == "close":
        _instant(record["at"], FOREVER)
    if record["do"] == "add":
        wrong = [key for key in _TEXTS if not isinstance(record[key], str)] + [key for key in _WHOLE if type(record[key]) is not int]
        if wrong or record["sign"] not in (1, -1) or record["grain"] not in GRAINS or not isinstance(record["state"], bool):
            raise ValueError(f"not a belief: {', '.join(wrong) or 'sign, grain or state'} is of the wrong kind")
        for key in ("from", "to", "learnt"):
            _instant(record[key], 0)
    return record


def _belief(record: dict, ids: dict[int, int]) -> Belief:
    return Belief(
        -1, record["subject"], record["relation"], record["object"], record["sign"], record["state"], GRAINS.index(record["grain"]),
        _instant(record["from"], ALWAYS), _instant(record["to"], FOREVER), _instant(record["learnt"], ALWAYS), FOREVER, record["confidence"],
        ids.get(record["event"], -1), record["said"], record["text"], record["turn"], record["who"], record["trust"],
    )
