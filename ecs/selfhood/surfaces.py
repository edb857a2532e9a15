"""Which of her files she may propose to change, and who decides. What is not listed here is refused and not even queued.

The constitution says it: her folder is hers to write except `soul/`, and of `soul/` she may only propose. The paths are
exact, so another spelling of one is no path of hers; that none of them is a link is checked where files are written.
"""

from __future__ import annotations

import re

#: Notes of hers: an edit applies at once, and can be taken back.
LOW = {
    "memory/preferences.md": "how the owner likes to be spoken to",
    "memory/lore.md": "people and things the owner speaks of",
}
#: Who she is: an edit waits for the owner.
HIGH = {
    "soul/PERSONA.md": "who she is", "soul/SCENARIO.md": "where she is", "soul/EXAMPLES.md": "how she sounds",
    "soul/WORLD.md": "her own world", "soul/USER.md": "what she knows of the owner", "soul/soul.yaml": "what her soul is made of",
}
_SKILL = re.compile(r"skills/[a-z0-9][a-z0-9-]{0,40}/SKILL\.md")
_GRANT = re.compile(r"^[ \t]*-[ \t]*(?P<path>soul/[A-Z]+\.md):[ \t]*write[ \t]*$", re.MULTILINE)
CONSTITUTION = "soul/CONSTITUTION.md"


class NotHers(ValueError):
    """The proposer's fault: a file that she may not even propose to change. Says why, in a sentence."""


def risk_of(path: str, before: str, after: str, constitution: str) -> str:
    """"low" (applies and is committed) or "high" (waits for the owner). Raises NotHers for everything else.

    The owner may widen it in the constitution, a line for a file: `- soul/WORLD.md: write` lets additions there apply at once.
    """
    if path in LOW:
        return "low"
    if path in HIGH:
        return "low" if path in granted(constitution) and after.startswith(before) else "high"
    if _SKILL.fullmatch(path):
        return "high"
    if "constitution" in path.lower():
        raise NotHers("The constitution is the owner's alone. It is not proposed, not queued and not written.")
    raise NotHers(f"{path[:80]!r} is none of the files that she may propose to change.")


def granted(constitution: str) -> list[str]:
    """The files of `soul/` that the constitution lets her write."""
    return [found["path"] for found in _GRANT.finditer(constitution) if found["path"] in HIGH]


def known(path: str) -> bool:
    """Whether the simulation keeps this file's text: all that may be proposed to change, and the constitution to read."""
    return path.startswith("soul/") or path in LOW or _SKILL.fullmatch(path) is not None
