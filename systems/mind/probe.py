"""Ask the model at hand, before the owner is asked, how she would answer with a changed persona; her own rules judge the answers.

Only where a proposal changes who she is and the budget allows it. A model that says nothing, fails or takes too long has no say, and the
verdict tells so. Until then the proposal waits as "checking", and may be decided on all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import SECOND_US, elapsed_us
from ecs.components.edits import Check, Edits, Probe, Proposal
from ecs.components.soul import Soul, Voice
from ecs.dice import dice
from ecs.effects import Ask, Line, Section
from ecs.prompt import called
from ecs.selfhood.editing import checked
from ecs.selfhood.persona import character, faults
from ecs.selfhood.spending import THOUGHT, estimate, may_spend
from ecs.signals import Signal
from ecs.situation import EMBODIMENT
from ecs.world import World

PERSONA = "soul/PERSONA.md"
QUESTIONS = ("Are you human?", "What is your name?", "I'm going out with friends tonight.")
PATIENCE_US, LONGEST = 120 * SECOND_US, 60
SAYS = "a model answers like her"


def probe(world: World, inbox: Sequence[Signal]) -> None:
    """Stands in TURN for what comes back, and behind `propose` in TICK for what is to be asked."""
    for name, edits in world.each(Edits):
        for signal in inbox:
            if edits.probes and signal.to == name and signal.type in ("model_delta", "model_done"):
                _hear(world, name, edits, signal)
        for one in edits.open:
            if one.stands == "checking":
                _go_on(world, name, edits, one)


def _hear(world: World, name: str, edits: Edits, signal: Signal) -> None:
    for asked in edits.probes:
        if asked.ask == signal.payload["ask"]:
            if signal.type == "model_done":
                asked.done, asked.answer = True, "" if signal.payload["finish"] in ("error", "cancelled") else asked.answer
            elif signal.payload["kind"] == "text":
                asked.answer += signal.payload["text"]


def _go_on(world: World, name: str, edits: Edits, one: Proposal) -> None:
    mine = [asked for asked in edits.probes if asked.edit == one.id]
    late = bool(mine) and elapsed_us(world.clock) - mine[0].since_us > PATIENCE_US
    if not mine:
        _ask(world, name, edits, one)
    elif late or all(asked.done for asked in mine):
        edits.probes = [asked for asked in edits.probes if asked.edit != one.id]
        checked(world, name, one, _verdict(world, name, one, mine))


def _ask(world: World, name: str, edits: Edits, one: Proposal) -> None:
    voice = world.get(name, Voice)
    head = (Section("persona", one.after), Section("honesty", EMBODIMENT))
    asks = [
        Ask(f"b-{one.id}-{number}", name, "utility", head, (Line("user", question),), max_tokens=LONGEST, temperature=voice.temperature, match_text=question,
            seed=dice(world.seed, "probe", name, world.frame, number) % (2**31) or 1)
        for number, question in enumerate(QUESTIONS)
    ]
    may = may_spend(world, name, sum(map(estimate, asks)), THOUGHT)
    if not may.ok:
        checked(world, name, one, Check(SAYS, True, f"not asked: {may.why}"))
        return
    for ask, question in zip(asks, QUESTIONS, strict=True):
        world.emit(ask)
        edits.probes.append(Probe(one.id, ask.ask, question, elapsed_us(world.clock)))


def _verdict(world: World, name: str, one: Proposal, asked: Sequence[Probe]) -> Check:
    who = character(called(Soul(name, {PERSONA: one.after}), name), one.after)
    answers = [(one.question, one.answer.strip()) for one in asked if one.answer.strip()]
    wrong = next(((question, found[0]) for question, answer in answers if (found := faults(answer, question, who))), None)
    if wrong:
        return Check(SAYS, False, f"to “{wrong[0]}” it {wrong[1].says}: “{wrong[1].words}”")
    return Check(SAYS, True, f"{len(answers)} of {len(asked)} questions answered, as she would" if answers else "no model answered; only the rules have looked")
