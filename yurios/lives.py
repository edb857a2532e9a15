"""A life on its tape: begin one, or wake one where its tape ends.

Waking is replaying: the newest checkpoint, then every signal after it. So a process that was killed at any moment comes
back with all that was on the tape, and with a list of what her folder is still owed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from ecs.clock import local_day
from ecs.components.speech import Owed, Turn
from ecs.effects import Effect, WriteVault
from ecs.signals import Signal
from ecs.snapshot import SnapshotError, load, save
from ecs.step import Orders
from ecs.tape import Header, TapeError
from ecs.world import World
from yurios.rerun import Stumbled, Take, Unanswered, go_on, go_to, rerun, set_aside
from yurios.tapes import Chunks, TapeFile, digests_path, from_checkpoint, keep_checkpoint, mend, mend_digests, pieces, read_piece


MakeWorld = Callable[[Header], World]
OrdersOf = Callable[[Header], Orders]
Lived = Callable[[World], bool]


@dataclass
class Life:
    """A world ready to go on. `owed` are writes to hand to the folder again; `notices` are sentences for the owner.

    `aside` are signals she could not live through, with the fault: to be set aside on the tape before anything else.
    `heads` are the newest commits that the tape knows, by resident.
    """

    world: World
    orders: Orders
    tape: TapeFile
    header: Header
    folder: Path
    seq: int = 0
    woke: bool = False
    owed: list[WriteVault] = field(default_factory=list)
    aside: list[tuple[Signal, str]] = field(default_factory=list)
    heads: dict[str, str] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    def checkpoint(self, seq: int) -> None:
        """Save the world, if nothing is under way that only the tape knows. Raises OSError, and then the old one stands."""
        if is_quiet(self.world):
            self.tape.force()  # a checkpoint must never know more than the tape
            keep_checkpoint(self.folder, self.world, self.tape.path, seq)

    def turn_page(self, seq: int, vault: dict) -> bool:
        """On a later day, at a quiet moment, begin the day's own piece. True when it did.

        Raises OSError when the disk refuses; then the old piece goes on.
        """
        path = self.folder / f"{local_day(self.world.clock)}.jsonl"
        if path.name <= self.tape.path.name or not is_quiet(self.world):
            return False
        manifest, chunks = save(self.world)
        Chunks(self.folder / "chunks").keep(chunks)
        header = replace(self.header, snapshot=manifest, vault=vault, first_seq=seq + 1)
        self.tape.force()
        fresh = TapeFile(path)
        try:
            fresh.begin(header)
        except OSError:
            fresh.abandon()
            path.unlink()
            digests_path(path).unlink(missing_ok=True)
            raise
        self.tape.close()
        self.tape, self.header = fresh, header
        return True


def is_quiet(world: World) -> bool:
    """Nothing asked of a model, nothing owed to a folder, no change waiting for the barrier: a snapshot taken now misses nothing."""
    return not world.effects and not world.waiting and all(turn.state == "idle" and not owed.writes for _, turn, owed in world.each(Turn, Owed))


def begin(folder: Path, header: Header, world: World, orders: Orders) -> Life:
    """A new life: its first piece, named for its first day."""
    tape = TapeFile(folder / f"{local_day(world.clock)}.jsonl")
    tape.begin(header)
    return Life(world, orders, tape, header, folder)


def wake(
    folder: Path, make_world: MakeWorld, orders_of: OrdersOf, others: Take = lambda effect: None,
    lived: Lived = lambda world: False,
) -> Life | None:
    """The life whose pieces lie in `folder`, as its tape left it; None when there is none.

    `make_world(header)` builds a world that begins in a piece. `others` gets the effects on the way that ask nothing of
    a model or folder (events, trace lines). The tape ends with the last signal, a life may have ticked on after it:
    `lived(world)` says whether there was more than the world has lived so far. A piece that cannot be read is set aside
    and named in `notices`; so is a signal on which her systems fail.
    """
    notices: list[str] = []
    while found := pieces(folder):
        try:
            return _wake_piece(folder, found[-1], make_world, orders_of, others, lived, notices)
        except (TapeError, SnapshotError) as fault:
            notices.append(_set_aside(found[-1], fault))
    return None


def _wake_piece(folder: Path, path: Path, make_world: MakeWorld, orders_of: OrdersOf, others: Take, lived: Lived, notices: list[str]) -> Life:
    header, signals, torn = read_piece(path)
    if torn:
        mend(path, torn)
        notices.append(f"The last line of {path.name} was cut by a crash; it was set aside. Everything before it stands.")
    last = signals[-1].seq if signals else header.first_seq - 1
    skip, aside = set(set_aside(signals)), []
    while True:
        world, seq = from_checkpoint(folder, path, last) or (_first_world(folder, path, header, make_world, orders_of), header.first_seq - 1)
        passed: list[Effect] = []
        unanswered, orders = Unanswered(passed.append), orders_of(header)
        later = [signal for signal in signals if signal.seq > seq]
        try:
            rerun(world, orders, map(unanswered.see, later), unanswered.take, frozenset(skip))
            break
        except Stumbled as fault:
            world.close()
            skip.add(fault.seq)
            aside.append((next(signal for signal in later if signal.seq == fault.seq), fault.fault))
    _go_on(world, orders, lived, unanswered.take, notices)
    for effect in passed:
        others(effect)
    mend_digests(path, last, world.frame)
    return Life(world, orders, TapeFile(path), header, folder, last, True, unanswered.left(), aside, heads_of(header, signals), notices)


def heads_of(header: Header, signals: Iterable[Signal]) -> dict[str, str]:
    """The newest commit that a piece knows of, for each resident."""
    return {**header.vault, **{signal.to: signal.payload["commit"] for signal in signals if _is_commit(signal)}}


def _is_commit(signal: Signal) -> bool:
    return signal.type in ("written", "turn_committed", "vault_changed") and bool(signal.payload.get("commit"))


def _go_on(world: World, orders: Orders, lived: Lived, take: Take, notices: list[str]) -> None:
    try:
        go_on(world, orders, lived, take)
    except Exception as fault:  # it stopped her before; waking must not stop at it again
        notices.append(f"What she did last before she stopped cannot be done again ({type(fault).__name__}: {fault}).")


def _first_world(folder: Path, path: Path, header: Header, make_world: MakeWorld, orders_of: OrdersOf) -> World:
    """The world a piece goes on from: born, from its snapshot, or lived again from the piece before when that is damaged."""
    if header.snapshot is None:
        return make_world(header)
    try:
        return load(header.snapshot, Chunks(folder / "chunks"))
    except SnapshotError:
        earlier = [piece for piece in pieces(folder) if piece.name < path.name]
        if not earlier:
            raise
        return _lived_again(folder, earlier[-1], header, make_world, orders_of)


def _lived_again(folder: Path, path: Path, header: Header, make_world: MakeWorld, orders_of: OrdersOf) -> World:
    before, signals, _ = read_piece(path)
    world = _first_world(folder, path, before, make_world, orders_of)
    rerun(world, orders_of(before), signals, lambda effect: None, set_aside(signals))
    go_to(world, orders_of(before), header.snapshot["frame"], lambda effect: None)
    if save(world)[0] != header.snapshot:
        raise SnapshotError(f"the snapshot of {path.name}'s next day is damaged, and that day lived again does not lead to it")
    return world


def _set_aside(path: Path, fault: Exception) -> str:
    number, aside = 1, path.with_suffix(".damaged")
    while aside.exists():
        number, aside = number + 1, path.with_suffix(f".damaged-{number + 1}")
    os.replace(path, aside)
    digests_path(path).unlink(missing_ok=True)  # they only tell what a replay of it would be compared with
    return f"The tape {path.name} cannot be read ({fault}). It is kept as {aside.name}; she goes on from what was before it."
