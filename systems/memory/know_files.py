"""Fold in files that another hand changed: know their text, and commit them as that hand's work."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.soul import Soul
from ecs.diary import owe
from ecs.effects import FileChange
from ecs.events import publish
from ecs.selfhood.surfaces import known
from ecs.signals import Signal
from ecs.world import World

BOM = "\ufeff"  # an editor's mark, and no word of hers; the file keeps it
OWNER = "owner <owner@yurios.local>"
CONSTITUTION = "soul/CONSTITUTION.md"
KEPT_TO_IT = (
    "soul/CONSTITUTION.md was changed by hand. She keeps to the last one until you sign this one (run.py vault sign); "
    "`git checkout soul/CONSTITUTION.md` in her folder puts the last one back."
)
SIGNED = "She keeps to soul/CONSTITUTION.md as you signed it."


def know_files(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        soul = world.find(signal.to, Soul) if signal.type == "vault_changed" else None
        if soul is None or (signal.payload["cause"] == "birth" and soul.born):
            continue
        if signal.payload.get("signed"):
            _keep_to(world, signal, soul)
            continue
        if soul.born and CONSTITUTION in signal.payload["files"]:
            publish(world, "notice", level="warning", text=KEPT_TO_IT)
        _know(soul, signal.payload["files"])
        _commit(world, signal, soul)


def _keep_to(world: World, signal: Signal, soul: Soul) -> None:
    """A constitution with the owner's signature: from now on it is hers. The file is theirs and only becomes part of the history."""
    text = (signal.payload["files"].get(CONSTITUTION) or "").removeprefix(BOM)
    if soul.born and text and soul.files.get(CONSTITUTION) != text:
        soul.files[CONSTITUTION] = text
        publish(world, "notice", level="info", text=SIGNED)
        owe(world, signal.to, (FileChange(CONSTITUTION, "keep", signal.payload["signed"]),), "Signed the constitution", by="owner", author=OWNER)


def _know(soul: Soul, files: dict[str, str | None]) -> None:
    for path, text in sorted(files.items()):
        if known(path) and not (soul.born and path == CONSTITUTION):
            soul.files.pop(path, None)
            if text is not None:
                soul.files[path] = text.removeprefix(BOM)


def _commit(world: World, signal: Signal, soul: Soul) -> None:
    cause, files = signal.payload["cause"], sorted(signal.payload["files"].items())
    if cause == "edit":
        files = [(path, text) for path, text in files if path != CONSTITUTION]
    kept = sorted(signal.payload.get("kept", {}).items())
    changes = tuple(FileChange(path, "delete" if text is None else "replace", text or "") for path, text in files)
    changes += tuple(FileChange(path, "keep", name) for path, name in kept)
    if cause == "birth":
        soul.born = True
        owe(world, signal.to, changes, f"{soul.name.capitalize()} opens her eyes", by="birth")
    elif cause == "commit":
        soul.born = True
    elif changes:
        what = "Edited by hand" if files else "Laid here by hand"
        owe(world, signal.to, changes, f"{what}: {', '.join(change.path for change in changes)[:160]}", by="owner", author=OWNER)
