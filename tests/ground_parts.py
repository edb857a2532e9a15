"""Components and systems for the tests of the ground, and two small ways to run them here or in a new process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from enum import StrEnum
from pathlib import Path

from ecs.clock import Clock
from ecs.columns import Table
from ecs.component import component, part
from ecs.dice import below, dice_rows
from ecs.step import derived, due
from ecs.world import World

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).resolve().parent


@component()
class Spot:
    x: int = 0
    y: int = 0


@component()
class Push:
    dx: int = 0


@component()
class Hunger:
    level: int = 0


@component()
class Asleep:
    since: int = 0


@component()
class Marked:
    text: str = ""


@component(saved=False)
class Shine:
    glow: object = None


@component()
class Herd:
    rows: Table


@component()
class Plan:
    next: int = 0
    done: int = 0


KINDS = (Spot, Push, Hunger, Asleep, Marked)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@part
class Leaf:
    text: str
    weight: float = 0.0


@part
class Twig:
    leaves: list[Leaf]
    colour: Colour = Colour.RED


@component()
class Everything:
    whole: int
    real: float
    flag: bool
    text: str
    maybe: int | str | None
    many: list[int]
    fixed: tuple[tuple[int, ...], ...]
    named: dict[str, list[str]]
    colour: Colour
    twig: Twig
    twigs: list[Twig]
    leaves: dict[str, Leaf]
    table: Table


# Healthy systems. Each is a small picture of a kind of system there will be.


def push(world, inbox):
    """Every frame, everybody moves; what wanders off is turned back."""
    for _, spot, push in world.each(Spot, Push):
        spot.x += push.dx
        push.dx = -push.dx if abs(spot.x) > 5000 else push.dx


def hunger(world, inbox):
    """Rolls for everyone, and now and then somebody leaves and somebody new comes."""
    for name, hunger in world.each(Hunger):
        hunger.level += below(7, world.seed, "hunger", name, world.frame)
        if hunger.level > 900:
            world.remove(name)
            world.spawn(name + "'", Spot(), Push(1 + below(9, world.seed, "birth", name, world.frame)), Hunger())
            if len(name) > 6:
                world.remove(name + "'")
                world.spawn(name[:2], Spot(), Push(3), Hunger()) if not world.has(name[:2]) else None


def doze(world, inbox):
    """Put to sleep and woken, sometimes in one step."""
    for name, _ in world.each(Spot):
        if below(40, world.seed, "doze", name, world.frame) == 0:
            world.put(name, Asleep(world.frame))
        if below(50, world.seed, "wake", name, world.frame) == 0:
            world.drop(name, Asleep)


def graze(world, inbox):
    """Columns: rows move by the dice, leave and come."""
    for name, herd in world.each(Herd):
        table = herd.rows
        rolls = dice_rows(world.seed, "graze", table.read("ids"), world.frame)
        table.write("x")[:] += (rolls % 5).astype("i4") - 2
        if world.frame % 50 == 0:
            table.remove(table.read("ids")[rolls % 11 == 0])
            table.add(below(9, world.seed, "calves", name, world.frame), x=world.frame)


@derived
def shimmer(world, inbox):
    """A closed form of the frame."""
    for _, marked in world.each(Marked):
        marked.text = str(world.frame % 97)


def next_plan(world):
    return min((plan.next for _, plan in world.each(Plan)), default=None)


@due(next_plan)
def follow_plan(world, inbox):
    """Comes when it said it would; reads what a derived system made of this frame."""
    assert next_plan(world) <= world.frame, "a system ran before its time"
    for name, plan in world.each(Plan):
        if plan.next <= world.frame:
            plan.done += 1 + below(5, world.seed, "plan", name, world.frame)
            plan.next = world.frame + 1 + below(300, world.seed, "later", name, plan.done)
            marked = world.find(name, Marked)
            plan.done += len(marked.text) if marked else 0


def crowd(seed: int = 5) -> World:
    """A world in which all of the above has something to do."""
    world = World("crowd", seed, Clock(0, 1_772_409_600_000_000))
    for number in range(12):
        world.spawn(f"n{number}", Spot(number), Push(number - 5), Hunger(number * 70), Marked())
    table = Table({"x": "i4", "age": "u2"})
    table.add(300, x=7)
    world.spawn("herd", Herd(table))
    for number in range(3):
        world.spawn(f"p{number}", Plan(number * 11), Marked())
    world.barrier()
    return world


def in_new_process(code: str, **environment: str) -> object:
    """Run `code` with this folder and the root on its path; the last line it prints is JSON, and is returned."""
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "TMPDIR", "SYSTEMROOT", "TEMP", "NUMBA_CACHE_DIR")}
    paths = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(HERE))), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**kept, **paths, **environment}, capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])
