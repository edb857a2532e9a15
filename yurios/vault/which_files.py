"""Which files of another hand become part of her, and how: as text that she reads, as bytes that are only kept, or not at all."""

from __future__ import annotations

from yurios.vault.folder import Mark
from yurios.vault.paths import PathRefused, canonical

LISTENED = {"": (".md",), "soul": (".md", ".yaml")}
#: Where a file is read as text, for her systems or for a memory made again; everything else is kept as it is, by git's name for it.
NEW_IN = {**LISTENED, "memory": (".md", ".yaml", ".txt"), "skills": (".md", ".yaml", ".txt"), "world": (".md", ".yaml", ".txt", ".jsonl")}
#: Larger files stay out of the history: git keeps every version for good, and a backup carries them all.
KEPT_AT_MOST = 10_000_000


def listened(path: str) -> bool:
    """Whether her systems take it up at once, and so it is looked at each time."""
    folder, _, name = path.rpartition("/")
    return folder in LISTENED and name.endswith(LISTENED[folder])


def is_words(path: str) -> bool:
    """Whether its text is of use to her, so that it goes on the tape."""
    folder = path.split("/")[0] if "/" in path else ""
    return listened(path) or (folder not in LISTENED and path.endswith(NEW_IN.get(folder, ())) if folder in NEW_IN else False)


def too_large(mark: Mark) -> str:
    """Why a file of this size is not even read; "" when it is."""
    if mark[1] <= KEPT_AT_MOST:
        return ""
    return f"has {mark[1] / 1e6:,.0f} MB: it stays in the folder and out of her history (the most is {KEPT_AT_MOST // 1_000_000} MB)."


def misnamed(path: str) -> str:
    """Why a file of this name stays out of the history; "" when it does not."""
    if any(part.startswith(".git") for part in path.split("/")):
        return "is one of git's settings: it stays yours to commit."
    try:
        canonical(path)
    except PathRefused as refused:
        return f"stays out of her history, since not every machine can hold its name ({refused.message})"
    return ""
