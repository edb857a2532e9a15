"""A file of items that people edit by hand: `- [ ] text {#id key=value}`, one a line, between lines of anything else.

What is understood becomes an `Item`; every other line is kept byte for byte. Only an item that was changed is written
anew; all else leaves the file as it came, line ends included.
"""

from __future__ import annotations

import re
from dataclasses import field

from ecs.component import part

BOM = "\ufeff"  # some editors begin a file with it; it belongs to no line
BOXES = {" ": "open", "x": "done", "X": "done", "-": "abandoned"}
_ITEM = re.compile(r"^(?P<indent>[ \t]{0,3})[-*+] \[(?P<box>.)\] ?(?P<text>[^\r\n]*?)(?P<braces>[ \t]*\{#?[^{}]*\})?[ \t]*(?P<end>\r\n|\n|\r|)\Z")
_LOOKS = re.compile(r"^[ \t]{0,3}[-*+] \[")
_TOKEN = re.compile(r'\s*(?:#(?P<id>[\w.-]+)|(?P<key>[a-z_]+)=(?:"(?P<quoted>[^"{}]*)"|(?P<bare>[^\s"{}]+)))(?=\s|\Z)')
_ID = re.compile(r"\{#([\w.-]+)")
_PLAIN = re.compile(r'[^\s"{}]+\Z')


@part
class Item:
    """One understood line. `keys` are as written, in their order; `raw` is the line it came from, "" for a new one."""

    id: str
    text: str
    box: str = " "
    keys: dict[str, str] = field(default_factory=dict)
    raw: str = ""


@part
class Problem:
    """A line that is kept and not understood; `line` counts from 1."""

    line: int
    raw: str
    why: str


@part
class Listing:
    """A parsed file: `lines` are raw texts, or "" where the item of the same turn stands."""

    lines: list[str]
    items: list[Item]
    problems: list[Problem]


def parse(text: str) -> Listing:
    """The file's lines. Never fails: what looks like an item and is none becomes a problem and stays."""
    mark = text[:1] if text.startswith(BOM) else ""
    listing = Listing([mark] if mark else [], [], [])
    for number, raw in enumerate(split(text.removeprefix(mark)), 1):
        item = _item(raw) if _LOOKS.match(raw) else None
        if isinstance(item, Item):
            listing.items.append(item)
            listing.lines.append("")
            continue
        if item is not None:
            listing.problems.append(Problem(number, raw, item))
        listing.lines.append(raw)
    return listing


def render(listing: Listing) -> str:
    """The file again: `render(parse(text)) == text` for every text."""
    items = iter(listing.items)
    return "".join(raw or write(next(items)) for raw in listing.lines)


def write(item: Item) -> str:
    """An item's line: the one it came from if nothing about it changed, else a new one with the same line end."""
    if item.raw and _item(item.raw) == item:
        return item.raw
    keys = "".join(f" {key}={value if _PLAIN.match(value) else _quote(value)}" for key, value in item.keys.items())
    end = re.search(r"(\r\n|\n|\r|)\Z", item.raw).group(1) if item.raw else "\n"
    mark = f"#{item.id}" if item.id else ""
    return f"- [{item.box}] {_clean(item.text)} {{{(mark + keys).strip()}}}{end}"


def add(listing: Listing, item: Item) -> None:
    """Put an item at the end; the line before it gets its line end if it had none."""
    if listing.lines:
        last = listing.lines[-1] or listing.items[-1].raw
        if last and not last.endswith(("\n", "\r")):
            _end_last(listing)
    listing.items.append(item)
    listing.lines.append("")


def split(text: str) -> list[str]:
    """Lines with their ends; only \\n, \\r\\n and \\r end a line, as in an editor."""
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z", text)


def fresh_id(listing: Listing, prefix: str) -> str:
    """The next free id of a kind: g-1, g-2, … What a line that is not understood calls itself is not free either."""
    named = [item.id for item in listing.items] + [ident for problem in listing.problems for ident in _ID.findall(problem.raw)]
    used = [int(ident.removeprefix(prefix)) for ident in named if ident.startswith(prefix) and ident.removeprefix(prefix).isdecimal()]
    return f"{prefix}{max(used, default=0) + 1}"


def complete(listing: Listing, prefix: str) -> list[str]:
    """Give ids where they are missing or doubled. Returns the ids given."""
    given, seen = [], []
    for item in listing.items:
        if not item.id or item.id in seen:
            item.id = fresh_id(listing, prefix)
            given.append(item.id)
        seen.append(item.id)
    return given


def _item(raw: str) -> Item | str:
    found = _ITEM.match(raw)
    if found is None:
        return "its box does not hold exactly one character"
    if found["box"] not in BOXES:
        return f"its box holds {found['box']!r}; it is [ ], [x] or [-]"
    if not found["text"].strip():
        return "it says nothing"
    if "{#" in found["text"]:
        return "the braces at its end do not close"
    keys = _keys((found["braces"] or "").strip().strip("{}"))
    if isinstance(keys, str):
        return keys
    ident, values = keys
    return Item(ident, found["text"].strip(), found["box"], values, raw)


def _keys(text: str) -> tuple[str, dict[str, str]] | str:
    ident, values, at = "", {}, 0
    while at < len(text.rstrip()):
        token = _TOKEN.match(text, at)
        if token is None:
            return f"{text[at:].strip()[:40]!r} in its braces is not #id or key=value"
        if token["id"]:
            ident = ident or token["id"]
        elif token["key"] in values:
            return f"it says {token['key']} twice"
        else:
            values[token["key"]] = token["quoted"] if token["quoted"] is not None else token["bare"]
        at = token.end()
    return ident, values


def _quote(value: str) -> str:
    return '"' + re.sub(r'["{}\r\n]', "'", value) + '"'


def _clean(text: str) -> str:
    return re.sub(r"\s*[\r\n]+\s*", " ", text).replace("{#", "(#").strip()


def _end_last(listing: Listing) -> None:
    if listing.lines[-1]:
        listing.lines[-1] += "\n"
    else:
        listing.items[-1].raw += "\n"
