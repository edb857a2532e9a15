"""Snapshots: save, load, continue equals never stopping; a save that is damaged is told in a sentence."""

from __future__ import annotations

import json
import random

import pytest

from ecs.dice import below
from ecs.signals import Origin, Signal
from ecs.snapshot import SnapshotError, digest, digests, load, save, total
from ecs.step import Orders, advance, turn
from ecs.world import World
from ground_life import NAME, VOICE, resident
from ground_parts import Herd, Marked, Plan, Shine, Spot, crowd, doze, follow_plan, graze, hunger, in_new_process, push, shimmer
from systems.order import COMPANION

CROWD = Orders(frame=(shimmer, push, hunger, doze, graze, follow_plan))
HOST = Origin("owner", "terminal", "owner")


def signals(count: int = 40) -> list[Signal]:
    """A talk of some minutes: messages, answers, folder, clock; made by the dice."""
    said, frame = [("command", {"name": "voice", "values": VOICE}), ("vault_changed", {"cause": "birth", "files": {"soul/PERSONA.md": "kind " * 99}})], 0
    for number in range(count):
        kinds = [
            ("user_message", {"text": f"word {number} " * (1 + number % 40), "channel": "terminal", "message_id": f"m{number // 2}"}),
            ("model_delta", {"ask": f"a-yuri-{1 + number // 5}", "kind": "text", "text": "so it is. " * (number % 30)}),
            ("model_done", {"ask": f"a-yuri-{1 + number // 5}", "finish": "stop"}),
            ("turn_committed", {"write": f"w-yuri-{1 + number // 5}", "turn": "t", "commit": "9f", "error": None}),
            ("user_present", {"channel": f"c{number % 3}", "can_hear": True}), ("suspend_gap", {"us": number * 1_000_003, "cause": "sleep"}), ("comet", {}),
        ]
        said.append(kinds[below(len(kinds), 1, "kind", "talk", number)])
    made = []
    for seq, (kind, payload) in enumerate(said, 1):
        frame += below(4000, 1, "pause", "talk", seq) if seq > 2 else 0
        made.append(Signal(seq, frame, "", kind, NAME if kind not in ("suspend_gap",) else "", payload, HOST))
    return made


def live(world: World, orders: Orders, these: list[Signal], until: int) -> list[str]:
    """Run to a frame; the digests on the way, one after each signal and one at the end."""
    seen = []
    for signal in [signal for signal in these if world.frame <= signal.frame <= until]:
        while world.frame < signal.frame:
            advance(world, orders, signal.frame)
        turn(world, orders, [signal])
        world.effects.clear()
        seen.append(digest(world))
    while world.frame < until:
        advance(world, orders, until)
        world.effects.clear()
    return [*seen, digest(world)]


SAVED = random.Random(3).sample(range(2000, 60_000), 3)


@pytest.mark.parametrize("at", SAVED)
def test_saved_at_any_moment_and_continued_in_a_new_process_is_never_having_stopped(at, tmp_path):
    these, end = signals(), 90_000
    straight, stopped = resident(), resident()
    live(stopped, COMPANION, these, at)
    later = [signal for signal in these if signal.frame > at]
    live(straight, COMPANION, these, at)
    expected = live(straight, COMPANION, later, end)
    keep(stopped, tmp_path)
    code = f"""
import json; from test_snapshot import fetch, live, signals, COMPANION; from pathlib import Path
later = [signal for signal in signals() if signal.frame > {at}]
print(json.dumps(live(fetch(Path({str(tmp_path)!r})), COMPANION, later, {end})))"""
    assert in_new_process(code, PYTHONHASHSEED="77") == expected
    assert len(expected) == len(later) + 1 > 10 and len(set(expected)) > 10


@pytest.mark.parametrize("at", [1, 101, 333])
def test_a_crowd_that_comes_and_goes_continues_the_same_in_a_new_process(at, tmp_path):
    straight, stopped = crowd(), crowd()
    live(stopped, CROWD, [], at)
    keep(stopped, tmp_path)
    live(straight, CROWD, [], at)
    code = f"""
import json; from test_snapshot import *; from pathlib import Path
world = fetch(Path({str(tmp_path)!r}))
print(json.dumps([live(world, CROWD, [], frame)[-1] for frame in range({at} + 100, {at} + 1001, 100)]))"""
    expected = [live(straight, CROWD, [], frame)[-1] for frame in range(at + 100, at + 1001, 100)]
    assert in_new_process(code) == expected and len(set(expected)) == 10
    assert any("'" in name for name in straight.names()), "nobody came or went"


def keep(world: World, folder) -> None:
    manifest, chunks = save(world)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    for key, data in chunks.items():
        (folder / key).write_bytes(data)


def fetch(folder) -> World:
    manifest = json.loads((folder / "manifest.json").read_text())
    return load(manifest, {path.name: path.read_bytes() for path in folder.iterdir() if len(path.name) == 64})


def test_a_save_says_all_that_it_is_made_of():
    world = crowd()
    world.put("n1", Marked("long " * 100))
    world.barrier()
    manifest, chunks = save(world)
    assert set(chunks) == set(manifest["types"].values()) | set(manifest["apart"]) and len(manifest["apart"]) == 4
    assert digest(load(manifest, chunks)) == digest(world) == total(digests(world))


@pytest.mark.parametrize("harm", [lambda data: None, lambda data: data[:-1], lambda data: data + b" ", lambda data: b"", lambda data: data.replace(b"1", b"2", 1) or b"2"])
def test_every_chunk_is_looked_at_before_it_is_believed(harm):
    world = crowd()
    world.put("n1", Marked("1" * 500))
    world.barrier()
    manifest, chunks = save(world)
    for key, data in chunks.items():
        harmed = harm(data)
        if harmed == data:
            continue
        with pytest.raises(SnapshotError, match=rf"chunk {key[:12]}… of the save is (missing|damaged); an older save"):
            load(manifest, {name: one for name, one in (chunks | {key: harmed}).items() if one is not None})


@pytest.mark.parametrize("harm", [
    {"format": 2}, {"format": None}, {"types": {}}, {"types": None}, {"types": {"Ghost": "0" * 64}}, {"seed": None, "types": {"Clock": 5}}, {"world": None, "types": []}])
def test_a_manifest_that_makes_no_sense_is_told_in_a_sentence(harm):
    manifest, chunks = save(crowd())
    with pytest.raises(SnapshotError, match=r"the (save|chunk)"):
        load(manifest | harm, chunks)


def test_saving_waits_for_the_end_of_the_step():
    world = crowd()
    world.spawn("late", Spot())
    with pytest.raises(SnapshotError, match="1 changes wait for the barrier"):
        save(world)
    world.barrier()
    assert load(*save(world)).has("late")


def test_what_stands_beside_the_clock_is_kept_too():
    world = crowd()
    world.put("clock", Spot(4), Plan(9))
    world.barrier()
    back = load(*save(world))
    assert back.get("clock", Spot).x == 4 and digest(back) == digest(world) and back.clock == world.clock


def test_what_is_declared_unsaved_is_in_no_save_and_no_digest():
    world = crowd()
    before = digest(world)
    world.put("n1", Shine({1, 2}))
    world.barrier()
    assert digest(world) == before and load(*save(world)).find("n1", Shine) is None


def test_the_digest_names_the_component_that_differs():
    here, there = crowd(), crowd()
    there.get("herd", Herd).rows.write("x", 7, 8)[:] += 1
    there.get("n3", Spot).y = 1
    assert {kind for kind in digests(here) if digests(here)[kind] != digests(there)[kind]} == {"Herd", "Spot"}


def test_what_did_not_change_is_shared_between_saves():
    world = crowd()
    first = set(save(world)[1])
    live(world, Orders(frame=(push,)), [], 1)
    assert len(set(save(world)[1]) - first) == 2  # Clock and Spot; the herd and its rows are shared
