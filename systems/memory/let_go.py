"""Let go of what the owner wants forgotten: out of the raw window at once, out of the index, and noted in her folder.

The note names turns and not words, so that it does not keep what it is about. What the index is made from again leaves
those turns out. After a purge (`yurios.purge`) there is nothing left to let go of; her day says that something went.
"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.clock import now_us, stamp
from ecs.components.belief import Believed, Discourse, Expectations, Unthought
from ecs.components.distilled import Backlog
from ecs.components.partner import Partner, Quarantine
from ecs.components.promised import Unscanned
from ecs.components.speech import Talk, Turn
from ecs.components.summary import Summary
from ecs.diary import journal, owe
from ecs.effects import FileChange, Forget
from ecs.events import publish
from ecs.mention import about, mentions
from ecs.pages import due_changes, note, touch
from ecs.signals import Signal
from ecs.stores import consolidation, partner, quarantine, summary
from ecs.stores.belief_log import PATH as BELIEFS
from ecs.stores.held import beliefs_of, log_lines
from ecs.stores.keeping import forget_facts
from ecs.world import World

FORGOTTEN = "memory/semantic/forgotten.md"


def let_go(world: World, inbox: Sequence[Signal]) -> None:
    for signal in inbox:
        if signal.type == "command" and signal.payload["name"] == "forget" and signal.origin.trust == "owner":
            for name, talk in world.addressed(signal.to, Talk):
                _ask_index(world, signal, name, talk)
        elif signal.type == "command" and signal.payload["name"] == "purged" and signal.origin.trust == "host":
            for name, _ in world.addressed(signal.to, Talk):
                _own_gap(world, name, signal.payload["values"]["exchanges"])
        elif signal.type == "forgotten":
            for name, talk in world.addressed(signal.to, Talk):
                turns, talk.letting_go = {*signal.payload["turns"], *talk.letting_go}, []
                _note(world, name, sorted(turns))


def _ask_index(world: World, signal: Signal, name: str, talk: Talk) -> None:
    words = signal.payload["values"]["text"]
    gone = [exchange.turn for exchange in talk.window if about(exchange, words)]
    gone += [said.turn for said in _unthought(world, name) if mentions(said.text, words)]
    gone += [one.turn for one in _waiting(world, name) if mentions(f"{one.owner}\n{one.her}", words)]
    for heard in (*talk.queue, *(turn.heard if (turn := world.find(name, Turn)) is not None else ())):
        if mentions(heard.text, words):
            heard.let_go, gone = True, [*gone, heard.turn]
    turns = tuple(dict.fromkeys(gone))
    talk.letting_go = list(turns)
    _drop(world, name, words, turns)
    world.emit(Forget(f"f-{name}-{signal.seq}", name, words, turns))


def _unthought(world: World, name: str) -> list:
    unthought = world.find(name, Unthought)
    return unthought.said if unthought is not None else []


def _waiting(world: World, name: str) -> list:
    backlog = world.find(name, Backlog)
    return [one for day in backlog.days for one in day.exchanges] if backlog is not None else []


def _drop(world: World, name: str, words: str, turns: tuple[str, ...]) -> None:
    """Out of everything a prompt or a page of hers is made from: by the words themselves, and by the turns that held them."""
    talk = world.get(name, Talk)
    talk.window = [exchange for exchange in talk.window if exchange.turn not in turns]
    for kind, let_go_of in _KEPT.items():
        kept = world.find(name, kind)
        if kept is not None:
            let_go_of(world, name, kept, words, turns)
    forget_facts(world, name, words, turns)
    touch(world, name)


def _turn(world: World, name: str, turn: Turn, words: str, turns: tuple[str, ...]) -> None:
    turn.recalled = [one for one in turn.recalled if not set(turns) & set(one.turn.split(",")) and not (words and mentions(one.text, words))]


def _minds(world: World, name: str, unthought: Unthought, words: str, turns: tuple[str, ...]) -> None:
    unthought.said = [said for said in unthought.said if said.turn not in turns]
    for said in unthought.said:
        said.before = "" if words and mentions(said.before, words) else said.before
        said.reply = "" if words and mentions(said.reply, words) else said.reply


def _promises(world: World, name: str, unscanned: Unscanned, words: str, turns: tuple[str, ...]) -> None:
    unscanned.exchanges = [one for one in unscanned.exchanges if one.turn not in turns and not (words and mentions(f"{one.owner}\n{one.her}", words))]
    for one in unscanned.exchanges:
        one.before = "" if words and mentions(one.before, words) else one.before


def _discourse(world: World, name: str, discourse: Discourse, words: str, turns: tuple[str, ...]) -> None:
    discourse.mentions = [one for one in discourse.mentions if not (words and mentions(one.key, words))]


def _expectations(world: World, name: str, kept: Expectations, words: str, turns: tuple[str, ...]) -> None:
    for field in ("open", "surprises"):
        setattr(kept, field, [one for one in getattr(kept, field) if one.turn not in turns and not (words and mentions(one.text, words))])


#: What she keeps beside window and index, and how each lets go.
_KEPT = {
    Turn: _turn, Unthought: _minds, Unscanned: _promises, Discourse: _discourse, Expectations: _expectations,
    Backlog: lambda world, name, kept, words, turns: consolidation.let_go(kept, turns),
    Partner: lambda world, name, kept, words, turns: partner.let_go(kept, words, turns),
    Quarantine: lambda world, name, kept, words, turns: note(world, name, *quarantine.let_go(kept, words)),
    Summary: lambda world, name, kept, words, turns: summary.let_go(kept, words, turns),
}


def _note(world: World, name: str, turns: list[str]) -> None:
    """The index has answered: whatever rests on the turns it found goes, too, and her folder is told in one write."""
    publish(world, "journal", forgot=turns)
    _drop(world, name, "", tuple(turns))
    line = f"- {stamp(world.clock)}: the owner asked to forget {', '.join(turns)}\n"
    asked = (FileChange(FORGOTTEN, "append", line), *_withdraw(world, name, tuple(turns))) if turns else ()
    changes = (*asked, *due_changes(world, name)[0])
    if changes:
        owe(world, name, changes, f"Let go of {', '.join(turns)}" if turns else "Let go of what was asked")


def _withdraw(world: World, name: str, turns: tuple[str, ...]) -> tuple[FileChange, ...]:
    """What she believed on the word of those turns, no question finds again; the log says so and not what it was."""
    if world.find(name, Believed) is None:
        return ()
    beliefs = beliefs_of(world, name)
    if not beliefs.withdraw(turns, list(range(beliefs.rows.newest_id() + 1)), now_us(world.clock)):
        return ()
    return (FileChange(BELIEFS, "append", log_lines(beliefs, world)),)


def _own_gap(world: World, name: str, exchanges: int) -> None:
    """She is not to wonder at a gap, nor to be told that there is none."""
    journal(world, name, f"Something was taken out of my past for good, as was asked of me ({exchanges} exchange{'s' * (exchanges != 1)}).")
