"""A resident's distilled facts as the world keeps them: the store over her components, and what a fact that comes or goes means for file and index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ecs.clock import instant_of, now_us
from ecs.components.distilled import Distilled, DistilledIndex
from ecs.components.pages import LineChange
from ecs.effects import Audit, MemoryEntry, Remember
from ecs.pages import note
from ecs.stores.consolidation import Candidate
from ecs.stores.distilled import PATH, SALIENCE, FactLine, Facts
from ecs.world import World


def facts_of(world: World, name: str) -> Facts | None:
    """The store of a resident; None where none is kept. Its index is made again when there is none (after a load)."""
    distilled = world.find(name, Distilled)
    if distilled is None:
        return None
    index = world.find(name, DistilledIndex)
    if index is None:
        index = DistilledIndex()
        world.put(name, index)
    return Facts(distilled, index)


def keep_facts(world: World, name: str, day: str, candidates: Iterable[Candidate]) -> int:
    """Merge what a day came to; how many facts are new. Lines and index entries follow with the next write."""
    facts, added, retired = facts_of(world, name), [], []
    for one in candidates:
        outcome = facts.merge(one.text, (one.turn,), day, one.minute)
        if outcome.retired is not None:
            retired.append(outcome.retired)
            world.emit(Audit(name, "retired", f"f-{outcome.retired.number} says less than f-{outcome.added.number}", "facts.md", now_us(world.clock)))
        if outcome.added is not None:
            added.append(outcome.added)
    fresh = [fact for fact in added if fact not in retired]
    note(world, name, *_gone([fact for fact in retired if fact not in added], "said better"), *(LineChange(PATH, "append", fact.line + "\n", f"Distilled {day}") for fact in fresh))
    if fresh or retired:
        world.emit(Remember(name, tuple(entry(world, fact) for fact in fresh), tuple(fact.text for fact in retired)))
    return len(fresh)


def entry(world: World, fact: FactLine) -> MemoryEntry:
    """The fact as the index reads it from the file."""
    return MemoryEntry(",".join(fact.turns), instant_of(world.clock, fact.day, fact.minute), fact.day, fact.text, "fact", SALIENCE)


def retire(world: World, name: str, gone: Sequence[FactLine], why: str) -> None:
    """These stand no longer: out of the file and out of the index."""
    if gone:
        facts_of(world, name).retire([fact.number for fact in gone])
        note(world, name, *_gone(gone, why))
        world.emit(Remember(name, (), tuple(fact.text for fact in gone)))


def forget_facts(world: World, name: str, words: str, turns: Sequence[str]) -> None:
    """Let go of facts that mention these words or rest on any of these turns. The index does the same by itself."""
    facts = facts_of(world, name)
    if facts is None:
        return
    gone = {fact.number: fact for fact in (*(facts.mentioning(words) if words else ()), *facts.resting_on(tuple(turns)))}
    facts.let_go(sorted(gone))
    note(world, name, *_gone(list(gone.values()), "forgotten"))
    if gone:
        world.emit(Remember(name, (), tuple(fact.text for fact in gone.values())))


def _gone(facts: Sequence[FactLine], why: str) -> list[LineChange]:
    return [LineChange(PATH, "strike", fact.line + "\n", f"f-{fact.number} {why}") for fact in facts]
