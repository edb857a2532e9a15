"""What every start of a resident does alike, wherever her folder lies: take up her life from its tape, and tell her what is new."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from ecs.clock import now_us
from ecs.components.mind import Mind
from ecs.components.soul import Soul, Voice
from ecs.effects import Effect, TraceLine
from ecs.selfhood.pending import PATH as PENDING
from ecs.selfhood.surfaces import known
from ecs.tape import Header
from ecs.world import World
from yurios.hub import Hub
from yurios.inbox import Inbox
from yurios.lives import Life, begin, wake
from yurios.profiles.birth import born, orders_of
from yurios.rerun import SET_ASIDE, Take
from yurios.vault.repository import Repository


class Taken:
    """What passes by while she wakes: events for whoever asks for history, trace lines to be written if they are missing."""

    def __init__(self, hub: Hub, lines: list[TraceLine]) -> None:
        self._hub, self._lines = hub, lines

    def __call__(self, effect: Effect) -> None:
        if isinstance(effect, TraceLine):
            self._lines.append(effect)
        elif isinstance(effect, self._hub.takes):
            self._hub.handle(effect)


def lived_until(name: str, last: tuple[int, str] | None) -> Callable[[World], bool]:
    """Whether a waking world has not yet lived up to the last line of her trace. A line that is not of this life never tells so."""

    def lived(world: World) -> bool:
        mind = world.find(name, Mind)
        return last is not None and mind is not None and mind.tick < last[0] and now_us(world.clock) <= until_us

    until_us = int(datetime.fromisoformat(last[1]).timestamp() + 1) * 1_000_000 if last else 0
    return lived


def take_life(folder: Path, repository: Repository, header: Header, others: Take, lived: Callable[[World], bool]) -> Life:
    """Her life so far from its tape; a new one when there is no tape, or no folder of hers that it could go on in."""
    life = wake(folder, born, orders_of, others, lived)
    if life is not None and (repository.head() is not None or life.owed or not life.seq):
        return life
    if life is not None:
        life.tape.close()
        _lay_aside(folder, life)
    fresh = begin(folder, header, born(header), orders_of(header))
    fresh.notices += [] if life is None else ["Her folder was gone, so a new one was begun. The old tapes are kept beside the new ones."]
    return fresh


def _lay_aside(folder: Path, life: Life) -> None:
    target = folder.with_name(f"{folder.name}.before-{life.seq}")
    number = 1
    while target.exists():
        number, target = number + 1, folder.with_name(f"{folder.name}.before-{life.seq}-{number}")
    folder.rename(target)


def post_aside(life: Life, inbox: Inbox) -> None:
    """Set aside on the tape what she failed on, ahead of everything else."""
    for signal, fault in life.aside:
        values = {"seq": signal.seq, "type": signal.type, "at": signal.at, "payload": signal.payload, "fault": fault[:500]}
        inbox.post("command", {"name": SET_ASIDE, "values": values}, to=signal.to)


def post_voice(world: World, inbox: Inbox, name: str, voice: dict) -> None:
    """How the model at hand wants to be asked, when that is not what she knows."""
    if _plain(world.get(name, Voice)) != voice:
        inbox.post("command", {"name": "voice", "values": voice}, to=name)


def _plain(voice: Voice) -> dict:
    return {
        "size": voice.size, "law": voice.law, "limits": voice.limits, "examples": [[pair.owner, pair.her] for pair in voice.examples],
        "again": voice.again, "stop": list(voice.stop), "max_tokens": voice.max_tokens, "temperature": voice.temperature,
    }


def post_files(soul: Soul, inbox: Inbox, name: str, repository: Repository, starter: Callable[[], Mapping[str, str]]) -> None:
    """The starter at birth; a folder that came from elsewhere as it is. What was edited meanwhile is seen at the first look."""
    if soul.born:
        return
    if repository.head() is None:
        inbox.post("vault_changed", {"cause": "birth", "files": dict(starter())}, to=name)
    else:
        files = {path: repository.committed(path) for path in repository.paths() if known(path) or path == PENDING or "/" not in path}
        inbox.post("vault_changed", {"cause": "commit", "files": files, "commit": repository.head()}, to=name)
        repository.told_of(repository.head())
