"""What each step of a scenario does: `{do: function(run, fields)}`. Steps whose part of the system is not built say so."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Mapping
from typing import Any

from ecs.clock import now_us, offset_at
from ecs.components.presence import Presence
from ecs.signals import Origin
from yurios.machine_clock import transitions
from yurios.scenarios.reading import ScenarioError
from yurios.scenarios.running import RESIDENT, Run
from yurios.vault.paths import canonical, ignored
from yurios.words import span_us

Fields = Mapping[str, Any]
_AUTHOR = "owner <owner@yurios.local>"


def _owner(channel: str) -> Origin:
    return Origin("owner", channel, "owner")


def say(run: Run, fields: Fields) -> None:
    channel = fields.get("channel", "terminal")
    if channel not in run.loop.world.get(RESIDENT, Presence).channels:
        arrive(run, {"channel": channel})
    run.counts["said"] += 1
    message_id = fields.get("message_id", f"s-{run.counts['said']}")
    run.post("user_message", {"text": fields["text"], "channel": channel, "message_id": message_id}, RESIDENT, _owner(channel))


def arrive(run: Run, fields: Fields) -> None:
    payload = {"channel": fields["channel"], "can_hear": fields.get("can_hear", False)}
    run.post("user_present", payload, RESIDENT, _owner(fields["channel"]))


def leave(run: Run, fields: Fields) -> None:
    run.post("user_absent", {"channel": fields["channel"]}, RESIDENT, _owner(fields["channel"]))


def drop(run: Run, fields: Fields) -> None:
    """A file laid on her shelf by hand."""
    path = canonical(f"knowledge/reference/{fields['path']}")
    place = run.vault_path / path
    place.parent.mkdir(parents=True, exist_ok=True)
    if "symlink" in fields:
        os.symlink(fields["symlink"], place)
    else:
        place.write_bytes(_content(fields))
    run.post("fs_event", {"path": path, "what": "dropped"}, RESIDENT, _owner("files"))
    for _ in range(2):  # a file is read once it lies still
        run.vault.look(RESIDENT)
        run.knowledge.look(RESIDENT)
        run.settle()


def _content(fields: Fields) -> bytes:
    if "size_mb" in fields:
        return b"The same line again.\n" * (fields["size_mb"] * 49_932)
    return base64.b64decode(fields["base64"]) if "base64" in fields else fields.get("text", "").encode()


def edit(run: Run, fields: Fields) -> None:
    """The owner's editor saves a file; she notices at once."""
    path = canonical(fields["path"])
    text = _edited(run, path, fields)
    place = run.vault_path / path
    if text is None:
        place.unlink(missing_ok=True)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode("utf-8", "surrogatepass"))
    run.post("vault_changed", {"cause": "edit", "files": {path: text}}, RESIDENT, _owner("editor"))


def _edited(run: Run, path: str, fields: Fields) -> str | None:
    before = run.repository.read(path) or ""
    if fields.get("delete"):
        return None
    if "append" in fields:
        return before + fields["append"]
    if "replace" in fields:
        old, new = fields["replace"]
        if old not in before:
            raise ScenarioError(f"edit: {path} does not hold {old!r}")
        return before.replace(old, new)
    return fields.get("text", "")


def commit(run: Run, fields: Fields) -> None:
    """The owner's own `git add -A` and commit. The tape holds what is needed to make the same commit again."""
    changed = _uncommitted(run)
    clock = run.loop.world.clock
    at = now_us(clock)
    made = run.repository.commit_owners(changed, fields["message"], _AUTHOR, at, offset_at(clock, at))
    payload = {"cause": "commit", "files": changed, "commit": made or "", "author": _AUTHOR, "message": fields["message"], "at_us": at, "offset_s": offset_at(clock, at)}
    if made:
        run.post("vault_changed", payload, RESIDENT, _owner("git"))


def _uncommitted(run: Run) -> dict[str, str | None]:
    found = {place.relative_to(run.vault_path).as_posix() for place in run.vault_path.rglob("*") if place.is_file() and ".git" not in place.parts}
    known = set(run.repository.paths())
    texts = {path: run.repository.read(path) if path in found else None for path in sorted(found | known)}
    return {path: text for path, text in texts.items() if text != run.repository.committed(path) and not ignored(path)}


def decide(run: Run, fields: Fields) -> None:
    run.post("selfedit_decision", {"edit": fields["edit"], "approve": fields["approve"]}, RESIDENT, _owner("terminal"))


def timer(run: Run, fields: Fields) -> None:
    run.post("timer", {"minutes": fields["minutes"], "label": fields["label"]}, RESIDENT, _owner("terminal"))


def suspend(run: Run, fields: Fields) -> None:
    run.suspend(span_us(fields["for"]))


def clock(run: Run, fields: Fields) -> None:
    """The machine's clock is set, or its zone."""
    if "timezone" in fields:
        zone = fields["timezone"]
        table = [list(pair) for pair in transitions(zone, run.loop.world.clock.epoch_us)]
        run.post("zone_changed", {"zone": zone, "transitions": table})
    if "by" in fields:
        back = fields["by"].startswith("-")
        run.post("clock_changed", {"us": span_us(fields["by"].lstrip("-")) * (-1 if back else 1)})


def kill(run: Run, fields: Fields) -> None:
    run.kill()


def model(run: Run, fields: Fields) -> None:
    run.models.set_up(fields["up"])


def embedder(run: Run, fields: Fields) -> None:
    run.note("embedder: the embedder comes with the memory store; nothing was changed")


def disk(run: Run, fields: Fields) -> None:
    run.vault.set_up(fields["up"])
    if fields["up"]:
        run.vault.retry()


def body(verb: str) -> Callable[[Run, Fields], None]:
    """A message of yurios-protocol/1 to a body."""

    def act(run: Run, fields: Fields) -> None:
        run.post(verb, {"body": fields["body"], "message": fields.get("message", {})}, fields["body"], Origin(fields["body"], "protocol", "agent"))
        run.note(f"{verb}: the message is on the tape; bodies that obey come with the world")

    return act


def signal(run: Run, fields: Fields) -> None:
    run.post(fields["type"], fields.get("payload", {}), RESIDENT if run.has_resident else "", _owner("scenario"))


ACTS: dict[str, Callable[[Run, Fields], None]] = {
    "say": say, "arrive": arrive, "leave": leave, "drop": drop, "edit": edit, "commit": commit, "decide": decide, "timer": timer,
    "suspend": suspend, "clock": clock, "kill": kill, "model": model, "embedder": embedder, "disk": disk,
    "attach": body("attach"), "intent": body("intent"), "author": body("author"), "detach": body("detach"), "signal": signal,
}


def play(run: Run) -> dict[str, Any]:
    """Take every step at its time, run to the end, and return the summary."""
    for step in run.scenario.steps:
        if step.at_us > run.scenario.until_us:
            break
        run.go(step.at_us)
        run.die_if_due()
        ACTS[step.do](run, step.fields)
    run.go(run.scenario.until_us)
    run.die_if_due()
    return run.finish()
