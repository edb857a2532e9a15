"""What else of hers may hold the words, beside history and tape: working files, traces, indexes, typed lines, logs."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path

from yurios.home import Home
from yurios.purge.erasing import Gone, cleaned
from yurios.purge.swap import Staging
from yurios.vault.foreign import decode

#: Of her folder, what git does not keep and she writes herself.
FLEETING = ("traces/*", "state/*", "state/sessions/*", "world/state.json", "world/situation.md")
SHELF = "knowledge/index/shelf.db"
#: Derived, and made again from the markdown without a word.
DERIVED = "memory/index"
LARGEST = 64_000_000
#: Of a line of her trace, what the contract names (docs/decisions.md); no one's words stand there.
NAMED = frozenset({"at", "resident", "state", "type", "kind", "ref", "intention", "text_ref", "outcome", "blocked_by", "from", "to", "commit", "started", "finished"})
_VALUE = re.compile(r'("(?:[^"\\]|\\.)*":\s*)("(?:[^"\\]|\\.)*")')
_COMMIT = re.compile(r'(?<="commit":")[0-9a-f]{40}(?=")')


def stage_working(staging: Staging, vault: Path, tracked: set[str], gone: Gone, ids: Mapping[str, str]) -> list[str]:
    """New working files for what git keeps, and for what she writes beside it. Returns the paths that change."""
    changed = []
    for path in sorted(tracked | set(_fleeting(vault))):
        place = vault / path
        if place.is_symlink() or not place.is_file() or any(parent.is_symlink() for parent in place.relative_to(vault).parents):
            continue
        data = place.read_bytes()
        left = cleaned(path, data, gone) if path in tracked else _redacted(path, data, gone, ids)
        if left is None:
            staging.drop(place)
        elif left != data:
            staging.put(left, place)
        changed += [path] if left != data else []
    return changed


def _fleeting(vault: Path) -> Iterator[str]:
    for pattern in FLEETING:
        yield from (place.relative_to(vault).as_posix() for place in vault.glob(pattern) if place.is_file())


def _redacted(path: str, data: bytes, gone: Gone, ids: Mapping[str, str]) -> bytes:
    """A file that programs read: the words go and the lines stay. Commits get the names they have now."""
    text = data.decode("utf-8", "surrogateescape")
    text = _COMMIT.sub(lambda found: ids.get(found[0], found[0]), text) if path.startswith("traces/") else text
    if gone.spares(path) or not gone.words.holds(text):
        return text.encode("utf-8", "surrogateescape")
    if path.endswith((".json", ".jsonl")):
        return _VALUE.sub(lambda found: found[1] + (found[2] if found[1].split('"')[1] in NAMED else gone.words.redact(found[2])), text).encode("utf-8", "surrogateescape")
    return gone.words.redact(text).encode("utf-8", "surrogateescape")


def stage_indexes(staging: Staging, vault: Path, changed: Iterable[str]) -> None:
    """The memory's index goes; the shelf's is made tight, without these documents, so that no page of it holds what was deleted."""
    if (vault / DERIVED).is_dir():
        staging.drop(vault / DERIVED)
    if (vault / SHELF).is_file():
        made = staging.new_folder()
        try:
            _tight(vault / SHELF, made, sorted(changed))
            staging.bring(made, vault / SHELF)
        except sqlite3.Error:
            made.unlink(missing_ok=True)
            staging.drop(vault / SHELF)  # it is only a cache
        for ending in ("-wal", "-shm"):
            staging.drop(vault / (SHELF + ending))


def _tight(old: Path, new: Path, changed: list[str]) -> None:
    """A copy without the documents that changed, which are read again. The old one is not even opened: that would leave marks beside it."""
    for ending in ("", "-wal"):
        if Path(f"{old}{ending}").is_file():
            shutil.copyfile(f"{old}{ending}", f"{new}{ending}")
    made = sqlite3.connect(new)
    try:
        made.execute("PRAGMA journal_mode = DELETE")
        for path in changed:
            made.execute("DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE path=?)", (path,))
            made.execute("DELETE FROM passages WHERE path=?", (path,))
            made.execute("DELETE FROM docs WHERE path=?", (path,))
        made.execute("INSERT INTO words(words) VALUES('optimize')")
        made.commit()
        made.execute("VACUUM")
    finally:
        made.close()


def stage_typed(staging: Staging, home: Home, gone: Gone, said: set[str]) -> int:
    """The terminal's history of typed lines, without those that hold the words or were said in a turn that goes. How many went."""
    if not home.typed_path.is_file():
        return 0
    text = home.typed_path.read_bytes().decode("utf-8", "surrogateescape")
    kept, went = [], 0
    for entry in re.split(r"(?m)^(?=# )", text):
        typed = "\n".join(line[1:] for line in entry.split("\n") if line.startswith("+"))
        goes = gone.words.holds(typed) or typed.strip() in said
        went += goes
        kept += [] if goes else [entry]
    if went:
        staging.put("".join(kept).encode("utf-8", "surrogateescape"), home.typed_path)
    return went


def stage_corpus(staging: Staging, home: Home, name: str, gone: Gone) -> None:
    """The log for a fine-tune, where the owner keeps one, without what was said in a turn that goes."""
    place = home.path / "corpus" / f"{name}.jsonl"
    if not place.is_file():
        return
    lines = place.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if not _goes(line, gone)]
    if len(kept) < len(lines):
        staging.put(b"".join(kept), place)


def _goes(line: bytes, gone: Gone) -> bool:
    try:
        record = json.loads(line)
        return (record["at"][:10], record["turn"]) in gone.turns or gone.words.holds(f"{record['owner']}\n{record['her']}")
    except (ValueError, KeyError, TypeError):
        return gone.words.holds(line.decode("utf-8", "replace"))


def stage_audit(staging: Staging, home: Home, gone: Gone, turns: Set[str]) -> None:
    """The owner's audit, without lines that hold the words or belong to a turn that goes."""
    for place in sorted(home.audit.glob("*.jsonl")) if home.audit.is_dir() else ():
        lines = place.read_bytes().splitlines(keepends=True)
        kept = [line for line in lines if not gone.words.holds(line.decode("utf-8", "replace")) and not any(f'"turn": "{turn}"'.encode() in line for turn in turns)]
        if len(kept) < len(lines):
            staging.put(b"".join(kept), place)


def stage_logs(staging: Staging, home: Home) -> None:
    """What native code printed while it spoke for her; begun anew with the next model."""
    if (home.models / "worker.log").is_file():
        staging.drop(home.models / "worker.log")


def still_holding(home: Home, gone: Gone) -> list[str]:
    """Files of the home whose text still holds the words, as paths below it. Git's objects are packed and were looked at one by one."""
    return [place.relative_to(home.path).as_posix() for place in sorted(home.path.rglob("*")) if _is_text(place) and gone.words.holds(decode(place.read_bytes()))]


def _is_text(place: Path) -> bool:
    if place.is_symlink() or not place.is_file() or "objects" in place.parts and ".git" in place.parts:
        return False
    return place.stat().st_size <= LARGEST and place.suffix not in (".gguf", ".hnsw")
