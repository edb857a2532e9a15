"""Determinism: the same tape gives the same world, in any process, under any hash seed and on any processor's features.

Every kind of fault that breaks this is planted here once, and the check that must see it is seen to see it.
"""

from __future__ import annotations

import json
import random
import time
from functools import partial

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from ecs.component import ComponentError, component
from ecs.dice import below
from ecs.snapshot import digests, trail
from ecs.step import Orders, advance, turn
from ecs.world import World
from ground_life import resident
from ground_parts import Herd, Hunger, Marked, Spot, crowd, doze, follow_plan, graze, hunger, in_new_process, push, shimmer
from systems.order import COMPANION
from test_snapshot import fetch, keep, signals  # noqa: F401 - fetch is for the new process

HEALTHY = (shimmer, push, hunger, doze, graze, follow_plan)
FRAMES, WATCHED = 300, 145


def per_type(orders: Orders, world: World, these: list, end: int, every: int) -> tuple[list[dict], int]:
    """Digests by type at common frames, and how many frames were really gone through."""
    seen, ran, waiting = [], 0, list(these)
    while world.frame < end:
        until = min(end, (world.frame // every + 1) * every, waiting[0].frame if waiting else end)
        before = world.frame
        advance(world, orders, max(until, before + 1))
        ran += world.frame - before
        while waiting and waiting[0].frame <= world.frame:
            turn(world, orders, [waiting.pop(0)])
        world.effects.clear()
        if world.frame % every == 0:
            seen.append(digests(world))
    return seen, ran


def a_life() -> list:
    """What is compared between processes: a companion's tape, and a crowd with columns."""
    talk = signals(30)
    mine, ran = per_type(COMPANION, resident(), [signal for signal in talk if signal.frame], 30_000, 3000)
    theirs, walked = per_type(Orders(frame=HEALTHY), crowd(), [], 600, 100)
    return [mine, theirs, ran, walked]


LIFE = "import json; from test_determinism import a_life; print(json.dumps(a_life()))"
#: Groups of features that numpy can be told to do without, largest first. Those this processor lacks are left out.
MASKS = [
    " ".join(name for name in __cpu_dispatch__ if __cpu_features__.get(name) and name not in keep)
    for keep in ((), ("X86_V3", "AVX2", "FMA3"), ("X86_V3", "X86_V4", "AVX2", "FMA3", "AVX512F", "AVX512CD", "AVX512_SKX"))
]


@pytest.fixture(scope="module")
def here():
    return json.loads(json.dumps(a_life()))


def test_what_is_compared_is_long_and_full(here):
    mine, theirs, ran, walked = here
    assert ran >= 20_000 and walked == 600 and len(mine) == 10 and len(theirs) == 6
    assert len({json.dumps(seen) for seen in mine + theirs}) == 16
    assert {"Talk", "Turn", "Mind", "Gaze", "Clock"} <= set(mine[0]) and {"Herd", "Hunger", "Asleep"} <= set(theirs[0])


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_another_process_with_another_hash_seed_lives_the_same(hash_seed, here):
    assert in_new_process(LIFE, PYTHONHASHSEED=hash_seed) == here


def test_a_processor_with_fewer_features_lives_the_same(here):
    ran = []
    for mask in dict.fromkeys(filter(None, MASKS)):
        code = f"from numpy._core._multiarray_umath import __cpu_features__ as f; assert not any(f[name] for name in {mask.split()!r}); " + LIFE
        assert in_new_process(code, NPY_DISABLE_CPU_FEATURES=mask) == here, f"without {mask}"
        ran.append(mask)
    assert ran, "no mask ran: this numpy was built without dispatch, or the processor has none of its features"


# The harness that must turn red. A suspect is a FRAME order; each check says what it found, "" for nothing.


def twice(frame_order: tuple) -> str:
    """Two runs in one process, the second after other worlds and other sets have been made."""
    first = per_type(Orders(frame=frame_order), crowd(), [], FRAMES, 50)[0]
    again = per_type(Orders(frame=frame_order), crowd(), [], FRAMES, 50)[0]
    return "" if first == again else "two runs differ"


def elsewhere(*names: str) -> str:
    """Two processes with two hash seeds."""
    code = f"""
import json, test_determinism as t; from ecs.step import Orders
print(json.dumps(t.per_type(Orders(frame=tuple(getattr(t, name) for name in {names!r})), t.crowd(), [], t.FRAMES, 50)[0]))"""
    return "" if len({json.dumps(in_new_process(code, PYTHONHASHSEED=seed)) for seed in ("1", "2")}) == 1 else "hash seeds differ"


def saved(folder, *names: str, at: int = 203) -> str:
    """Saved, loaded in a new process and continued there, beside never having stopped."""
    orders, straight, stopped = Orders(frame=tuple(globals()[name] for name in names)), crowd(), crowd()
    forget()
    per_type(orders, stopped, [], at, at)
    keep(stopped, folder)
    forget()
    expected = per_type(orders, straight, [], FRAMES, 50)[0][-2:]
    code = f"""
import json, test_determinism as t; from ecs.step import Orders; from pathlib import Path
order = Orders(frame=tuple(getattr(t, name) for name in {names!r}))
print(json.dumps(t.per_type(order, t.fetch(Path({str(folder)!r})), [], t.FRAMES, 50)[0]))"""
    assert len(expected) == 2
    return "" if in_new_process(code) == expected else "after a load it differs"


def extra_roll(frame_order: tuple, roller) -> str:
    """One more system that rolls and does nothing with it."""
    plain = per_type(Orders(frame=frame_order), crowd(), [], FRAMES, 50)[0]
    more = per_type(Orders(frame=(frame_order[0], roller, *frame_order[1:])), crowd(), [], FRAMES, 50)[0]
    return "" if plain == more else "an extra roll changed others"


def culprit(first: tuple, second: tuple) -> tuple[int, str] | None:
    """The first frame and system after which two runs differ."""
    trails: list[list] = [[], []]
    for order, trail_of in zip((first, second), trails):
        world = crowd()
        for frame in range(1, WATCHED + 1):
            advance(world, Orders(frame=order), frame, watch=lambda name: trail_of.append((world.frame, name, trail(world))))
    assert min(map(len, trails)) >= WATCHED * (len(first) - 1)  # follow_plan does not come every frame
    return next((mine[:2] for mine, theirs in zip(*trails) if mine != theirs), None)


# The faults.

_memory = {"steps": 0}
_stateful = random.Random(5)


def unsorted_visit(world, inbox):
    """Takes whoever comes first out of a set of names: the order is the hash seed's."""
    for name in {name for name, _ in world.each(Hunger)}:
        world.get(name, Hunger).level += 1
        world.get("n1" if world.has("n1") else name, Hunger).level += world.get(name, Hunger).level % 3
        if world.frame % 40 == 0:
            world.get(name, Spot).y = world.frame
            return


def esper_order(world, inbox):
    """Asks esper itself, whose order is that of its sets of numbers and so of what came and went before."""
    import esper

    world.names(), world.find("n1", Spot)
    for place, (_, (spot,)) in enumerate(esper.get_components(Spot)):
        spot.y += place


def clock_read(world, inbox):
    for _, spot in world.each(Spot):
        spot.y = time.perf_counter_ns() % 1000


def hidden_global(world, inbox):
    _memory["steps"] += 1
    for _, spot in world.each(Spot):
        spot.y = _memory["steps"]


def stateful_dice(world, inbox):
    for _, spot in world.each(Spot):
        spot.y += _stateful.randrange(100)


def unused_roll(world, inbox):
    for name, _ in world.each(Spot):
        below(1000, world.seed, "unused", name, world.frame)


def unused_stateful_roll(world, inbox):
    _stateful.random()


def forget() -> None:
    """Have what the faults hide as a new process has it."""
    _memory["steps"] = 0
    _stateful.seed(5)


def test_the_healthy_pass_every_check(tmp_path):
    names = [system.__name__ for system in HEALTHY]
    assert twice(HEALTHY) == saved(tmp_path, *names) == extra_roll(HEALTHY, unused_roll) == elsewhere(*names) == ""


def test_an_unsorted_visit_is_seen_by_other_hash_seeds():
    assert elsewhere("push", "hunger", "unsorted_visit") == "hash seeds differ"


def test_the_order_of_esper_is_seen_after_a_load(tmp_path):
    assert saved(tmp_path, "push", "hunger", "esper_order") == "after a load it differs"


def test_a_clock_read_is_seen_by_a_second_run():
    assert twice((push, clock_read)) == "two runs differ"


def test_a_hidden_global_is_seen_after_a_load_and_by_a_second_run(tmp_path):
    assert twice((push, hidden_global)) == "two runs differ"
    assert saved(tmp_path, "push", "hidden_global") == "after a load it differs"


def test_a_stateful_roll_more_changes_others_and_a_pure_one_does_not():
    def fresh(world, inbox):
        if world.frame == 1:
            forget()

    def rolled(roller) -> str:
        return extra_roll((fresh, push, stateful_dice), roller)

    assert rolled(unused_stateful_roll) == "an extra roll changed others"
    assert rolled(unused_roll) == ""


def test_a_set_in_a_component_is_refused_before_it_can_differ():
    with pytest.raises(ComponentError, match="Crowded.who"):
        component()(type("Crowded", (), {"__annotations__": {"who": set}, "__module__": __name__}))


def heavier(world, inbox, after: int):
    """Grazes; from one frame on, one row is one off."""
    graze(world, inbox)
    if world.frame == after:
        world.get("herd", Herd).rows.write("x", 3, 4)[:] += 1


def earlier(world, inbox, after: int):
    """Hungers; on one frame it takes away one that ought to stay."""
    hunger(world, inbox)
    if world.frame == after:
        world.remove("p2")


@pytest.mark.parametrize(("bad", "place"), [(heavier, 4), (earlier, 2)])
def test_digests_by_system_name_the_frame_and_the_culprit(bad, place):
    suspect = partial(bad, after=137)
    suspect.__name__ = HEALTHY[place].__name__
    suspects = (*HEALTHY[:place], suspect, *HEALTHY[place + 1 :])
    assert culprit(HEALTHY, suspects) == (137, HEALTHY[place].__name__)
    assert culprit(HEALTHY, HEALTHY) is None


def test_a_system_that_asks_for_another_effect_is_named_too():
    def loud(world, inbox):
        doze(world, inbox)
        if world.frame == 9:
            world.emit("psst")

    loud.__name__ = "doze"
    assert culprit(HEALTHY, (*HEALTHY[:3], loud, *HEALTHY[4:])) == (9, "doze")


def test_an_extra_roll_of_one_system_moves_no_creature():
    """Vegetation rolls twice as often; the animals' steps are the same bits."""
    def grow(times: int):
        def grows(world, inbox):
            for name, marked in world.each(Marked):
                marked.text = str([below(99, world.seed, "grow", name, world.frame, n) for n in range(times)])

        return grows

    def walks(times: int) -> list:
        world, steps = crowd(), []
        for frame in range(1, 301):
            advance(world, Orders(frame=(grow(times), push, hunger, doze, graze)), frame)
            steps.append({kind: one for kind, one in digests(world).items() if kind != "Marked"})
        return steps

    assert walks(1) == walks(2)
