"""One resting tick, with all it leaves behind (its trace line on the disk, its share of the hourly digest), early and late in a life.

Earlier ticks and journal entries are lived, not made up: every entry is a message heard, answered and confirmed by TURN.
Only her folder is spared: what git costs is the bench `commit`.
"""

from __future__ import annotations

import time

from ecs.clock import FRAMES_PER_SECOND
from ecs.components.mind import Mind
from ecs.diary import day_path
from ecs.effects import Ask, TraceLine, WriteVault
from ecs.signals import Origin, Signal
from ecs.step import advance, turn
from ecs.world import World
from systems.order import COMPANION
from yurios.benches.living import NAME, Living, header
from yurios.benches.row import Row, Tell, cost
from yurios.benches.stopwatch import least
from yurios.memory.forgetful import Forgetful
from yurios.profiles.birth import born

GOAL_MS, FRAME_MS = 0.1, 15.625
HOUR = 3600 * FRAMES_PER_SECOND
OWNER = Origin("owner", "terminal", "owner")


def rows(tell: Tell, lived: tuple[int, ...] = (0, 1_000, 100_000), minds: int = 1_000, awake: int = 50) -> list[Row]:
    found = []
    for number in lived:
        tell(f"living {number:,} ticks and journal entries")
        found += _after(number, fresh=found[0].value if found else None)
    tell(f"{minds:,} minds")
    return [*found, _together(minds, minds), _together(minds, awake)]


def _after(number: int, fresh: float | None) -> list[Row]:
    with Living() as life:
        written = Past(life).live(number)
        life.loop.step_to(life.world.frame + 2 * HOUR)  # the last of the talk is over; she rests in her slowest state
        ticks = life.lines
        hours = [_hour(life) for _ in range(100)]
        assert written == number
        count, alone = life.lines - ticks, least(lambda: _tick_alone(life.world), 30, 60)
        tick = life.world.get(NAME, Mind).tick
    earlier = f"after {number} ticks and journal entries"
    return [
        cost(f"resting tick {earlier}", min(hours) * 1000, "ms", count, GOAL_MS, fresh),
        cost(f"resting tick {earlier}, world alone", alone * 1000, "ms", tick, GOAL_MS),
    ]


def _hour(life: Living) -> float:
    """Seconds a tick, over the ticks of six hours."""
    before, start = life.lines, time.perf_counter()
    life.loop.step_to(life.world.frame + 6 * HOUR)
    return (time.perf_counter() - start) / (life.lines - before)


def _tick_alone(world: World) -> None:
    advance(world, COMPANION, world.frame + HOUR)
    world.effects.clear()


class Past:
    """Lives through exchanges and ticks quickly: the world's own systems, answered at once by a model, a memory and a folder that cost nothing."""

    def __init__(self, life: Living) -> None:
        self._life, self._world, self._seq, self._journal = life, life.world, 1_000, []
        self._forgetful = Forgetful(lambda type, payload, *, to: self._hear(type, payload))

    def live(self, number: int) -> int:
        """`number` exchanges, each followed by a tick. Returns how many came back confirmed; their lines stand in her day file."""
        for count in range(number):
            self._hear("user_message", {"text": f"message {count}", "channel": "terminal", "message_id": f"m-{count}"})
            advance(self._world, COMPANION, self._world.frame + FRAMES_PER_SECOND)
            self._answer()
        diary = self._life.home / "vault" / day_path("2026-03-02")
        diary.parent.mkdir(parents=True, exist_ok=True)
        diary.write_text("".join(self._journal), encoding="utf-8")
        return len(self._journal)

    def _hear(self, type: str, payload: dict) -> None:
        self._seq += 1
        turn(self._world, COMPANION, (Signal(self._seq, self._world.frame, "2026-03-02T09:00:00+01:00", type, NAME, payload, OWNER),))
        self._answer()

    def _answer(self) -> None:
        effects, self._world.effects = self._world.effects, []
        for effect in effects:
            if isinstance(effect, TraceLine):
                self._life.handle(effect)
            elif isinstance(effect, self._forgetful.takes):
                self._forgetful.handle(effect)
            elif isinstance(effect, Ask):
                self._hear("model_delta", {"ask": effect.ask, "kind": "text", "text": "I hear you."})
                self._hear("model_done", {"ask": effect.ask, "finish": "stop", "error": None})
            elif isinstance(effect, WriteVault):
                self._journal += [effect.changes[0].text] if effect.turn else []
                self._hear(effect.answer, {"write": effect.write, "turn": effect.turn, "commit": "0" * 40, "error": None})


def _together(minds: int, awake: int) -> Row:
    """Many minds in one world, `awake` of them due on the same beat."""
    world = born(header([f"mind{number}" for number in range(minds)], place=None))
    due = [mind for _, mind in world.each(Mind)][:awake]
    for _, mind in world.each(Mind):
        mind.next_tick = -1
    ticks = []

    def beat() -> None:
        for mind in due:
            mind.next_tick = world.frame + 1
        advance(world, COMPANION, world.frame + FRAMES_PER_SECOND)
        ticks.append(len(world.effects))
        world.effects.clear()

    spent = least(beat, 1, 30)
    assert set(ticks) == {awake}, f"{set(ticks)} ticks a beat instead of {awake}"
    world.close()
    goal = FRAME_MS if awake < minds else None
    return cost(f"beat on which {awake} of {minds} minds tick", spent * 1000, "ms", sum(ticks), goal)
