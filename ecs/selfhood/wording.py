"""How an edit reads in the file it belongs to: one line or one entry, added where its like stands."""

from __future__ import annotations

import re

PREFERENCES_HEAD = "# How you like it\n\nNotes of hers from what you said, newest last. Strike out what is wrong; your word wins.\n\n"
LORE_HEAD = "# People and things you speak of\n\nEntries of hers, in the shape of soul/WORLD.md: a title, a line of keys, a text.\n"
_SPEAKS = re.compile(r"^##\s+how she speaks\s*$", re.IGNORECASE | re.MULTILINE)


def note(text: str, line: str, day: str, turn: str) -> str:
    """The notes with one more; the day and the turn stand behind it."""
    return (text or PREFERENCES_HEAD).rstrip("\n") + ("\n" if text.strip() else "\n\n") + f"- {line} ({day}, {turn})\n"


def named(text: str, line: str, day: str, turn: str) -> str:
    """The notes with what to call the owner: the newest name takes the place of an earlier one."""
    kept = "".join(one for one in text.splitlines(keepends=True) if not one.startswith("- Call them "))
    return note(kept, line, day, turn)


def entry(text: str, title: str, keys: str, body: str) -> str:
    """The lorebook with an entry; one of the same title is written anew."""
    parts = re.split(r"(?m)^(?=## )", text or LORE_HEAD)
    kept = "".join(part for part in parts if part.partition("\n")[0].strip() != f"## {title}")
    return kept.rstrip("\n") + f"\n\n## {title}\nkeys: {keys}\n\n{body}\n"


def rule(persona: str, line: str) -> str:
    """The persona with one more line under "How she speaks"; "" when it has no such part."""
    found = _SPEAKS.search(persona)
    if found is None:
        return ""
    rest = persona[found.end():]
    end = found.end() + (next_head.start() if (next_head := re.search(r"(?m)^#", rest)) else len(rest))
    body = persona[:end].rstrip("\n")
    return f"{body}\n- {line}\n" + ("\n" + persona[end:] if end < len(persona) else "")


def example(text: str, owner: str, her: str, speaker: str) -> str:
    """The examples with one more exchange."""
    return text.rstrip("\n") + f"\n---\nowner: {owner}\n{speaker}: {her}\n"
