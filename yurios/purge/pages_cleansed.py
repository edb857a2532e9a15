"""Her pages in a world that no longer holds the words: facts about the owner, claims, distilled facts, the summary, days that wait."""

from __future__ import annotations

from collections.abc import Set

from ecs.components.distilled import Backlog, Distilled
from ecs.components.pages import Pages
from ecs.components.partner import Partner, Quarantine
from ecs.components.summary import Summary
from ecs.pool import Pool
from ecs.stores import consolidation, summary as so_far
from ecs.stores.block import inside, splice
from ecs.stores.distilled import LET_GO
from ecs.world import World
from yurios.purge.erasing import Gone, cleaned
from yurios.purge.words import MARK


def cleanse_pages(world: World, gone: Gone, turns: Set[str]) -> None:
    """Take it out of each of them, with what rests on these turns; a page is rendered anew at her next tick."""
    for kind, take_out in _KEPT.items():
        for _, kept in world.each(kind):
            take_out(kept, gone, turns)


def _partner(kept: Partner, gone: Gone, turns: Set[str]) -> None:
    kept.facts = [fact for fact in kept.facts if not turns & set(fact.turns) and not gone.words.holds(f"{fact.words} {fact.object}")]
    kept.notes = [note for note in kept.notes if note.turn not in turns and not gone.words.holds(f"{note.words} {note.about}")]
    kept.by_hand = [line for line in kept.by_hand if not gone.words.holds(line)]
    kept.struck = [key for key in kept.struck if not gone.words.holds(key.replace("|", " "))]


def _quarantine(kept: Quarantine, gone: Gone, turns: Set[str]) -> None:
    kept.claims = [claim for claim in kept.claims if not gone.words.holds(claim.line)]
    kept.overheard = [one for one in kept.overheard if not gone.words.holds(f"{one.text} {one.ref}")]


def _distilled(kept: Distilled, gone: Gone, turns: Set[str]) -> None:
    """Rows keep their places, since their numbers are names; those that go say nothing, and the pool forgets their texts."""
    said = {name: [kept.texts[int(number)] for number in kept.rows.read(name)] for name in ("text", "turns", "day")}
    going = [row for row, text in enumerate(said["text"]) if gone.words.holds(text) or turns & set(said["turns"][row].split(","))]
    if not going:
        return
    for row in going:
        said["text"][row], said["turns"][row] = MARK, ""
    kept.texts = Pool()
    for name, texts in said.items():
        kept.rows.write(name, 0, len(kept.rows))[:] = [kept.texts.add(text) for text in texts]
    kept.rows.write("state", 0, len(kept.rows))[going] = LET_GO


def _backlog(kept: Backlog, gone: Gone, turns: Set[str]) -> None:
    held = {one.turn for day in kept.days for one in day.exchanges if gone.words.holds(f"{one.owner} {one.her}")}
    consolidation.let_go(kept, turns | held)


def _summary(kept: Summary, gone: Gone, turns: Set[str]) -> None:
    so_far.let_go(kept, "", sorted(turns))
    for stretch in (*kept.days, *kept.months, *kept.years):
        stretch.topics = [topic for topic in stretch.topics if not gone.words.holds(topic.word)]
    kept.threads = [thread for thread in kept.threads if not gone.words.holds(thread.words)]
    fallen = [one for one in kept.fallen if not gone.words.holds(f"{one.owner} {one.her}")]
    if len(fallen) < len(kept.fallen) or gone.words.holds(f"{kept.prose} {kept.answer}"):
        kept.fallen, kept.taken, kept.prose, kept.ask, kept.answer = fallen, 0, "", "", ""


def _pages(kept: Pages, gone: Gone, turns: Set[str]) -> None:
    """What the folder says is what is left of it there; where that is less, the page is rendered anew."""
    before = dict(kept.blocks)
    for path, block in sorted(before.items()):
        left = cleaned(path, splice("", block).encode("utf-8"), gone)
        kept.blocks = {**kept.blocks, path: (inside(left.decode("utf-8")) if left is not None else None) or ""}
    kept.lines = [line for line in kept.lines if not gone.words.holds(line.text)]
    kept.stale = kept.stale or kept.blocks != before


_KEPT = {Partner: _partner, Quarantine: _quarantine, Distilled: _distilled, Backlog: _backlog, Summary: _summary, Pages: _pages}
