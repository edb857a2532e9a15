"""A system that fails in a frame, beat or tick is left out for a while, owned up to, and never given its signals again; talk goes on."""

from __future__ import annotations

import json

from ground_life import NAME, Home, header

from ecs.clock import FRAMES_PER_SECOND
from ecs.components.mind import Mind
from ecs.effects import Publish, TraceLine
from ecs.faults import FIRST, LONGEST, faults_of
from ecs.signals import Signal
from ecs.snapshot import digests, load, save
from ecs.step import Orders, advance, due, turn
from ecs.world import World
from systems.order import COMPANION
from yurios.lives import begin
from yurios.profiles.birth import born

MINUTE = 60 * FRAMES_PER_SECOND


def failing(name="appraise", text="no such bell"):
    """The companion's orders with one stage of the tick that always fails."""

    def stage(world, inbox):
        raise ValueError(text)

    stage.__name__ = name
    return Orders(COMPANION.turn, COMPANION.frame, COMPANION.beat, tuple(stage if one.__name__ == name else one for one in COMPANION.tick))


def world_with(orders, seconds=120):
    world = born(header())
    turn(world, orders, (Signal(1, 0, "", "user_present", NAME, {"channel": "terminal", "can_hear": False}),))
    while world.frame < seconds * FRAMES_PER_SECOND:
        advance(world, orders, seconds * FRAMES_PER_SECOND)
    return world


def test_a_stage_that_fails_leaves_the_others_and_the_tick_ends():
    world = world_with(failing())
    lines = [json.loads(one.text) for one in world.effects if isinstance(one, TraceLine)]
    assert lines and lines[0]["sensed"] == [{"seq": 1, "type": "user_present"}] and lines[0]["appraised"] == []
    assert all(line["sensed"] == [] for line in lines[1:])


def test_it_is_told_once_and_stands_among_the_faults():
    world = world_with(failing())
    told = [json.loads(one.fields) for one in world.effects if isinstance(one, Publish) and "failed" in one.fields]
    assert len(told) == 1 and "appraise (ValueError: no such bell)" in told[0]["text"]
    assert faults_of(world)["appraise"].count >= 1


def test_it_rests_longer_each_time_but_no_longer_than_an_hour():
    world = world_with(failing(), seconds=24 * 3600)
    fault = faults_of(world)["appraise"]
    assert 20 < fault.count < 60 and fault.until - world.frame <= LONGEST


def test_a_run_without_a_fault_clears_it():
    world = world_with(failing(), seconds=30)
    assert faults_of(world)
    while world.frame < 2 * FIRST + 3600 * FRAMES_PER_SECOND:
        advance(world, COMPANION, 2 * FIRST + 3600 * FRAMES_PER_SECOND)
    assert faults_of(world) == {}


def test_a_last_stage_that_fails_does_not_feel_the_same_again():
    world = world_with(failing("regulate"), seconds=3602)
    mind = world.get(NAME, Mind)
    assert not mind.awake and mind.mailbox == [] and mind.next_tick > world.frame - MINUTE
    assert mind.tick < 200


def test_a_system_that_cannot_say_when_it_is_due_rests_too():
    def when(world):
        raise KeyError("never")

    @due(when)
    def bell(world, inbox):
        raise AssertionError("it was never due")

    world, orders = World("w", 1), Orders(beat=(bell,))
    for _ in range(5):
        advance(world, orders, world.frame + 2 * FIRST)
    assert "bell" in faults_of(world)


def test_faults_are_saved_and_the_future_is_the_same():
    orders = failing()
    world = world_with(orders, seconds=100)
    manifest, chunks = save(world)
    again = load(manifest, chunks)
    for one in (world, again):
        while one.frame < 400 * FRAMES_PER_SECOND:
            advance(one, orders, 400 * FRAMES_PER_SECOND)
    assert digests(world) == digests(again)


def test_talk_goes_on_beside_a_mind_that_fails(tmp_path):
    head = header()
    life = begin(tmp_path, head, born(head), failing("decide"))
    home = Home(life)
    home.post("user_message", {"text": "hello", "channel": "terminal", "message_id": "m-1"})
    home.loop.step_to(30 * FRAMES_PER_SECOND)
    said = [json.loads(one.fields) for one in home.ear.heard if isinstance(one, Publish)]
    assert any(one["type"] == "message" and one["role"] == "her" for one in said)
    assert any(one["type"] == "notice" and "decide" in one["text"] for one in said)
