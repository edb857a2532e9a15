"""What of a life's tape the words are in: which turns, which asks, which pieces. Read only.

The tape names the ask that a piece of an answer belongs to, and not its turn; that is found by living the piece again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ecs.effects import Ask, Effect
from ecs.signals import Signal
from ecs.snapshot import SnapshotError, load
from ecs.tape import Header, TapeError
from ecs.world import World
from yurios.profiles.birth import born, orders_of
from yurios.purge.trouble import PurgeRefused
from yurios.purge.words import Words
from yurios.rerun import Stumbled, rerun, set_aside
from yurios.tapes import Chunks, pieces, read_piece

#: Values under these keys name things; they are no one's words.
NAMES = frozenset({"write", "turn", "turns", "ask", "recall", "search", "forget", "commit", "kind", "finish", "cause", "state", "mode", "name", "channel", "at", "zone", "message_id", "type", "part", "doc_id"})


@dataclass
class Piece:
    """One piece. `said` is {turn: (day, text)} of the owner's messages, `asked` {ask: what was answered}, `turn_of` {ask: turn}."""

    path: Path
    header: Header
    signals: list[Signal]
    said: dict[str, tuple[str, str]] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)
    turn_of: dict[str, str] = field(default_factory=dict)

    def at(self, turn: str) -> str:
        """The time of day of a turn's message."""
        return self.signals[int(turn[2:]) - self.header.first_seq].at[11:16]


def piece_of(path: Path) -> Piece:
    """A piece with what was said in it. Raises PurgeRefused when it cannot be read."""
    try:
        header, signals, _ = read_piece(path)
    except TapeError as fault:
        raise PurgeRefused(f"{path} cannot be read ({fault}). Start her once, which sets it aside, then purge.") from None
    piece = Piece(path, header, signals)
    for signal in signals:
        if signal.type == "user_message":
            piece.said[f"t-{signal.seq}"] = (signal.at[:10], signal.payload["text"])
        elif signal.type == "model_delta":
            piece.asked[signal.payload["ask"]] = piece.asked.get(signal.payload["ask"], "") + signal.payload["text"]
    return piece


def all_pieces(folder: Path) -> Iterator[Piece]:
    """The pieces of a life, oldest first, one at a time in memory."""
    return (piece_of(path) for path in pieces(folder))


def turns_with(pieces_of_life: Iterator[Piece], words: Words) -> tuple[set[str], dict[str, str]]:
    """The turns in which the owner or she said the words; and {turn: day} of every turn on the tape."""
    days: dict[str, str] = {}
    found: set[str] = set()
    for piece in pieces_of_life:
        days |= {turn: day for turn, (day, _) in piece.said.items()}
        found |= {turn for turn, (_, text) in piece.said.items() if words.holds(text)}
        held = {ask for ask, text in piece.asked.items() if words.holds(text)}
        if held:
            learn_turns(piece)
            found |= {piece.turn_of[ask] for ask in held if ask in piece.turn_of}
    return found & set(days), days


def learn_turns(piece: Piece) -> None:
    """Fill `turn_of` by living the piece again, as far as that goes; a redacted or damaged one tells what it can."""

    def take(effect: Effect) -> None:
        if isinstance(effect, Ask):
            piece.turn_of[effect.ask] = effect.turn

    try:
        world = _begun(piece)
        rerun(world, orders_of(piece.header), piece.signals, take, set_aside(piece.signals))
        world.close()
    except (SnapshotError, Stumbled):
        return  # what is not known by then goes when it stands between a message that goes and its commit


def _begun(piece: Piece) -> World:
    header = piece.header
    if header.snapshot is None and not header.redacted:
        return born(header)
    if header.snapshot is None:
        raise SnapshotError("a redacted piece begins nowhere")
    return load(header.snapshot, Chunks(piece.path.parent / "chunks"))
