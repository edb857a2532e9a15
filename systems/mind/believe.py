"""REFLECT, one part: what the owner told since the last tick becomes beliefs, facts about them, and notes of what is not wanted now.

What others claim of the owner is read here, too, into its own place; the owner's word settles it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import now_us
from ecs.components.belief import Discourse, Expectations, Said, Unthought
from ecs.components.distilled import Backlog
from ecs.components.mind import Change, Mind, Thought
from ecs.components.partner import NotNow, Partner, Quarantine
from ecs.pages import note, touch
from ecs.reading.answers import display
from ecs.reading.dates import Moment
from ecs.reading.finding import Mind as Reader
from ecs.reading.not_now import put_off
from ecs.reading.scene import OWNER
from ecs.reading.told import take_in
from ecs.signals import Signal
from ecs.stores import partner as facts, quarantine as claims
from ecs.stores.belief import FOREVER, Belief, Pattern, Source
from ecs.stores.belief_log import PATH, lines
from ecs.stores.beliefs import Beliefs
from ecs.stores.half_expecting import observe
from ecs.stores.held import beliefs_of
from ecs.stores.keeping import facts_of, retire
from ecs.ticking import write_later
from ecs.world import World

NOTES = 5


def believe(world: World, inbox: Sequence[Signal]) -> None:
    for name, mind, unthought in world.each(Mind, Unthought):
        kept = [said for said in unthought.said if said.kept]
        apart = world.find(name, Quarantine)
        if mind.awake and (kept or apart is not None and apart.overheard):
            unthought.said = [said for said in unthought.said if not said.kept]
            _believe(world, name, kept, apart)


def _believe(world: World, name: str, kept: list[Said], apart: Quarantine | None) -> None:
    beliefs, discourse, expectations = beliefs_of(world, name), world.get(name, Discourse), world.find(name, Expectations)
    for said in kept:
        ids = take_in(beliefs, discourse, said.text, Moment(said.at_us, world.clock), Source(said.turn), said.before)
        if expectations is not None:
            observe(expectations, said.text, said.at_us)
        _merge(world, name, beliefs, said, ids, apart)
    if apart is not None and apart.overheard:
        _hear_others(world, name, beliefs, apart)
    _write(world, name, beliefs.take_changes(), [said.turn for said in kept])


def _merge(world: World, name: str, beliefs: Beliefs, said: Said, ids: list[int], apart: Quarantine | None) -> None:
    """What a message tells of the owner is merged; what it puts off is noted until its end; whom it is about is kept for the day's facts."""
    partner = world.find(name, Partner)
    if partner is not None:
        for fact in facts.learn(partner, beliefs, ids, said.turn, said.at_us):
            _outdate(world, name, fact.turns, fact.object)
        later = put_off(said.text, said.before, said.at_us, world.clock)
        if later is not None:
            partner.serial += 1
            partner.notes = [*partner.notes, NotNow(f"n-{partner.serial}", later.words, later.about, said.turn, said.at_us, later.until_us)][-NOTES:]
        touch(world, name)
    if apart is not None:
        note(world, name, *claims.confirmed(apart, beliefs, ids))
    _say_whom(world, name, beliefs, said, ids)


def _say_whom(world: World, name: str, beliefs: Beliefs, said: Said, ids: list[int]) -> None:
    backlog, reader = world.find(name, Backlog), Reader(beliefs, said.at_us)
    if backlog is None:
        return
    subjects = dict.fromkeys(beliefs.rows.get(id).subject for id in ids)
    whom = [display(reader, key) for key in subjects if key != OWNER and key[:1] not in "("]
    for one in (one for day in backlog.days for one in day.exchanges if one.turn == said.turn):
        one.about = whom[:4]


def _hear_others(world: World, name: str, beliefs: Beliefs, apart: Quarantine) -> None:
    names = [row.object for row in beliefs.query(Pattern(OWNER, "called"))]
    changes, ids = claims.read(apart, beliefs, names, Moment(now_us(world.clock), world.clock))
    note(world, name, *changes)
    partner = world.find(name, Partner)
    if partner is not None:
        for id in ids:
            facts.learn(partner, beliefs, [id], beliefs.rows.get(id).who, now_us(world.clock))
        touch(world, name)


def _write(world: World, name: str, changes: list[tuple[str, Belief]], turns: list[str]) -> None:
    text, why = lines(changes, world.clock), f"Learnt from {', '.join(turns)}"[:160]
    thought = world.get(name, Thought)
    thought.beliefs += text.count("\n")
    _outdate_closed(world, name, [belief for verb, belief in changes if verb == "close"])
    if text:
        write_later(world, name, Change(PATH, "append", text), why)


def _outdate_closed(world: World, name: str, closed: list[Belief]) -> None:
    beliefs = beliefs_of(world, name)
    for belief in closed:
        now = beliefs.query(Pattern(belief.subject, belief.relation, belief.object), at=now_us(world.clock))
        if belief.state and belief.valid_to == FOREVER and not any(row.sign == belief.sign for row in now):
            _outdate(world, name, [belief.turn], belief.object)


def _outdate(world: World, name: str, turns: list[str], about: str) -> None:
    """A distilled fact whose belief gave way to another is retired: it was so, and the belief log says until when."""
    kept = facts_of(world, name)
    if kept is not None:
        retire(world, name, [fact for fact in kept.resting_on(tuple(turns)) if about.lower() in fact.text.lower()], "no longer so")
