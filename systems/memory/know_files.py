"""Fold in files that another hand changed: know their text, and commit them as that hand's work."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.components.soul import Soul
from ecs.diary import owe
from ecs.effects import FileChange
from ecs.signals import Signal
from ecs.world import World

OWNER = "owner <owner@yurios.local>"


def know_files(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        soul = world.find(signal.to, Soul) if signal.type == "vault_changed" else None
        if soul is not None and not (signal.payload["cause"] == "birth" and soul.born):
            _know(soul, signal.payload["files"])
            _commit(world, signal, soul)


def _know(soul: Soul, files: dict[str, str | None]) -> None:
    for path, text in sorted(files.items()):
        if path.startswith("soul/"):
            soul.files.pop(path, None)
            if text is not None:
                soul.files[path] = text


def _commit(world: World, signal: Signal, soul: Soul) -> None:
    cause, files = signal.payload["cause"], sorted(signal.payload["files"].items())
    changes = tuple(FileChange(path, "delete" if text is None else "replace", text or "") for path, text in files)
    if cause == "birth":
        soul.born = True
        owe(world, signal.to, changes, f"{soul.name.capitalize()} opens her eyes", by="birth")
    elif cause == "edit":
        owe(world, signal.to, changes, f"Edited by hand: {', '.join(path for path, _ in files)[:160]}", by="owner", author=OWNER)
