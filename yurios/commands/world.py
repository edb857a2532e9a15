"""`run.py world NAME`: let a place live by itself for a stretch of time, without a picture, and print how it fares."""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import datetime
from pathlib import Path

from ecs.clock import FRAME_US
from ecs.components.ground import Ground
from ecs.signals import HOST, Signal
from ecs.snapshot import digest
from ecs.step import advance, turn
from ecs.world import World
from yurios.census import census, lines
from yurios.inbox import Inbox
from yurios.loop import Loop
from yurios.pacing import VirtualTime
from yurios.placemap import KEY, picture
from yurios.places import PlaceError, read_place
from yurios.profiles.birth import born, orders_of
from yurios.profiles.world import world_header
from yurios.tapes import TapeFile
from yurios.words import span_us

WATCH = {"name": "watch", "values": {"who": "terminal", "on": True}}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="a place in worlds/ (meadow, village)")
    parser.add_argument("--for", dest="span", default="1d", metavar="TIME", help='how long it lives: "10m", "1d", "30d" (default 1d)')
    parser.add_argument("--seed", type=int, default=7, help="the world's dice")
    parser.add_argument("--start", default="2026-04-01T06:00:00+00:00", metavar="WHEN", help="when it begins, RFC 3339")
    parser.add_argument("--every", default="", metavar="TIME", help="print weather and numbers so often")
    parser.add_argument("--watched", action="store_true", help="its animals move on every frame, as when somebody looks")
    parser.add_argument("--out", metavar="DIR", type=Path, help="keep a tape there, for run.py replay (new or empty)")
    parser.add_argument("--no-map", action="store_true", help="leave out the map")
    parser.add_argument("--json", action="store_true", help="print the census as JSON")


def run(args: argparse.Namespace) -> int:
    """0; 1 when water was made or lost; 2 for a wrong name, time or folder."""
    try:
        start, span = datetime.fromisoformat(args.start), span_us(args.span)
        every = span_us(args.every) if args.every else span
        if start.tzinfo is None:
            raise ValueError(f"{args.start} has no offset; write one, like 2026-04-01T06:00:00+00:00")
        header = world_header(args.name, {}, round(start.timestamp() * 1_000_000), "UTC", args.seed)
        world = born(header)
        if world.find("place", Ground) is None:
            raise PlaceError(f'"{args.name}" has a room and no ground, so nothing in it lives on its own; try meadow')
        go = _Taped(world, header, args.out) if args.out else _Plain(world, header)
    except (PlaceError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    began = time.perf_counter()
    if args.watched:
        go.post(WATCH)
    for elapsed in [*range(every, span, max(every, 1)), span]:
        go.to(elapsed // FRAME_US)
        if elapsed < span and not args.json:
            print("\n".join(lines(census(world))) + "\n", flush=True)
    go.close()
    return _tell(world, args, time.perf_counter() - began)


class _Plain:
    """The orders alone, without a tape."""

    def __init__(self, world: World, header: object) -> None:
        self._world, self._orders = world, orders_of(header)

    def post(self, payload: dict) -> None:
        turn(self._world, self._orders, (Signal(0, self._world.frame, "", "command", "", payload, HOST),))

    def to(self, frame: int) -> None:
        while self._world.frame < frame:
            advance(self._world, self._orders, frame)

    def close(self) -> None:
        """Nothing was opened."""


class _Taped:
    """The loop of a live run in virtual time, with a tape that `run.py replay` reads."""

    def __init__(self, world: World, header: object, out: Path) -> None:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise ValueError(f"{out} is not empty; name a new or empty folder")
        pace = VirtualTime()
        self._inbox, self._tape = Inbox(pace.now), TapeFile(out / "signals.jsonl", sync=False)
        self._tape.begin(header)
        self._loop = Loop(world, orders_of(header), self._inbox, self._tape, [], pace)

    def post(self, payload: dict) -> None:
        self._inbox.post("command", payload)

    def to(self, frame: int) -> None:
        self._loop.step_to(frame)

    def close(self) -> None:
        self._tape.record_digests(self._loop.world.frame, self._loop.seq, {"state": digest(self._loop.world)})
        self._tape.close()


def _tell(world: World, args: argparse.Namespace, seconds: float) -> int:
    told = census(world)
    if args.json:
        print(json.dumps(told | {"frames": world.frame, "wall_s": round(seconds, 3), "state_digest": digest(world)}))
    else:
        print("\n".join([*([] if args.no_map else [*picture(world), KEY, ""]), *lines(told), ""]))
        print(f"{told['steps']:,} steps of ten minutes, {world.frame:,} frames in {seconds:.1f} s; state_digest {digest(world)}")
    return 1 if told["water"]["missing"] else 0
