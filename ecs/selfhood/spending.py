"""The budget: per day and per hour, in tokens and in seconds of computing, over talk, thought, dreams and tools together.

An ask is estimated when it leaves and settled when it is answered. `may_spend` is asked before anything that can wait; a talk is
never refused, it is only counted. What succeeds costs as much as what fails, so a loop that goes well meets the same end.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecs.clock import SECOND_US, elapsed_us, local_day
from ecs.components.dials import Dials, dial
from ecs.components.mind import Budget, MindState
from ecs.components.spending import Reserved, Spending
from ecs.effects import Ask
from ecs.world import World

SLOT_US, SLOTS = 300 * SECOND_US, 12
#: An ask that nobody answered in this time is not under way any more.
FORGET_US = 1800 * SECOND_US
#: Shares of the budget, in 1/1000, from which her own cadence is slower by this factor.
SLOWER = ((900, 4), (750, 2))
ALL = 1000
TALK, THOUGHT, DREAM, TOOL = "talk", "thought", "dream", "tool"


@dataclass(frozen=True, slots=True)
class May:
    """Whether it may be spent, and else which limit stands against it, as a sentence."""

    ok: bool
    why: str = ""


def may_spend(world: World, name: str, tokens: int, purpose: str = THOUGHT) -> May:
    """Whether an ask of about `tokens` fits into what is left of day and hour, what is under way counted in.

    `purpose` is talk, thought, dream or tool. A talk always may; a budget smaller than one thought allows one. A dream may besides take no more than `mind.dream_tick_tokens` at once.
    """
    if purpose == TALK:
        return May(True)
    if purpose == DREAM and tokens > dial(world, "mind.dream_tick_tokens"):
        return May(False, f"a slice of dreaming may take {dial(world, 'mind.dream_tick_tokens')} tokens, this one takes {tokens}")
    for what, spent, most, asked in _limits(world, name, tokens):
        if spent >= most or (spent and spent + asked > most):
            return May(False, f"{what}: {spent} of {most} are spent, and this needs {asked}")
    return May(True)


def pressure(world: World, name: str) -> int:
    """How much of the budget is gone, in 1/1000, by the limit that is nearest; 1000 and more means spent."""
    return max((1000 * spent // most if most else ALL for _, spent, most, _ in _limits(world, name, 0)), default=0)


def shed(state: MindState, gone: int) -> MindState:
    """The state that the budget leaves her, `gone` being its pressure: with nothing left, IDLE and DREAM become DORMANT. A talk goes on."""
    return MindState.DORMANT if state in (MindState.IDLE, MindState.DREAM) and gone >= ALL else state


def slowed(world: World, state: MindState, cadence: int, gone: int) -> int:
    """The cadence in seconds under the present pressure; ENGAGED keeps its own, and none becomes slower than DORMANT's."""
    factor = next((factor for share, factor in SLOWER if gone >= share), 1)
    return cadence if factor == 1 or state is MindState.ENGAGED else max(cadence, min(cadence * factor, int(dial(world, "mind.dormant_cadence_s"))))


def estimate(ask: Ask) -> int:
    """About how many tokens an ask takes: four characters one, and all that it may answer."""
    return sum(len(part.text) for part in (*ask.head, *ask.talk, *ask.tail)) // 4 + ask.max_tokens


def reserve(world: World, name: str, ask: Ask, purpose: str) -> None:
    """Count an ask in from when it leaves."""
    spending = world.get(name, Spending)
    spending.reserved.setdefault(ask.ask, Reserved(purpose, estimate(ask), elapsed_us(world.clock)))


def settle_spending(world: World, name: str, ask: str, tokens: int) -> None:
    """What it really took. The seconds of computing are those from the ask to its answer."""
    spending = world.get(name, Spending)
    _turn_over(world, spending)
    one = spending.reserved.pop(ask, None)
    purpose, since = (one.purpose, one.since_us) if one else (TALK, elapsed_us(world.clock))
    took = max(0, elapsed_us(world.clock) - since) // 1000
    spending.tokens[-1] += tokens
    spending.compute_ms[-1] += took
    spending.compute_ms_today += took
    spending.purposes[purpose] = spending.purposes.get(purpose, 0) + tokens


def _limits(world: World, name: str, tokens: int) -> list[tuple[str, int, int, int]]:
    """(what, spent or under way, most, asked for) of each limit. Only looks: a host may ask between two steps."""
    spending, budget = world.find(name, Spending), world.find(name, Budget)
    if spending is None or budget is None:
        return []
    values = world.get("dials", Dials).values
    now, day = elapsed_us(world.clock), local_day(world.clock)
    under_way = sum(one.tokens for one in spending.reserved.values() if now - one.since_us < FORGET_US)
    old = min(SLOTS, now // SLOT_US - spending.slot)
    today = budget.tokens_today if budget.day >= day else 0
    computed = spending.compute_ms_today if spending.day >= day else 0
    return [
        ("tokens of the day", today + under_way, int(values["mind.daily_tokens"]), tokens),
        ("tokens of the hour", sum(spending.tokens[old:]) + under_way, int(values["mind.hourly_tokens"]), tokens),
        ("seconds of computing of the day", computed // 1000, int(values["mind.daily_compute_s"]), 0),
        ("seconds of computing of the hour", sum(spending.compute_ms[old:]) // 1000, int(values["mind.hourly_compute_s"]), 0),
    ]


def _turn_over(world: World, spending: Spending) -> None:
    """Let go of stretches older than an hour, of another day's sum, and of asks that nobody will answer. A date seen twice is not a new day."""
    now, day = elapsed_us(world.clock), local_day(world.clock)
    passed = min(SLOTS, now // SLOT_US - spending.slot)
    if passed > 0:
        spending.tokens = spending.tokens[passed:] + [0] * passed
        spending.compute_ms = spending.compute_ms[passed:] + [0] * passed
        spending.slot = now // SLOT_US
    if day > spending.day:
        spending.day, spending.compute_ms_today, spending.purposes = day, 0, {}
    if spending.reserved:
        spending.reserved = {ask: one for ask, one in spending.reserved.items() if now - one.since_us < FORGET_US}
