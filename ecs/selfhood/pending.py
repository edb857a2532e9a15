"""`state/pending_edits.json`: the queue as the owner finds it in the folder, readable, under git, and theirs to edit."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ecs.components.edits import Check, Proposal
from ecs.selfhood.changes import diff
from ecs.selfhood.surfaces import NotHers, risk_of

PATH = "state/pending_edits.json"
TEXT_AT_MOST = 200_000


def render(waiting: Sequence[Proposal]) -> str:
    """The file for these proposals."""
    return json.dumps({"edits": [record(one) for one in waiting]}, ensure_ascii=False, indent=1) + "\n"


def record(one: Proposal) -> dict:
    """A proposal as plain data: what it would change, why, on what it rests, and how it was judged."""
    return {
        "id": one.id, "path": one.path, "risk": one.risk, "reason": one.reason, "turns": list(one.turns), "at": one.at,
        "diff": diff(one.path, one.before, one.after).splitlines(),
        "verdict": {"ok": all(check.ok for check in one.checks), "checks": [{"name": check.name, "ok": check.ok, "why": check.why} for check in one.checks]},
        "after": one.after, "before": one.before, "key": one.key,
    }


def read(text: str, constitution: str) -> tuple[list[Proposal], list[str]]:
    """(proposals, complaints) of a file that another hand saved. What cannot be is left out and complained of; nothing is trusted
    but what the owner may decide anyway: the risk is found anew.
    """
    try:
        records = json.loads(text or "{}").get("edits", [])
    except (ValueError, AttributeError):
        return [], [f"{PATH} is not JSON any more; what waited is kept as it was."]
    found, complaints = [], []
    for number, one in enumerate(records if isinstance(records, list) else [], 1):
        try:
            found.append(_proposal(one, constitution))
        except (KeyError, TypeError, ValueError) as fault:
            complaints.append(f"{PATH}, edit {number}: {str(fault)[:160] or 'not understood'}. It is left out.")
    return found, complaints


def _proposal(one: dict, constitution: str) -> Proposal:
    texts = [one[key] for key in ("id", "path", "before", "after", "reason", "at")]
    if not all(isinstance(text, str) and len(text) <= TEXT_AT_MOST for text in texts):
        raise NotHers("id, path, before, after, reason and at are texts")
    id, path, before, after, reason, at = texts
    checks = [Check(str(check["name"]), check["ok"] is True, str(check.get("why", ""))) for check in one.get("verdict", {}).get("checks", [])]
    risk_of(path, before, after, constitution)
    return Proposal(id, path, before, after, reason, "high", [str(turn) for turn in one.get("turns", [])], at, str(one.get("key", "")), "pending", checks)
