"""A proposal's way: made, looked at, queued or applied, decided on, taken back. One commit for each step that changes a file.

Nothing here decides for the owner: `approve`, `reject` and `take_back` are called for their own signal only.
"""

from __future__ import annotations

from ecs.clock import civil, local_day, stamp
from ecs.components.edits import Check, Edits, Proposal
from ecs.components.soul import Soul
from ecs.components.speech import Owed
from ecs.diary import day_path, own_line, owe
from ecs.effects import FileChange
from ecs.events import publish
from ecs.selfhood import pending
from ecs.selfhood.behaviour import examined
from ecs.selfhood.changes import Stale, carried_over
from ecs.selfhood.surfaces import CONSTITUTION, risk_of
from ecs.world import World

PERSONA = "soul/PERSONA.md"
PAST_KEPT, SETTLED_KEPT, REASON = 50, 500, 240
WAITS = ("checking", "pending")


def propose(world: World, name: str, path: str, after: str, reason: str, turns: list[str], key: str = "") -> tuple[Proposal, str]:
    """(the proposal, the write it caused). Low risk applies at once, the rest waits for the owner.

    What would cost her one of her behaviours waits too, whatever its risk, with the verdict beside it. Raises NotHers for a
    file that is none of hers to change, before anything is kept.
    """
    soul, edits = world.get(name, Soul), world.get(name, Edits)
    before = soul.files.get(path, "")
    risk = risk_of(path, before, after, soul.files.get(CONSTITUTION, ""))
    checks = examined(path, before, after, soul, name)
    risk = risk if all(check.ok for check in checks) else "high"
    one = _new(world, edits, path, before, after, reason, risk, turns, key, checks)
    if risk == "low":
        return one, _write_into_file(world, name, edits, one, f"Changed {path}: {one.reason}", f"Edited {path} ({one.id}), low risk{_rests(one)}")
    return one, queue(world, name, edits, one)


def ask_for(world: World, name: str, grant: str, reason: str, turns: list[str], key: str = "") -> tuple[Proposal, str]:
    """Ask for a capability: a line that only the owner can write into the constitution. Nothing is changed by it."""
    edits = world.get(name, Edits)
    one = _new(world, edits, "", "", grant, reason, "request", turns, key, [Check("only the owner can grant it", True)])
    return one, queue(world, name, edits, one)


def _new(world: World, edits: Edits, path: str, before: str, after: str, reason: str, risk: str, turns: list[str], key: str, checks: list[Check]) -> Proposal:
    edits.serial += 1
    one = Proposal(f"e-{edits.serial}", path, before, after, " ".join(reason.split())[:REASON], risk, list(turns), stamp(world.clock), key, "pending", checks)
    edits.settled = [*edits.settled, key][-SETTLED_KEPT:] if key else edits.settled
    return one


def queue(world: World, name: str, edits: Edits, one: Proposal) -> str:
    """Put it where the owner finds it: in the file, in her day, and before whoever listens. Returns the write's key."""
    edits.open.append(one)
    if one.path == PERSONA:
        one.stands = "checking"  # a model may have a say first; `systems/mind/probe.py` shows it then
    else:
        _tell(world, one)
    what = f"change {one.path}" if one.path else f"be granted “{one.after.lstrip('- ')}”"
    changes = (pending_file(edits), day_line(world, name, f"I would like to {what} ({one.id}): {one.reason} It waits for your yes or no."))
    return owe(world, name, changes, f"Proposed {one.id}: {one.path or one.after}{_rests(one)}"[:160])


def checked(world: World, name: str, one: Proposal, check: Check) -> None:
    """A model had its say, or had none: the verdict is whole, and the proposal is shown."""
    one.checks, one.stands = [*one.checks, check], "pending"
    owe(world, name, (pending_file(world.get(name, Edits)),), f"Looked at {one.id}{_rests(one)}")
    _tell(world, one)


def approve(world: World, name: str, one: Proposal, text: str = "") -> str:
    """The owner said yes, to the change as proposed or to their own wording of it (`text`, the whole file). Returns a sentence."""
    soul, edits = world.get(name, Soul), world.get(name, Edits)
    if not one.path:
        return _grant_by_hand(world, name, edits, one)
    risk_of(one.path, one.before, text or one.after, soul.files.get(CONSTITUTION, ""))
    now = soul.files.get(one.path, "")
    try:
        after = carried_over(one.before, text or one.after, now)
    except Stale as stale:
        return _refuse(world, name, edits, one, f"{one.id} was not applied: {stale}. She may propose it again.")
    if after == now:
        return _refuse(world, name, edits, one, f"{one.id} changes nothing any more: {one.path} says so already.")
    one.before, one.after = now, after
    edits.open.remove(one)
    _write_into_file(world, name, edits, one, f"You said yes to {one.id}: {one.reason}", f"Edited {one.path} ({one.id}), approved by the owner{_rests(one)}", lists=True)
    return f"{one.id} is being applied to {one.path}."


def reject(world: World, name: str, one: Proposal) -> str:
    """The owner said no, and that is the end of it. Returns a sentence."""
    edits = world.get(name, Edits)
    _close(world, edits, one, "rejected")
    owe(world, name, (pending_file(edits), day_line(world, name, f"You said no to {one.id}, and that is the end of it.")), f"Rejected by the owner: {one.id} ({one.path or one.after})"[:160])
    return f"{one.id} is rejected; she won't propose it again."


def take_back(world: World, name: str, one: Proposal) -> str:
    """Undo an applied edit by a new commit. Returns a sentence."""
    soul, edits = world.get(name, Soul), world.get(name, Edits)
    now = soul.files.get(one.path, "")
    try:
        then = carried_over(one.after, one.before, now)
    except Stale as stale:
        return f"{one.id} cannot be taken back: {stale}. Edit {one.path} by hand, or use run.py vault undo."
    if then == now:
        return f"{one.id} is taken back already."
    key = owe(world, name, (_change(one.path, then), day_line(world, name, f"{one.id} is taken back: {one.path} is as it was.")), f"Took back {one.id} in {one.path}, as the owner wished"[:160], by=_hand(one.path))
    one.before, one.after, one.stands, one.write = now, then, "undoing", key
    edits.past.remove(one)
    edits.open.append(one)
    return f"{one.id} is being taken back."


def confirmed(world: World, name: str, one: Proposal, error: dict | None) -> None:
    """Her folder answered the write of an edit. A passing trouble is waited out."""
    soul, edits = world.get(name, Soul), world.get(name, Edits)
    if error and error.get("passing", True):
        return
    if error:
        one.trouble = error["message"]
        _close(world, edits, one, "refused")
        owe(world, name, (pending_file(edits),), f"{one.id} could not be applied to {one.path}"[:160])
        return
    soul.files.pop(one.path, None)
    if one.after:
        soul.files[one.path] = one.after
    _close(world, edits, one, "undone" if one.stands == "undoing" else "applied")


def find(edits: Edits, id: str) -> Proposal | None:
    """The proposal of that id; "latest" is the newest that waits."""
    if id == "latest":
        return next((one for one in reversed(edits.open) if one.stands in WAITS), None)
    return next((one for one in [*edits.open, *edits.past] if one.id == id), None)


def pending_file(edits: Edits) -> FileChange:
    """The queue's file as it should read now."""
    return FileChange(pending.PATH, "replace", pending.render([one for one in edits.open if one.stands in WAITS]))


def day_line(world: World, name: str, text: str) -> FileChange:
    """A line of her own for her day, to go along with another change in one commit."""
    day, owed = local_day(world.clock), world.get(name, Owed)
    title = f"# {day}\n" if owed.diary_day != day else ""
    owed.diary_day = day
    return FileChange(day_path(day), "append", title + own_line(civil(world.clock), text))


def _write_into_file(world: World, name: str, edits: Edits, one: Proposal, said: str, message: str, lists: bool = False) -> str:
    one.stands = "applying"
    edits.open.append(one)
    changes = (_change(one.path, one.after), *((pending_file(edits),) if lists else ()), day_line(world, name, said))
    one.write = owe(world, name, changes, message[:160], by=_hand(one.path))
    return one.write


def _rests(one: Proposal) -> str:
    """On what it rests, for a commit's message: turns and no words, so that a message keeps nothing that is to be forgotten."""
    return f" ({', '.join(one.turns)})" if one.turns else ""


def _change(path: str, text: str) -> FileChange:
    return FileChange(path, "replace", text) if text else FileChange(path, "delete")


def _hand(path: str) -> str:
    """Only what the owner decided, or granted beforehand, comes here for `soul/`; the vault's edge asks the gate once more."""
    return "gate" if path.startswith("soul/") else "self"


def _grant_by_hand(world: World, name: str, edits: Edits, one: Proposal) -> str:
    _close(world, edits, one, "approved")
    owe(world, name, (pending_file(edits),), f"{one.id} was heard: {one.after}"[:160])
    return f"Only you can grant it: write “{one.after}” under “Capability grants” in soul/CONSTITUTION.md, sign, and start her anew from it."


def _refuse(world: World, name: str, edits: Edits, one: Proposal, sentence: str) -> str:
    one.trouble = sentence
    edits.settled = [key for key in edits.settled if key != one.key]  # nobody said no: it may come again
    _close(world, edits, one, "refused")
    owe(world, name, (pending_file(edits), day_line(world, name, sentence)), sentence[:160])
    return sentence


def _close(world: World, edits: Edits, one: Proposal, stands: str) -> None:
    edits.open.remove(one)
    one.stands, one.write = stands, ""
    edits.past = [*edits.past, one][-PAST_KEPT:]
    _tell(world, one)


def _tell(world: World, one: Proposal) -> None:
    publish(world, "mind", edit=one.id, stands=one.stands, path=one.path, risk=one.risk, reason=one.reason, ok=all(check.ok for check in one.checks))
