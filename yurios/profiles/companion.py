"""The companion profile: one resident with her folder, her tape, her model, live on the machine's clock.

`open_host` assembles it and returns a `CompanionHost`, which is what a channel talks to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from zoneinfo import ZoneInfo

from ecs.clock import now_us
from ecs.components.dials import Dials
from ecs.components.soul import Soul
from ecs.components.speech import Talk
from ecs.effects import TraceLine
from ecs.events import message
from ecs.tape import Header
from yurios import __version__
from yurios.audit import AuditLog
from yurios.config import Config
from yurios.corpus import CorpusLog
from yurios.home import Home
from yurios.hub import Hub
from yurios.inbox import Inbox
from yurios.items import ItemError, Items
from yurios.lives import Life
from yurios.loop import Loop
from yurios.machine_clock import MachineClock, ZoneError, machine_zone, read, transitions
from yurios.memory.embedder import starter
from yurios.models.edge import ModelEdge
from yurios.models.records import RecordError, read_files, read_roles
from yurios.pacing import RealTime
from yurios.places import PlaceError, read_place
from yurios.profiles.companion_host import DECISIONS_KEPT, CompanionHost
from yurios.profiles.edges import edges_of, take_up
from yurios.profiles.papers import Papers
from yurios.profiles.waking import Taken, lived_until, post_aside, post_files, post_voice, take_life
from yurios.purge.swap import finish
from yurios.vault.birth import starter_files
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
    life = take_life(home.tapes / name, repository, new_header(name, dials, "tiny", now, zone), Taken(hub, lines), lived_until(name, last))
    hub.sink = CorpusLog(home, name).take if dials["corpus.enabled"] else None  # only now: a waking tells the past again
    repository.told_of(life.heads.get(name) if life.heads or not life.woke else repository.head())
    pace, now = RealTime(life.world.frame), read().wall
    inbox = Inbox(pace.now)
    models = ModelEdge(inbox.post, records, roles, replies=replies, home=home.path)
    edges = edges_of(inbox.post, name, repository, models, starter(), life.world, threaded=True, indexes=resident.vault)
    loop = Loop(life.world, life.orders, inbox, life.tape, [*edges.all(), hub, AuditLog(home.audit)], pace, life.seq)
    _greet(life, inbox, name, now, zone, dials, read_voice(models.prompt_shape("chat")), repository)
    if repository.head() is None:
        items.note_birth()
    missing = [line for line in lines if last is None or json.loads(line.text)["tick"] > last[0]]
    take_up(edges, name, life, missing)
    hub.recall(_told_before(life.world.get(name, Talk)))
    machine = MachineClock(inbox.post, zone=None if dials["time.zone"] else machine_zone)
    return CompanionHost(name, home, life, loop, inbox, hub, edges, lease, machine, Papers(repository.folder, trace), decided + [line.text for line in missing], warm)


def _told_before(talk: Talk) -> list[dict]:
    """The raw window as the messages it was made of."""
    events = []
    for one in talk.window:
        first = not one.owner
        for id, role, text in ((f"o-{one.turn}", "owner", one.owner), (f"m-{one.turn}", "her", one.her))[first:]:
            blocks = [{"type": "text", "text": text}]
            events.append({"type": "message", "at": one.at, **message(id, role, text, one.channel, one.turn, blocks, proactive=first)})
    return events


def _greet(life: Life, inbox: Inbox, name: str, now: int, zone: str, dials: dict, voice: dict, repository: DiskRepository) -> None:
    """Post what is true at this start and was not at the end: time, zone, dials, voice, files."""
    world = life.world
    post_aside(life, inbox)
    if life.woke:
        _post_gap(world, inbox, now)
    if (world.clock.zone, world.clock.transitions) != (zone, transitions(zone, world.clock.epoch_us)):
        inbox.post("zone_changed", {"zone": zone, "transitions": [list(pair) for pair in transitions(zone, world.clock.epoch_us)]})
    changed = {key: value for key, value in dials.items() if world.get("dials", Dials).values.get(key) != value}
    if changed:
        inbox.post("command", {"name": "dials", "values": changed})
    post_voice(world, inbox, name, voice)
    post_files(world.get(name, Soul), inbox, name, repository, lambda: starter_files(STARTER))


def _post_gap(world: World, inbox: Inbox, now: int) -> None:
    gap = now - now_us(world.clock)
    inbox.post("suspend_gap", {"us": max(0, gap), "cause": "off"})
    if gap < 0:
        inbox.post("clock_changed", {"us": gap})


def _stamp(us: int, zone: str) -> str:
    return datetime.fromtimestamp(us // 1_000_000, ZoneInfo(zone)).isoformat()
