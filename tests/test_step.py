"""Steps: a jump over quiet time equals stepping through it, and nobody runs before their time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from ecs.components.body import Breath, Eyelids, Gaze, GazeWish
from ecs.components.mind import Mind
from ecs.dice import below
from ecs.effects import TraceLine
from ecs.signals import Signal
from ecs.snapshot import digest, digests
from ecs.step import OrderError, Orders, advance, derived, due, next_due, turn
from ecs.world import World
from ground_life import NAME, resident
from ground_parts import Hunger, Marked, Plan, Spot, follow_plan, push, shimmer
from systems.order import COMPANION, WORLD
from test_snapshot import signals


def beat_plan(world, inbox):
    """A slow system with its own clock in Hunger."""
    for name, hunger in world.each(Hunger):
        if hunger.level <= world.frame:
            hunger.level = world.frame + 1 + below(900, world.seed, "slow", name, world.frame)


due(lambda world: min((hunger.level for _, hunger in world.each(Hunger)), default=None))(beat_plan)


def tick_plan(world, inbox):
    for name, spot in world.each(Spot):
        if spot.x <= world.frame:
            spot.x, spot.y = world.frame + 64 * (1 + below(20, world.seed, "tick", name, world.frame)), spot.y + 1
            if spot.y % 5 == 0:
                world.spawn(f"{name}.{spot.y}", Marked())


due(lambda world: min((spot.x for _, spot in world.each(Spot)), default=None))(tick_plan)


def stir(world, inbox):
    """A turn brings plans forward and new bodies in."""
    for signal in inbox:
        for name, plan in world.each(Plan):
            plan.next = min(plan.next, world.frame + signal.payload["in"])
        world.spawn(f"new {signal.seq}", Plan(world.frame + signal.payload["in"]), Marked())


QUIET = Orders(turn=(stir,), frame=(shimmer, follow_plan), beat=(beat_plan,), tick=(tick_plan,))


def quiet_world(plans: list[int]) -> World:
    world = World("quiet", 9)
    for number, at in enumerate(plans):
        world.spawn(f"p{number}", Plan(at), Marked())
        world.spawn(f"h{number}", Hunger(at * 3), *([Spot(at * 5)] if number % 2 else []))
    world.barrier()
    return world


def run(world: World, orders: Orders, these: list[Signal], end: int, only: dict | None = None) -> dict[tuple[int, int], tuple]:
    """{(frame, seq): (digest, effects so far)} wherever the world was; stepped, and looked at where `only` says, when it is given."""
    seen, seq, effects = {}, 0, []

    def look() -> None:
        told = note(world, effects)
        if only is None or (world.frame, seq) in only:
            seen[(world.frame, seq)] = (digest(world), told)

    for signal in [*these, None]:
        while world.frame < (signal.frame if signal else end):
            advance(world, orders, signal.frame if signal else end, jump=only is None)
            look()
        if signal:
            turn(world, orders, [signal])
            seq = signal.seq
            look()
    return seen


def note(world: World, effects: list) -> tuple[int, str]:
    effects += [repr(effect) for effect in world.effects]
    world.effects.clear()
    return len(effects), effects[-1] if effects else ""


@settings(max_examples=30)
@given(st.lists(st.integers(1, 900), max_size=4), st.lists(st.tuples(st.integers(0, 700), st.integers(-5, 300)), max_size=5), st.integers(1, 2500))
def test_a_jump_over_quiet_time_equals_stepping_through_it(plans, said, end):
    frame, these = 0, []
    for seq, (pause, ahead) in enumerate(said, 1):
        frame += pause
        these.append(Signal(seq, frame, "", "stir", "", {"in": ahead}))
    end = max(end, frame)
    jumped = run(quiet_world(plans), QUIET, these, end)
    assert run(quiet_world(plans), QUIET, these, end, only=jumped) == jumped and jumped


def test_a_companions_hours_jumped_equal_her_hours_stepped():
    """The real orders and a real talk, with its quiet after it."""
    these, end = [signal for signal in signals(40) if signal.frame < 60_000], 100_000
    jumped = run(resident(), COMPANION, these, end)
    assert run(resident(), COMPANION, these, end, only=jumped) == jumped
    assert end > 40 * len(jumped) and len(jumped) > 200 and len(these) > 20, "nothing was compared, or nothing was jumped"


def test_a_quiet_day_jumped_touches_only_her_ticks():
    world = resident()
    landings, end = 0, 86_400 * 64
    while world.frame < end:
        advance(world, COMPANION, end)
        landings += 1
    ticks = world.get(NAME, Mind).tick
    assert landings <= ticks + 1 and 90 <= ticks <= 170
    assert sum(isinstance(effect, TraceLine) for effect in world.effects) == ticks


def test_a_due_system_never_runs_before_its_time():
    ran = []

    @due(lambda world: 100 if world.frame < 100 else None)
    def once(world, inbox):
        ran.append(world.frame)

    for jump in (True, False):
        world = World("once", 1)
        while world.frame < 300:
            advance(world, Orders(frame=(once,)), 300, jump)
    assert ran == [100, 100]


def test_a_system_may_also_name_the_next_time_after_this_frame():
    """Such a `when` never says "now"; asked before the world moves, it is still heard, and jumping and stepping agree."""
    for jump in (True, False):
        ran: list[int] = []

        @due(lambda world: (world.frame // 100 + 1) * 100)
        def hourly(world, inbox):
            ran.append(world.frame)

        world = World("hourly", 1)
        while world.frame < 350:
            advance(world, Orders(frame=(hourly,)), 350, jump)
        assert ran == [100, 200, 300]


def test_a_slow_system_waits_for_the_beat_at_or_after_its_time():
    ran = []

    @due(lambda world: 100 if world.frame < 128 else None)
    def slow(world, inbox):
        ran.append(world.frame)

    world = World("slow", 1)
    while world.frame < 300:
        advance(world, Orders(beat=(slow,)), 300)
    assert ran == [128] and next_due(world, Orders(beat=(slow,))) is None


def test_an_unmarked_system_runs_every_frame_and_on_the_beat_every_beat():
    frames, beats = [], []
    orders = Orders(frame=(lambda world, inbox: frames.append(world.frame),), beat=(lambda world, inbox: beats.append(world.frame),))
    world = World("busy", 1)
    while world.frame < 200:
        advance(world, orders, 200)
    assert frames == list(range(1, 201)) and beats == [64, 128, 192]


def test_nothing_due_is_one_leap_and_the_end_is_never_passed():
    world = World("empty", 1)
    advance(world, WORLD, 10**9)
    assert world.frame == 10**9 and next_due(world, WORLD) is None
    advance(world, WORLD, 5)
    assert world.frame == 10**9


def test_what_is_derived_is_fresh_wherever_the_world_lands():
    jumped, stepped = resident(), resident()
    for frame in (1, 77, 1000, 1001, 5000):
        while jumped.frame < frame:
            advance(jumped, COMPANION, frame)
        while stepped.frame < frame:
            advance(stepped, COMPANION, frame, jump=False)
        for kind in (Breath, Eyelids, Gaze):
            assert jumped.get(NAME, kind) == stepped.get(NAME, kind)
    levels = {frame: level for frame, level in breaths(600).items()}
    assert min(levels.values()) == 0 and max(levels.values()) == 65_535


def breaths(end: int) -> dict[int, int]:
    world, levels = resident(), {}
    while world.frame < end:
        advance(world, COMPANION, end, jump=False)
        levels[world.frame] = world.get(NAME, Breath).level
    return levels


def test_a_head_turns_to_what_was_wished_for_and_back_and_then_rests():
    world = resident()
    wish = world.get(NAME, GazeWish)
    wish.target, wish.until, wish.serial = "lamp", 500, 1
    while world.frame < 499:
        advance(world, COMPANION, 499)
    turned = world.get(NAME, Gaze).yaw
    assert world.get(NAME, Gaze).target == "lamp"
    advance(world, COMPANION, 500)
    assert world.get(NAME, Gaze).target == "", "the wish ran out on this frame"
    while world.frame < 1000:
        advance(world, COMPANION, 1000)
    assert turned != 0 and (world.get(NAME, Gaze).yaw, world.get(NAME, Gaze).target) == (0, "")
    assert next_due(world, Orders(frame=COMPANION.frame)) is None


def test_a_derived_system_stands_where_a_jump_cannot_make_it_stale():
    """Read by a due system before it ran, its value would be of the last landing, and that differs by jumping."""

    @derived
    def glow(world, inbox):
        return None

    for wrong in ({"frame": (follow_plan, glow)}, {"frame": (push, glow)}, {"beat": (glow,)}, {"tick": (glow,)}, {"turn": (glow,)}):
        with pytest.raises(OrderError, match="first in FRAME"):
            Orders(**wrong)
    Orders(frame=(glow, shimmer, follow_plan, push))


def test_a_turn_moves_no_time_and_no_body():
    world = resident()
    advance(world, COMPANION, 64)
    before = {kind: one for kind, one in digests(world).items() if kind in ("Clock", "Body", "Breath", "Eyelids", "Gaze")}
    for signal in signals(20)[:15]:
        if signal.type != "suspend_gap":
            turn(world, COMPANION, [Signal(signal.seq, world.frame, "", signal.type, signal.to, signal.payload, signal.origin)])
    assert before == {kind: one for kind, one in digests(world).items() if kind in before}


def test_the_watcher_hears_every_system_in_order():
    names: list[str] = []
    world = quiet_world([1])
    turn(world, QUIET, [Signal(1, 0, "", "stir", "", {"in": 5})], names.append)
    advance(world, QUIET, 1, watch=names.append)
    assert names == ["stir", "shimmer", "follow_plan"]
