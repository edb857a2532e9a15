"""Which locked package belongs to which part of her. Reads `requirements.in` (parts and what they ask for) and
`requirements.lock` (pip's format, as uv writes it: exact versions, hashes, and `# via` who asked). Standard library only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Part:
    """`locked` is the part of the lock that pip gets; `names` the packages in it, several lines of one name counted once."""

    name: str
    words: str
    asked: tuple[str, ...]
    names: tuple[str, ...]
    locked: str


@dataclass(frozen=True)
class Block:
    """One pinned package of the lock. `via` names who asked for it; packages asked for by us have "-r"."""

    name: str
    text: str
    via: tuple[str, ...]


def read_parts(root: str | Path) -> list[Part]:
    """The parts in the order of `requirements.in`; a package that two parts need belongs to the earlier one."""
    asked = read_asked(Path(root, "requirements.in").read_text("utf-8"))
    blocks = read_blocks(Path(root, "requirements.lock").read_text("utf-8"))
    owners = find_owners(asked, blocks)
    parts = []
    for order, (name, words, packages) in enumerate(asked):
        mine = [block for block in blocks if owners[block.name] == order]
        names = tuple(dict.fromkeys(block.name for block in mine))
        parts.append(Part(name, words, packages, names, "".join(block.text for block in mine)))
    return parts


def read_asked(text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    asked: list[tuple[str, str, list[str]]] = []
    for line in text.splitlines():
        opening = re.fullmatch(r"# part (\w+): (.+)", line)
        if opening:
            asked.append((opening[1], opening[2], []))
        elif line.strip() and not line.startswith("#"):
            asked[-1][2].append(plain_name(line))
    return [(name, words, tuple(packages)) for name, words, packages in asked]


def read_blocks(text: str) -> list[Block]:
    blocks = []
    for chunk in re.split(r"^(?=[A-Za-z0-9])", text, flags=re.M):
        if chunk and not chunk.startswith("#"):
            comments = " ".join(re.findall(r"^ +#(.*)$", chunk, flags=re.M)).split()
            blocks.append(Block(plain_name(chunk), chunk, tuple(word for word in comments if word != "via")))
    return blocks


def find_owners(asked: list[tuple[str, str, tuple[str, ...]]], blocks: list[Block]) -> dict[str, int]:
    """The earliest part that asks for each package, directly or through others. Refuses a lock that fits no part."""
    owners = {package: order for order, part in reversed(list(enumerate(asked))) for package in part[2]}
    changed = True
    while changed:
        changed = False
        for block in blocks:
            order = min((owners[parent] for parent in block.via if parent in owners), default=None)
            if order is not None and order < owners.get(block.name, len(asked)):
                owners[block.name] = order
                changed = True
    stray = {block.name for block in blocks} ^ set(owners)
    if stray:
        raise ValueError(f"requirements.in and requirements.lock disagree about {', '.join(sorted(stray))}: "
                         "make the lock again (docs/setup.md has the command).")
    return owners


def plain_name(line: str) -> str:
    """The package's name as the registries compare it: lower case, dashes."""
    return re.sub(r"[-_.]+", "-", re.match(r"[A-Za-z0-9._-]+", line)[0]).lower()
