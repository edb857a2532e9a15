"""A purge from beginning to end: look, make everything new beside the old, and at one moment let it take its place.

The caller holds the resident's lease. Before the moment nothing of hers was touched; after it the purge is finished, now or
at the next start (`yurios.purge.swap`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ecs.clock import local_day, stamp
from ecs.components.shelf import Shelf
from ecs.signals import HOST, Signal
from ecs.snapshot import SnapshotError, load, save
from ecs.tape import Header
from ecs.world import World
from yurios.home import Home
from yurios.lives import Life, wake
from yurios.profiles.birth import born, orders_of
from yurios.profiles.waking import lived_until
from yurios.purge.beside import stage_audit, stage_corpus, stage_indexes, stage_logs, stage_typed, stage_working, still_holding
from yurios.purge.cleansing import cleanse, lose_the_thread
from yurios.purge.past import Past, Progress
from yurios.purge.redaction import Redaction, lines_of
from yurios.purge.rewriting import Rewriting
from yurios.purge.survey import Found, survey
from yurios.purge.swap import Staging, Watch, finish
from yurios.purge.tapes_seen import Piece, all_pieces
from yurios.purge.trouble import PurgeRefused
from yurios.purge.words import Words
from yurios.tapes import Chunks, digests_path, pieces
from yurios.vault.folder import DiskFolder
from yurios.vault.moments import Moments
from yurios.vault.trace_log import TraceLog

#: The host's word to her that it has happened; the first line of the piece that goes on after it.
PURGED = "purged"


@dataclass
class Done:
    """What was done. `commits` have another id now, `redacted` are pieces of tape, `remains` files that still hold the words."""

    found: Found
    head: str
    commits: int
    redacted: list[str]
    typed: int
    remotes: list[str]
    remains: list[str]


def purge(home: Home, name: str, words: Words, keep: frozenset[str] = frozenset(), progress: Progress = lambda what, done, of: None,
          watch: Watch = lambda moment: None, sync: bool = True) -> Done | None:
    """Take the words out of all that is hers. None when there is nothing to take. Raises PurgeRefused; then nothing was touched."""
    found = survey(home, name, words, keep, progress)
    if not found.anything:
        return None
    staging = Staging(home, name, watch, sync)
    try:
        done = Making(home, name, found, staging, progress).run()
    except BaseException:
        staging.give_up()
        raise
    staging.go()
    progress("putting it in place", 0, 0)
    finish(home, name, watch)
    done.remains = still_holding(home, found.gone)
    return done


class Making:
    """Everything that is to be, in the staging folder."""

    def __init__(self, home: Home, name: str, found: Found, staging: Staging, progress: Progress) -> None:
        self._home, self._name, self._found, self._staging, self._progress = home, name, found, staging, progress
        self._vault, self._gone, self._tapes = home.resident(name).vault, found.gone, home.tapes / name
        self._redacted: list[str] = []
        self._said: set[str] = {line.text.strip() for line in found.lines if line.text}

    def run(self) -> Done:
        """Make it, in the order in which one thing needs another."""
        head, rewriting, remotes = self._history()
        ids = {old.decode(): new.decode() for old, new in rewriting.ids.items() if old != new}
        changed = stage_working(self._staging, self._vault, rewriting.tracked, self._gone, ids)
        self._changed = {path.removeprefix("knowledge/reference/") for path in changed if path.startswith("knowledge/reference/")}
        stage_indexes(self._staging, self._vault, self._changed)
        for folder in self._found.turns:
            self._tape(folder, ids if folder == self._tapes else {}, head if folder == self._tapes else "")
        typed = stage_typed(self._staging, self._home, self._gone, self._said)
        stage_corpus(self._staging, self._home, self._name, self._gone)
        stage_audit(self._staging, self._home, self._gone, self._found.turns.get(self._tapes, set()))
        stage_logs(self._staging, self._home)
        return Done(self._found, head, rewriting.rewritten, self._redacted, typed, remotes, [])

    def _history(self) -> tuple[str, Rewriting, list[str]]:
        past = Past(self._vault, self._progress)
        try:
            made = self._staging.new_folder()
            rewriting = Rewriting(past, self._gone, made, self._progress)
            rewriting.run()
            self._staging.bring(made, self._vault / ".git")
            return rewriting.refs[past.head.encode()].decode(), rewriting, past.remotes
        finally:
            past.close()

    def _tape(self, folder: Path, ids: dict[str, str], head: str) -> None:
        """Every piece of one life; for the life that goes on, a new piece that begins where she is."""
        life = self._woken(folder) if head else None
        needed: set[str] = set()
        redaction = Redaction(self._gone, self._found.turns[folder], ids)
        for piece in all_pieces(folder):
            needed |= self._piece(piece, redaction, self._found.turns[folder])
        if life is not None:
            needed |= self._new_piece(folder, life, head)
        self._drop_the_rest(folder, needed)

    def _piece(self, piece: Piece, redaction: Redaction, turns: set[str]) -> set[str]:
        """Stage a piece if it changes. Returns the chunks that it still needs."""
        signals = redaction.signals(piece)
        touched = redaction.changed_texts(piece.signals, signals) or self._begins_with_it(piece, turns)
        header = redaction.header(piece.header, touched or piece.header.redacted)
        if touched:
            self._redacted.append(piece.path.name)
            self._staging.drop(digests_path(piece.path))
        if header != piece.header or signals != piece.signals:
            self._staging.put(lines_of(header, signals), piece.path)
        return chunks_of(header)

    def _begins_with_it(self, piece: Piece, turns: set[str]) -> bool:
        if piece.header.snapshot is None:
            return False
        try:
            world = load(piece.header.snapshot, Chunks(piece.path.parent / "chunks"))
        except SnapshotError:
            return True
        changed = cleanse(world, self._gone, turns)
        world.close()
        return changed

    def _woken(self, folder: Path) -> Life | None:
        trace = TraceLog(DiskFolder(self._vault, self._staging.folder, Moments()), Moments())
        life = wake(folder, born, orders_of, lived=lived_until(self._name, trace.last()))
        if life is not None:
            life.tape.close()
        if life is not None and (life.owed or life.aside):
            raise PurgeRefused("Her folder is still owed something from the last session. Start her once (run.py chat), leave, then purge.")
        return life

    def _new_piece(self, folder: Path, life: Life, head: str) -> set[str]:
        cleanse(life.world, self._gone, self._found.turns[folder])
        if self._found.turns[folder]:
            lose_the_thread(life.world)
        for _, shelf in life.world.each(Shelf):
            shelf.docs = {path: doc for path, doc in shelf.docs.items() if path not in self._changed}  # they are read again
        manifest, chunks = save(life.world)
        header = replace(life.header, snapshot=manifest, vault={self._name: head}, first_seq=life.seq + 1, redacted=False)
        self._staging.put(lines_of(header, [self._word(life)]), folder / next_name(life.world, pieces(folder)[-1].stem))
        for key, data in chunks.items():
            place = folder / "chunks" / key[:2] / key
            if not place.exists():
                self._staging.put(data, place)
        life.world.close()
        return set(chunks)

    def _word(self, life: Life) -> Signal:
        clock = life.world.clock
        payload = {"name": PURGED, "values": {"exchanges": len(self._found.lines)}}
        return Signal(life.seq + 1, life.world.frame, stamp(clock, "milliseconds"), "command", self._name, payload, HOST)

    def _drop_the_rest(self, folder: Path, needed: set[str]) -> None:
        """What no piece is made of any more, and what was cut off tapes and cannot be read line by line."""
        odd = [*folder.glob("*.torn"), *folder.glob("*.damaged*"), folder / "checkpoint.json"]
        loose = [chunk for chunk in (folder / "chunks").glob("??/*") if chunk.name not in needed]
        for place in [*odd, *loose]:
            self._staging.drop(place)


def chunks_of(header: Header) -> set[str]:
    """The chunks that a header's snapshot names."""
    snapshot = header.snapshot
    return {*snapshot["types"].values(), *snapshot["apart"]} if snapshot else set()


def next_name(world: World, last: str) -> str:
    """The file of the piece after the one called `last`: today's, or, within the day, one that sorts behind it."""
    today = local_day(world.clock)
    if today > last[:10]:
        return f"{today}.jsonl"
    number = int(last.rpartition("-")[2]) + 1 if ".purged-" in last else 1
    return f"{last[:10]}.purged-{number:02}.jsonl"
