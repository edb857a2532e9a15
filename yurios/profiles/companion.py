"""The companion profile: one resident with her folder, her tape, her model, live on the machine's clock.

`open_host` assembles it and returns a `CompanionHost`, which is what a channel talks to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from zoneinfo import ZoneInfo

from ecs.clock import now_us, offset_at
from ecs.components.dials import Dials
from ecs.components.mind import Mind
from ecs.components.shelf import Shelf
from ecs.components.soul import Soul, Voice
from ecs.components.speech import Talk
from ecs.effects import Effect, TraceLine
from ecs.events import message
from ecs.tape import Header
from ecs.world import World
from yurios import __version__
from yurios.audit import AuditLog
from yurios.config import Config
from yurios.corpus import CorpusLog
from yurios.home import Home
from yurios.hub import Hub
from yurios.inbox import Inbox
from yurios.items import ItemError, Items
from yurios.lives import Life, begin, wake
from yurios.loop import Loop
from yurios.machine_clock import MachineClock, ZoneError, machine_zone, read, transitions
from yurios.knowledge.edge import KnowledgeEdge
from yurios.memory.edge import MemoryEdge
from yurios.memory.embedder import starter
from yurios.models.edge import ModelEdge
from yurios.models.records import RecordError, read_files, read_roles
from yurios.pacing import RealTime
from yurios.places import PlaceError, read_place
from yurios.profiles.birth import born, orders_of
from yurios.profiles.companion_host import DECISIONS_KEPT, CompanionHost, Edges
from yurios.profiles.gate import owners_hand
from yurios.purge.swap import finish
from yurios.rerun import SET_ASIDE, Take
from yurios.vault.birth import starter_files
from yurios.vault.edge import VaultEdge
from yurios.vault.lease import Lease, LeaseHeld
from yurios.vault.repository import DiskRepository
from yurios.vault.trace_log import TraceLog
from yurios.vault.trouble import VaultError
from yurios.voices import VoiceError, read_voice

ROOT = Path(__file__).resolve().parent.parent.parent
STARTER = ROOT / "vault"
#: What may keep her from waking; each is a sentence that says what to do.
REFUSALS = (ItemError, RecordError, PlaceError, VoiceError, ZoneError, VaultError)


def open_host(home: Home, config: Config, name: str = "yuri", replies: Sequence[Mapping] = (), warm: bool = False) -> CompanionHost:
    """Wake her, or let her be born. Raises LeaseHeld (who holds her), VaultError, RecordError, HomeError: each a sentence.

    `warm` loads the model and reads her head ahead of the first message. `replies` is what scripted records say, as in a scenario's `[[model.reply]]`.
    """
    resident = home.resident(name)
    now = read().wall
    zone = config["time.zone"] or machine_zone()
    lease = Lease(resident.path, _stamp(now, zone))
    try:
        finish(home, resident.name)  # a purge that a crash stopped half-way
        return _assemble(home, config, resident.name, lease, now, zone, replies, warm)
    except BaseException:
        lease.close()
        raise


def new_header(name: str, dials: dict, place: str, now: int, zone: str, seed: int = 0) -> Header:
    """The header of a life that begins now."""
    versions = {package: version(package) for package in ("esper", "numpy", "dulwich")} | {"yurios": __version__}
    options = {"residents": [name], "dials": dials, "place": read_place(place)}
    return Header(seed or now, "companion", name, now, zone, transitions(zone, now), versions, options)


def _assemble(home: Home, config: Config, name: str, lease: Lease, now: int, zone: str, replies: Sequence[Mapping], warm: bool) -> CompanionHost:
    resident, dials = home.resident(name), {key: setting.value for key, setting in config.settings.items()}
    items = Items(home, resident)
    records = read_files(items.live("providers"))
    roles = read_roles(dials, records)
    hub = Hub({"resident": name, "world": name})
    repository = DiskRepository(resident.vault)
    trace = TraceLog(repository.folder, repository.moments)
    last, decided = trace.last(), trace.recent(DECISIONS_KEPT)
    lines: list[TraceLine] = []
    life = _live(home.tapes / name, repository, new_header(name, dials, "tiny", now, zone), Taken(hub, lines), lived_until(name, last))
    hub.sink = CorpusLog(home, name).take if dials["corpus.enabled"] else None  # only now: a waking tells the past again
    repository.told_of(life.heads.get(name) if life.heads or not life.woke else repository.head())
    pace, now = RealTime(life.world.frame), read().wall
    inbox = Inbox(pace.now)
    vault = VaultEdge(inbox.post, {name: repository}, threaded=True, gate=owners_hand)
    models = ModelEdge(inbox.post, records, roles, replies=replies, home=home.path)
    embedder, clock = starter(), life.world.clock
    memory = MemoryEdge(inbox.post, {name: resident.vault}, embedder, threaded=True, offset_s=lambda at_us: offset_at(clock, at_us))
    knowledge = KnowledgeEdge(inbox.post, {name: resident.vault}, embedder, threaded=True)
    edges = Edges(vault, models, memory, knowledge)
    loop = Loop(life.world, life.orders, inbox, life.tape, [*edges.all(), hub, AuditLog(home.audit)], pace, life.seq)
    _greet(life, inbox, name, now, zone, dials, read_voice(models.prompt_shape("chat")), repository)
    if repository.head() is None:
        items.note_birth()
    missing = [line for line in lines if last is None or json.loads(line.text)["tick"] > last[0]]
    for line in missing:
        vault.handle(line)
    for write in life.owed:
        vault.handle(write)
    hub.recall(_told_before(life.world.get(name, Talk)))
    knowledge.catch_up(name, {path: doc.state for path, doc in life.world.get(name, Shelf).docs.items()})
    machine = MachineClock(inbox.post, zone=None if dials["time.zone"] else machine_zone)
    return CompanionHost(name, home, life, loop, inbox, hub, edges, lease, machine, decided + [line.text for line in missing], warm)


def _told_before(talk: Talk) -> list[dict]:
    """The raw window as the messages it was made of."""
    events = []
    for one in talk.window:
        for id, role, text in ((f"o-{one.turn}", "owner", one.owner), (f"m-{one.turn}", "her", one.her)):
            blocks = [{"type": "text", "text": text}]
            events.append({"type": "message", "at": one.at, **message(id, role, text, one.channel, one.turn, blocks)})
    return events


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


def _live(folder: Path, repository: DiskRepository, header: Header, others: Take, lived: Callable[[World], bool]) -> Life:
    """Her life so far from its tape; a new one when there is no tape, or no folder that it could go on in."""
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


def _greet(life: Life, inbox: Inbox, name: str, now: int, zone: str, dials: dict, voice: dict, repository: DiskRepository) -> None:
    """Post what is true at this start and was not at the end: time, zone, dials, voice, files."""
    world = life.world
    for signal, fault in life.aside:
        values = {"seq": signal.seq, "type": signal.type, "at": signal.at, "payload": signal.payload, "fault": fault[:500]}
        inbox.post("command", {"name": SET_ASIDE, "values": values}, to=signal.to)
    if life.woke:
        _post_gap(world, inbox, now)
    if (world.clock.zone, world.clock.transitions) != (zone, transitions(zone, world.clock.epoch_us)):
        inbox.post("zone_changed", {"zone": zone, "transitions": [list(pair) for pair in transitions(zone, world.clock.epoch_us)]})
    changed = {key: value for key, value in dials.items() if world.get("dials", Dials).values.get(key) != value}
    if changed:
        inbox.post("command", {"name": "dials", "values": changed})
    if _voice_of(world.get(name, Voice)) != voice:
        inbox.post("command", {"name": "voice", "values": voice}, to=name)
    _post_files(world.get(name, Soul), inbox, name, repository)


def _post_gap(world: World, inbox: Inbox, now: int) -> None:
    gap = now - now_us(world.clock)
    inbox.post("suspend_gap", {"us": max(0, gap), "cause": "off"})
    if gap < 0:
        inbox.post("clock_changed", {"us": gap})


def _voice_of(voice: Voice) -> dict:
    return {
        "size": voice.size, "law": voice.law, "limits": voice.limits, "examples": [[pair.owner, pair.her] for pair in voice.examples],
        "again": voice.again, "stop": list(voice.stop), "max_tokens": voice.max_tokens, "temperature": voice.temperature,
    }


def _post_files(soul: Soul, inbox: Inbox, name: str, repository: DiskRepository) -> None:
    """The starter at birth; a folder that came from elsewhere as it is. What was edited meanwhile is seen at the first look."""
    if soul.born:
        return
    if repository.head() is None:
        inbox.post("vault_changed", {"cause": "birth", "files": starter_files(STARTER)}, to=name)
    else:
        files = {path: repository.committed(path) for path in repository.paths() if path.startswith("soul/") or "/" not in path}
        inbox.post("vault_changed", {"cause": "commit", "files": files, "commit": repository.head()}, to=name)
        repository.told_of(repository.head())


def _stamp(us: int, zone: str) -> str:
    return datetime.fromtimestamp(us // 1_000_000, ZoneInfo(zone)).isoformat()
