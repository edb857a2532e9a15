"""What goes from one file: the blocks of purged turns from a day file, the lines that hold the words from any other.

Pure: bytes in, bytes out, everything else as it was. What is no text is left alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from yurios.purge.words import Words

_DAY = re.compile(r"memory/episodic/(\d{4}-\d\d-\d\d)\.md")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_HEADING = re.compile(r"### \d\d:\d\d \{#(\S+?)(?: [^}]*)?\}\s*$")
_TITLE = re.compile(r"# \d{4}-\d\d-\d\d\s*$")
_SPEAKER = re.compile(r"\*\*[^*\n]{1,80}:\*\* ?")
_NOTE = re.compile(r"\*[^*].*\*\s*$")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_CITED = re.compile(r"\bturns?=([\w.,-]+)")
_BRACES = re.compile(r"\{#?[^{}]*\}\s*$")
_SET = re.compile(r"\b(?:kind|state|commitment|priority|due|turns?|day|at|salience|trust|channel)=[^\s{}]*|\b\w+=")
_JSON_TEXT = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?')
_SETTING = re.compile(r"(?m)^(\s*(?:- )?[\w.\"'-]+\s*[:=])(.*)$")
#: What her folder is made of; these names are no one's words.
_LAYOUT = re.compile(r"(?:goals|triggers|contacts|README)\.md$|(?:soul|memory|world|state|traces)/|(?:.*/)?\.git")
_ROOMS = re.compile(r"^(?:skills|knowledge/reference|knowledge)/|/SKILL\.md$|\.\w+$")
FACTS, BELIEFS = "memory/semantic/facts.md", "world/beliefs.jsonl"
CONSTITUTION = "soul/constitution.md"
#: Here a missing line could break the whole file, so only the words go.
STRUCTURED = (".json", ".yaml", ".yml", ".toml")


@dataclass(frozen=True)
class Gone:
    """What is to go: the words, the turns that held them as (day, turn), and the paths that the owner keeps as they are."""

    words: Words
    turns: frozenset[tuple[str, str]] = frozenset()
    keep: frozenset[str] = frozenset()

    def named(self, path: str) -> bool:
        """True when a file is called by the words, in that part of its path that somebody chose."""
        return not _LAYOUT.match(path) and self.words.holds(_ROOMS.sub("", path))

    def spares(self, path: str) -> bool:
        """True for a file that stays as it is: kept by the owner, her constitution, or what tells git itself what to do."""
        return path in self.keep or path.casefold() == CONSTITUTION or path.rpartition("/")[2].startswith(".git")


@dataclass(frozen=True)
class Sight:
    """What one version of a file has: every turn in it, those that hold the words, and how many other lines do."""

    turns: frozenset[tuple[str, str]] = frozenset()
    said: frozenset[tuple[str, str]] = frozenset()
    lines: int = 0
    whole: bool = False


@dataclass
class _Block:
    """Lines `start` to `end` of a day file, and what was said in them."""

    turn: str
    start: int
    end: int
    said: str


def sight(path: str, data: bytes, gone: Gone) -> Sight:
    """What of this file the words are in. `gone.turns` is not looked at."""
    if gone.named(path):
        return Sight(whole=True)
    if (read := _text(data)) is None:
        return Sight()
    if path.endswith(STRUCTURED):
        return Sight(lines=sum(old != new for old, new in zip(read[0].split("\n"), _in_values(path, read[0], gone.words).split("\n"))))
    lines, day = _LINE.findall(read[0]), _DAY.fullmatch(path)
    blocks = list(_blocks(lines)) if day else []
    said = frozenset((day[1], block.turn) for block in blocks if gone.words.holds(block.said))
    return Sight(frozenset((day[1], block.turn) for block in blocks), said, len(_held(path, lines, blocks, gone.words)))


def cleaned(path: str, data: bytes, gone: Gone) -> bytes | None:
    """The file without what goes; None when it goes whole, because its name holds the words."""
    if gone.spares(path):
        return data
    if gone.named(path):
        return None
    if (read := _text(data)) is None:
        return data
    text, encoding, mark = read
    left = _in_values(path, text, gone.words) if path.endswith(STRUCTURED) else _without(path, text, gone)
    return data if left == text else mark + left.encode(encoding)


def _text(data: bytes) -> tuple[str, str, bytes] | None:
    """(text, encoding, byte order mark), so that they make the same bytes again; None for what is no text."""
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"", "utf-8"), (b"", "latin-1")):
        if data.startswith(mark) and (mark or b"\0" not in data):
            try:
                return data[len(mark):].decode(encoding), encoding, mark
            except UnicodeDecodeError:
                continue
    return None


def _without(path: str, text: str, gone: Gone) -> str:
    lines, day = _LINE.findall(text), _DAY.fullmatch(path)
    blocks = list(_blocks(lines)) if day else []
    drop = {at for block in blocks if (day[1], block.turn) in gone.turns for at in range(block.start, block.end)}
    held = _held(path, lines, blocks, gone.words)
    if path in RESTING:
        held |= RESTING[path](lines, gone, held)
    return "".join("" if at in drop else _bare(line) if at in held else line for at, line in enumerate(lines))


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """The exchanges of a day file: heading, speakers' lines, indented ones, notes; and the empty line before the heading."""
    for at, line in enumerate(lines):
        if heading := _HEADING.match(line):
            end = _end(lines, at + 1)
            before = at > 0 and not lines[at - 1].strip()
            yield _Block(heading[1], at - before, end, "".join(_SPEAKER.sub("", one, count=1) for one in lines[at + 1 : end]))


def _end(lines: list[str], at: int) -> int:
    """The line after an exchange. An empty line within a message counts when an indented one follows."""
    end = at
    while at < len(lines) and (_belongs(lines[at]) or not lines[at].strip()):
        at += 1
        if _belongs(lines[at - 1]):
            end = at
    return end


def _belongs(line: str) -> bool:
    return bool(line.startswith("  ") or _SPEAKER.match(line) or _NOTE.match(line))


def _held(path: str, lines: list[str], blocks: list[_Block], words: Words) -> set[int]:
    """The lines outside of exchanges that the words are in, wholly or in part."""
    within = {at for block in blocks for at in range(block.start, block.end)}
    held: set[int] = set()
    for first, last in _stretches(lines, within):
        begins, text = [], ""
        for at in range(first, last):
            begins.append(len(text))
            text += _masked(path, lines[at])
        for start, end in words.spans(text):
            held |= {first + at for at, begin in enumerate(begins) if begin < end and start < begin + len(lines[first + at])}
    return {at for at in held if not _TITLE.match(lines[at])}


def _masked(path: str, line: str) -> str:
    """The line with what it is built of blotted out, letter for letter: keys of JSON, settings of a goal."""
    if path.endswith(".jsonl"):
        return _JSON_TEXT.sub(lambda found: _blot(found) if found[2] else found[0], line)
    braces = _BRACES.search(line)
    return line if braces is None else line[: braces.start()] + _SET.sub(_blot, braces[0])


def _blot(found: re.Match) -> str:
    return "\0" * len(found[0])


def _in_values(path: str, text: str, words: Words) -> str:
    """A file of settings without the words in its values; its keys are what programs look for."""
    if not words.holds(text):
        return text
    if path.endswith(".json"):
        return _JSON_TEXT.sub(lambda found: found[0] if found[2] else words.redact(found[0]), text)
    return "\n".join(found[1] + words.redact(found[2]) if (found := _SETTING.match(line)) else words.redact(line) for line in text.split("\n"))


def _stretches(lines: list[str], within: set[int]) -> Iterator[tuple[int, int]]:
    """Runs of lines outside of exchanges, as (first, after the last)."""
    start = None
    for at in range(len(lines) + 1):
        inside = at == len(lines) or at in within
        if start is None and not inside:
            start = at
        elif start is not None and inside:
            yield start, at
            start = None


def _facts(lines: list[str], gone: Gone, held: set[int]) -> set[int]:
    """Distilled facts that rest on a turn that goes."""
    turns = {turn for _, turn in gone.turns}
    return {at for at, line in enumerate(lines) if (cited := _CITED.search(line)) and turns & set(cited[1].split(","))}


def _beliefs(lines: list[str], gone: Gone, held: set[int]) -> set[int]:
    """Beliefs that rest on a turn that goes; and what later closed or hid a belief that goes, which would speak of nothing."""
    turns, ids, found = {turn for _, turn in gone.turns}, set(), set()
    for at, line in enumerate(lines):
        try:
            record = json.loads(line)
            if at in held or record.get("turn") in turns or (record.get("do") != "add" and record.get("id") in ids):
                found.add(at)
                ids |= {record["id"]}
        except (ValueError, AttributeError, KeyError, TypeError):
            continue  # no belief: it goes when it holds the words, like any line
    return found


#: Files whose lines cite the turns they rest on: such a line goes with any of them.
RESTING = {BELIEFS: _beliefs, **dict.fromkeys((FACTS, "soul/USER.md", "memory/summary.md", "memory/semantic/quarantine.md"), _facts)}


def _bare(line: str) -> str:
    """What is left of a line that goes: nothing, or the bare fence, since without it the rest of a page would turn into code."""
    fence = _FENCE.match(line)
    return fence[0] + line[len(line.rstrip("\r\n")):] if fence else ""
