"""One look at everything: is the history whole, are its paths safe on every machine, is anything open or not committed."""

from __future__ import annotations

from dataclasses import dataclass, field

from yurios.vault.commits import Written
from yurios.vault.lineage import UNREADABLE
from yurios.vault.paths import PathRefused, canonical
from yurios.vault.reader import SILENT, Reader, Tell
from yurios.vault.trouble import VaultError

LINK, SUBMODULE = 0o120000, 0o160000


@dataclass
class Verdict:
    """What was found. `troubles` are faults; `notes` are the owner's own open work."""

    head: str = ""
    commits: int = 0
    objects: int = 0
    files: int = 0
    bytes: int = 0
    troubles: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def examine(reader: Reader, tell: Tell = SILENT) -> Verdict:
    """Read everything. Damage is in the verdict, never raised."""
    verdict = Verdict()
    try:
        for verdict.objects in reader.lineage.verifying():
            tell(verdict.objects)
        newest = reader.head()
        verdict.head, verdict.commits = newest.id, sum(1 for _ in reader.walk())
        _look_at_files(reader, newest, verdict)
    except (VaultError, *UNREADABLE) as error:
        verdict.troubles.append(str(error) if isinstance(error, VaultError) else f"Part of the history cannot be read ({type(error).__name__}: {error}). Restore a backup.")
    if trouble := reader.history.paused():
        verdict.notes.append(str(trouble))
    return verdict


def _look_at_files(reader: Reader, newest: Written, verdict: Verdict) -> None:
    for path, entry in sorted(reader.files(newest).items()):
        verdict.files += 1
        if fault := _fault(path, entry[0]):
            verdict.troubles.append(fault)
            continue
        committed = reader.blob(entry)
        verdict.bytes += len(committed or b"")
        if _working(reader, path) != committed:
            verdict.notes.append(f"{path} differs from what is committed.")


def _fault(path: str, mode: int) -> str:
    if mode in (LINK, SUBMODULE):
        return f"{path} is a {'link' if mode == LINK else 'submodule'}: she follows none."
    try:
        canonical(path)
    except PathRefused as refused:
        return refused.message
    return ""


def _working(reader: Reader, path: str) -> bytes | None:
    try:
        return reader.folder.read(path)
    except PathRefused:
        return None
