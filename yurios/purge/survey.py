"""What a purge would take, found and counted before anything is asked. Reads, and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from yurios.home import Home
from yurios.purge.erasing import Gone, Sight, sight
from yurios.purge.past import Past, Progress, parsed
from yurios.purge.tapes_seen import all_pieces, turns_with
from yurios.purge.words import Words


@dataclass
class Line:
    """One exchange as it is shown before it goes; `text` is the owner's message, "" when no tape has it any more."""

    day: str
    turn: str
    at: str
    text: str


@dataclass
class Found:
    """What is there to purge.

    `files` is {path: (most lines in one version, versions)} of lines that go, `whole` are files named with the words, `spared`
    what holds them and stays. `turns` is {folder of tape: its turns that go}; `mentions` counts signals beside those turns.
    """

    gone: Gone
    lines: list[Line] = field(default_factory=list)
    files: dict[str, tuple[int, int]] = field(default_factory=dict)
    whole: list[str] = field(default_factory=list)
    spared: list[str] = field(default_factory=list)
    messages: int = 0
    first: int | None = None
    commits: int = 0
    turns: dict[Path, set[str]] = field(default_factory=dict)
    pieces: int = 0
    mentions: int = 0

    @property
    def new_ids(self) -> int:
        """How many commits get another id: all from the first that changes (in a history with branches, at most so many)."""
        return 0 if self.first is None else self.commits - self.first

    @property
    def anything(self) -> bool:
        """Whether there is anything that would go."""
        return bool(self.lines or self.first is not None or self.mentions)


def lives(home: Home, name: str) -> list[Path]:
    """The folders of tape of a resident: her life's, and those of lives that were laid aside."""
    return [folder for folder in [home.tapes / name, *sorted(home.tapes.glob(f"{name}.before-*"))] if folder.is_dir()]


def survey(home: Home, name: str, words: Words, keep: frozenset[str], progress: Progress) -> Found:
    """Look everywhere. Raises PurgeRefused when her folder or tape is in no state to be rewritten."""
    found, days = Found(Gone(words, keep=keep)), {}
    for folder in lives(home, name):
        found.turns[folder], days[folder] = turns_with(all_pieces(folder), words)
    mine = home.tapes / name
    told = {(days[mine][turn], turn) for turn in found.turns.get(mine, ())}
    past = Past(home.resident(name).vault, progress)
    try:
        turns = told | _look_through(past, found, told)
    finally:
        past.close()
    found.gone = Gone(words, frozenset(turns), keep)
    if mine in found.turns:
        found.turns[mine] = {turn for day, turn in turns if days[mine].get(turn, day) == day}
    _show_turns(home, name, found)
    _count_mentions(found)
    return found


def _look_through(past: Past, found: Found, told: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The turns whose blocks hold the words in any version; files, messages and the first commit are noted in `found`."""
    born: dict[tuple[str, str], int] = {}
    said: set[tuple[str, str]] = set()
    for number, path, data in past.files():
        seen = sight(path, data, found.gone)
        for turn in seen.turns:
            born.setdefault(turn, number)
        said |= seen.said
        if seen.lines or seen.whole:
            _note_file(found, number, path, seen)
    found.commits = len(past.commits)
    for number, ident in enumerate(past.commits):
        if found.gone.words.holds(parsed(past.get(ident)).message.decode("utf-8", "replace")):
            found.messages += 1
            _from(found, number)
    for turn in said | told:
        _from(found, born.get(turn))
    return said


def _note_file(found: Found, number: int, path: str, seen: Sight) -> None:
    if found.gone.spares(path):
        found.spared += [path] if path not in found.spared else []
        return
    _from(found, number)
    if seen.whole:
        found.whole += [path] if path not in found.whole else []
    else:
        most, versions = found.files.get(path, (0, 0))
        found.files[path] = (max(most, seen.lines), versions + 1)


def _from(found: Found, number: int | None) -> None:
    if number is not None:
        found.first = number if found.first is None else min(number, found.first)


def _show_turns(home: Home, name: str, found: Found) -> None:
    for folder in found.turns:
        for piece in all_pieces(folder):
            found.pieces += 1
            found.lines += [Line(day, turn, piece.at(turn), text) for turn, (day, text) in piece.said.items() if turn in found.turns[folder]]
    shown = {(line.day, line.turn) for line in found.lines}
    found.lines += [Line(day, turn, "", "") for day, turn in found.gone.turns - shown]
    found.lines.sort(key=lambda line: (line.day, line.at, len(line.turn), line.turn))


def _count_mentions(found: Found) -> None:
    """Signals that hold the words and are no turn's own message: what was recalled, commands, files that came in."""
    for folder, turns in found.turns.items():
        for piece in all_pieces(folder):
            found.mentions += sum(f"t-{signal.seq}" not in turns and found.gone.words.holds(str(signal.payload)) for signal in piece.signals)
