"""`/edits`: what she would like to change about herself, and the owner's yes, no, or yes in other words."""

from __future__ import annotations

from typing import Any

from yurios.host import Host

USAGE = "Write /edits, /edits ID, /edits approve ID, /edits approve ID OLD -> NEW, /edits reject ID, or /edits undo ID."
SHOWN = 8


def edits(host: Host, rest: str) -> str:
    """The answer to `/edits` and what stands behind it."""
    verb, _, argument = rest.partition(" ")
    if not rest:
        return _listed(host.edits())
    if verb in ("approve", "yes"):
        return _approve(host, argument.strip())
    if verb in ("reject", "no"):
        return _decided(host, argument.strip(), ("checking", "pending"), "/edits undo takes back what is applied")
    if verb == "undo":
        return _decided(host, argument.strip(), ("applied",), "only an applied edit can be taken back")
    one = _find(host.edits(), verb)
    return _whole(one) if one and not argument else USAGE


def _listed(found: list[dict[str, Any]]) -> str:
    waiting = [one for one in found if one["stands"] in ("checking", "pending")]
    settled = [one for one in found if one not in waiting][-SHOWN:]
    lines = [_line(one) for one in waiting] or ["Nothing waits for your yes or no."]
    return "\n".join([*lines, *(["Lately:"] if settled else []), *(f"  {_line(one)}" for one in settled)])


def _line(one: dict[str, Any]) -> str:
    doubt = "" if one["verdict"]["ok"] else " (look twice)"
    return f"{one['id']}  {one['stands']}  {one['path'] or one['after']}  {one['reason']}{doubt}"


def _whole(one: dict[str, Any]) -> str:
    checks = [f"  {'ok ' if check['ok'] else 'NO '} {check['name']}{': ' + check['why'] if check['why'] else ''}" for check in one["verdict"]["checks"]]
    rests = f"It rests on {', '.join(one['turns'])}." if one["turns"] else ""
    return "\n".join(line for line in (_line(one), rests, *one["diff"], "Looked at:", *checks, *([USAGE] if one["stands"] == "pending" else [])) if line)


def _approve(host: Host, argument: str) -> str:
    id, _, wording = argument.partition(" ")
    one = _find(host.edits(), id)
    if one is None:
        return _none(id)
    if not wording:
        return host.decide(one["id"], True)
    old, arrow, new = (part.strip() for part in wording.partition("->"))
    if not arrow or not old:
        return USAGE
    return _reworded(host, one, old, new)


def _reworded(host: Host, one: dict[str, Any], old: str, new: str) -> str:
    """Yes, in the owner's words. The old words must stand once in the lines that she would add."""
    added = [line[1:] for line in one["diff"][2:] if line.startswith("+")]
    if sum(line.count(old) for line in added) != 1 or one["after"].count(old) != 1:
        return f"“{old}” must stand exactly once in what {one['id']} adds, and nowhere else in the file. /edits {one['id']} shows it."
    return host.decide(one["id"], True, one["after"].replace(old, new))


def _decided(host: Host, id: str, stands: tuple[str, ...], otherwise: str) -> str:
    one = _find(host.edits(), id, stands)
    if one is None:
        return _none(id)
    return host.decide(one["id"], False) if one["stands"] in stands else f"{one['id']} is {one['stands']}; {otherwise}."


def _find(found: list[dict[str, Any]], id: str, stands: tuple[str, ...] = ("checking", "pending")) -> dict[str, Any] | None:
    """The edit of that id; without one, or for "latest", the newest that stands so."""
    if id in ("", "latest"):
        return next((one for one in reversed(found) if one["stands"] in stands), None)
    return next((one for one in found if one["id"] == id), None)


def _none(id: str) -> str:
    return f"There is no edit {id[:40]} like that. /edits lists them." if id else "There is none. /edits lists what there is."
