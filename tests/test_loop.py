"""The loop: real and virtual time give the same tape, debt is bounded, and nobody's word is lost or late."""

from __future__ import annotations

import threading

import pytest

from ecs.clock import FRAME_US, SECOND_US, elapsed_us, now_us
from ecs.components.mind import Mind
from ecs.components.speech import Talk
from ecs.snapshot import digest
from ecs.step import Orders
from ground_life import NAME, START, Home, new_home
from systems.order import COMPANION
from yurios.loop import LONGEST_WAIT_S, Loop, LoopStopped
from yurios.machine_clock import MachineClock, Reading
from yurios.pacing import FRAME_NS, MOST_DEBT, RealTime
from yurios.tapes import read_piece

SECOND_NS = 1_000_000_000


class Machine:
    """A machine whose time passes only when somebody waits or works. `plan` is what happens at which nanosecond."""

    def __init__(self) -> None:
        self.ns, self.plan, self.waits = 0, [], []

    def at(self, seconds: float, do) -> None:
        self.plan.append((int(seconds * SECOND_NS), len(self.plan), do))
        self.plan.sort()

    def pass_to(self, ns: int) -> bool:
        """Let time run to `ns`, or to the next thing that happens; True when it came that far."""
        if self.plan and self.plan[0][0] <= ns:
            at, _, do = self.plan.pop(0)
            self.ns = max(self.ns, at)
            do()
            return False
        self.ns = max(self.ns, ns)
        return True

    def works(self, ns: int) -> None:
        """Time goes by while the simulation is busy; what happens meanwhile, happens."""
        until = self.ns + ns
        while not self.pass_to(until):
            pass


@pytest.fixture
def machine():
    return Machine()


def live_home(tmp_path, machine: Machine, orders: Orders | None = None) -> Home:
    """A companion in real time on that machine, waiting by its clock."""
    home = new_home(tmp_path)
    home.life.orders = orders or home.life.orders
    home = Home(home.life, pace=RealTime(0, lambda: machine.ns))

    def wait(seconds: float) -> None:
        machine.waits.append(seconds)
        machine.pass_to(machine.ns + round(seconds * SECOND_NS))
        home.inbox._nudged = False

    home.inbox.wait = wait
    home.greet()
    return home


def run(home: Home, machine: Machine, seconds: float) -> None:
    machine.at(seconds, home.loop.stop)
    home.loop.run()
    home.loop.drain()
    home.life.tape.flush()


def tape(tmp_path) -> list:
    [piece] = [path for path in tmp_path.glob("*.jsonl") if "digests" not in path.name]
    return read_piece(piece)[1]


SAID = [(1.0, "hello"), (1.05, "are you there"), (9.33, "tell me more"), (400.0, "good night")]


def test_real_and_virtual_time_give_the_same_tape_for_the_same_posts(tmp_path, machine):
    real = live_home(tmp_path / "real", machine)
    for at, text in SAID:
        machine.at(at, lambda text=text: real.say(text, text))
    run(real, machine, 500)
    virtual = new_home(tmp_path / "virtual")
    virtual.inbox._heap.clear()
    virtual.greet()
    for at, text in SAID:
        virtual.loop.step_to(int(at * 64))
        virtual.say(text, text)
    virtual.go(500 - 400)
    virtual.life.tape.flush()
    mine, theirs = tape(tmp_path / "real"), tape(tmp_path / "virtual")
    assert mine == theirs and len(mine) == 2 + 1 + 4 * 8
    while virtual.world.frame < real.world.frame:
        virtual.loop.step_to(real.world.frame)
    assert digest(real.world) == digest(virtual.world)
    assert len(real.model.asked) == 4 and machine.ns >= 500 * SECOND_NS


def test_a_quiet_companion_sleeps_and_looks_at_the_clocks_now_and_then(tmp_path, machine):
    home = live_home(tmp_path, machine)
    looks = []
    home.loop.before = lambda: looks.append(machine.ns)
    run(home, machine, 3600)
    assert max(machine.waits) == LONGEST_WAIT_S and 700 <= len(looks) <= 1000
    assert home.world.frame == 3600 * 64


def test_a_message_is_taken_on_the_frame_it_came(tmp_path, machine):
    home = live_home(tmp_path, machine)
    machine.at(2.5, lambda: home.say("now", "m"))
    run(home, machine, 10)
    [said] = [signal for signal in tape(tmp_path) if signal.type == "user_message"]
    assert said.frame == 160


def slow(machine: Machine, cost: int):
    """A system that takes `cost` nanoseconds a frame."""
    def works(world, inbox):
        machine.works(cost)

    return Orders(turn=COMPANION.turn, frame=(*COMPANION.frame, works), tick=COMPANION.tick)


@pytest.mark.parametrize("times", [1.5, 3, 40, 200])
def test_a_world_that_cannot_keep_up_slows_and_says_so_and_never_spirals(tmp_path, machine, times):
    home = live_home(tmp_path, machine, slow(machine, int(FRAME_NS * times)))
    reached, lags = [0], []
    home.loop.after = lambda: (reached.append(home.world.frame), lags.append(home.pace.now() - home.world.frame))
    run(home, machine, 60 + 20 * times)
    passes = [after - before for before, after in zip(reached, reached[1:])]
    assert 0 <= min(passes) and max(passes) <= MOST_DEBT + 1 and len(passes) > 10
    half = len(lags) // 2
    assert max(lags[half:]) <= max(lags[:half]) + times <= times * (MOST_DEBT + 2), "the lag grows"
    stalls = [signal.payload for signal in tape(tmp_path) if signal.type == "suspend_gap"]
    assert {stall["cause"] for stall in stalls} == {"stall"} and sum(stall["us"] for stall in stalls) == home.world.clock.slept_us > 0
    behind = machine.ns // 1000 - elapsed_us(home.world.clock)
    assert 0 <= behind <= times * (MOST_DEBT + 2) * FRAME_US, "time that was given up is not on the clock"


def test_a_world_that_keeps_up_says_nothing(tmp_path, machine):
    home = live_home(tmp_path, machine, slow(machine, FRAME_NS // 2))
    run(home, machine, 20)
    assert not [signal for signal in tape(tmp_path) if signal.type == "suspend_gap"] and home.world.frame >= 20 * 64


def test_a_message_that_came_in_a_stall_is_neither_lost_nor_late_and_counts_from_after_it(tmp_path, machine):
    home = live_home(tmp_path, machine)

    def stall() -> None:
        """The process is stopped for an hour; near its end the owner writes."""
        machine.ns += 3599 * SECOND_NS
        home.say("are you awake?", "m")
        home.post("comet", {})
        machine.ns += SECOND_NS

    machine.at(10, stall)
    run(home, machine, 3620)
    kinds = [(signal.type, signal.frame) for signal in tape(tmp_path) if signal.type in ("suspend_gap", "user_message", "comet")]
    assert [kind for kind, _ in kinds] == ["suspend_gap", "user_message", "comet"]
    assert len({frame for _, frame in kinds}) == 1 and kinds[0][1] <= 61 * 64  # her next tick: until then the hour was a quiet one
    answered = [signal for signal in tape(tmp_path) if signal.type == "model_done"]
    assert len(answered) == 1 and answered[0].frame - kinds[0][1] <= 20
    assert abs(now_us(home.world.clock) - START - machine.ns // 1000) <= 2 * FRAME_US


def test_suspends_steps_and_zones_arrive_and_nothing_goes_backwards(tmp_path, machine):
    home = live_home(tmp_path, machine)
    wall, boot, zone = [START], [0], ["Asia/Tokyo"]
    clock = MachineClock(home.inbox.post, lambda: Reading(wall[0] + machine.ns // 1000, machine.ns // 1000, boot[0] + machine.ns // 1000), lambda: zone[0])
    home.loop.before = lambda: clock.look("")
    frames, elapsed = [], []
    home.loop.after = lambda: (frames.append(home.world.frame), elapsed.append(elapsed_us(home.world.clock)))

    def sleep() -> None:
        wall[0] += 8 * 3600 * SECOND_US
        boot[0] += 8 * 3600 * SECOND_US

    def step(us: int):
        return lambda: wall.__setitem__(0, wall[0] + us)

    machine.at(20, sleep)
    machine.at(40, step(-3 * 3600 * SECOND_US))
    machine.at(60, step(26 * 3600 * SECOND_US))
    machine.at(80, lambda: zone.__setitem__(0, "America/New_York"))
    run(home, machine, 120)
    jumps = [(signal.type, signal.payload.get("us")) for signal in tape(tmp_path) if signal.type in ("suspend_gap", "clock_changed", "zone_changed")]
    assert jumps == [("suspend_gap", 8 * 3600 * SECOND_US), ("clock_changed", -3 * 3600 * SECOND_US), ("clock_changed", 26 * 3600 * SECOND_US), ("zone_changed", None)]
    assert frames == sorted(frames) and elapsed == sorted(elapsed) and len(frames) > 10
    assert abs(now_us(home.world.clock) - wall[0] - machine.ns // 1000) <= 2 * FRAME_US
    assert home.world.clock.zone == "America/New_York"


def test_what_is_applied_was_on_the_tape_before(tmp_path):
    home = new_home(tmp_path)
    order: list[str] = []
    record, home.life.tape.record = home.life.tape.record, lambda signal: (order.append("tape"), record(signal))
    home.loop.orders = Orders(turn=(lambda world, inbox: order.append("turn"),))
    post = home.say("hi", "m")
    home.go(0)
    assert order == ["tape", "turn"] * 3 and post.recorded.is_set()


def test_a_cancelled_post_is_on_no_tape(tmp_path):
    home = new_home(tmp_path)
    home.say("never mind", "m").cancel()
    home.go(1)
    home.life.tape.flush()
    assert [signal.type for signal in tape(tmp_path)] == ["command", "vault_changed", "written"] and home.world.get(NAME, Talk).seen == []


def test_eight_threads_are_all_recorded_once_and_each_in_its_order(tmp_path):
    home = new_home(tmp_path)
    posts: list[list] = [[] for _ in range(8)]

    def talk(who: int) -> None:
        posts[who] += [home.post("comet", {"who": who, "n": n}, to="") for n in range(60)]

    threads = [threading.Thread(target=talk, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        home.go(1 / 64)
    home.go(1)
    home.life.tape.flush()
    heard = [signal.payload for signal in tape(tmp_path) if signal.type == "comet"]
    assert len(heard) == 480 and all(post.recorded.is_set() for row in posts for post in row)
    assert [signal.seq for signal in tape(tmp_path)] == list(range(1, len(tape(tmp_path)) + 1))
    for who in range(8):
        assert [one["n"] for one in heard if one["who"] == who] == list(range(60))


@pytest.fixture
def running(tmp_path):
    """A loop on a thread of its own, on the machine's real clock."""
    home = new_home(tmp_path)
    home = Home(home.life, pace=RealTime(0))
    thread = threading.Thread(target=home.loop.run, daemon=True)
    thread.start()
    yield home, thread
    home.loop.stop()
    thread.join(10)
    assert not thread.is_alive()


def test_a_question_from_another_thread_is_answered_between_steps(running):
    home, _ = running
    assert home.loop.call(lambda world: world.get(NAME, Mind).state.value) == "IDLE"
    with pytest.raises(ZeroDivisionError):
        home.loop.call(lambda world: 1 // 0)
    assert home.loop.call(lambda world: world.frame) >= 0


def test_a_question_to_a_loop_that_ended_is_refused_at_once(running):
    home, thread = running
    home.loop.stop()
    thread.join(10)
    with pytest.raises(LoopStopped, match="start it again"):
        home.loop.call(lambda world: world.frame)


def test_a_loop_that_died_leaves_nobody_waiting(tmp_path):
    home = new_home(tmp_path)
    loop = Loop(home.world, Orders(turn=(lambda world, inbox: 1 // 0,)), home.inbox, home.life.tape, [], RealTime(0))
    told = threading.Event()

    def die() -> None:
        try:
            loop.run()
        except ZeroDivisionError:
            told.set()

    thread = threading.Thread(target=die, daemon=True)
    thread.start()
    thread.join(10)
    assert told.is_set()
    with pytest.raises(LoopStopped):
        loop.call(lambda world: world.frame)
