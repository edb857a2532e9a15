"""How the talk looks in a terminal: which words, which marks, which colours. Lines are prompt_toolkit fragments."""

from __future__ import annotations

from dataclasses import dataclass

from prompt_toolkit.styles import Style

from yurios.channels.transcript import HerLine, Note, OwnerLine
from yurios.channels.wrap import Wrap

Line = list[tuple[str, str]]

# Lines longer than this tire the eye, however wide the window is.
WIDEST = 88

STYLE = Style.from_dict(
    {
        "her": "#e8a87c bold",
        "when": "ansibrightblack",
        "mark": "#c98ba4",
        "owner": "#9fb8c8",
        "prompt": "#9fb8c8 bold",
        "note": "ansibrightblack",
        "warning": "#d9b36c",
        "error": "#d97c6c",
        "name": "bold",
    }
)


@dataclass(frozen=True)
class Marks:
    """The few signs beyond ASCII, and what stands for them where the terminal cannot write them."""

    prompt: str = "› "
    unasked: str = "✦"
    note: str = "·"
    more: str = "…"


ASCII = Marks("> ", "*", "-", "...")


def marks(encoding: str | None) -> Marks:
    """The signs that `encoding` can write."""
    try:
        "›✦·…".encode(encoding or "ascii")
    except (UnicodeError, LookupError):
        return ASCII
    return Marks()


def her_head(line: HerLine, signs: Marks) -> Line:
    """Her name, the time, and why she speaks when nobody asked."""
    mark: Line = [("class:mark", f"  {signs.unasked} {line.mark}")] if line.mark else []
    return [("class:her", line.name), ("class:when", f"  {line.at}".rstrip()), *mark]


def stop_note(note: str, signs: Marks) -> Line:
    """The line under a reply that was stopped."""
    return [("class:note", f"{signs.note} {note}")]


def owner_lines(line: OwnerLine, signs: Marks, width: int) -> list[Line]:
    """The owner's words behind the prompt's sign, with the channel where they came another way."""
    wrap = Wrap(width - len(signs.prompt))
    words = [*wrap.feed(line.text), *wrap.finish()]
    lines: list[Line] = [[("class:prompt", signs.prompt if first else " " * len(signs.prompt)), ("class:owner", text)] for first, text in zip([True] + [False] * len(words), words)]
    return [*lines, [("class:when", f"  {line.at} from {line.channel}")]] if line.channel else lines


def note_lines(note: Note, signs: Marks, width: int) -> list[Line]:
    """A notice of the host, quieter than either voice."""
    style = f"class:{note.level}" if note.level in ("warning", "error") else "class:note"
    wrap = Wrap(width - 2)
    words = [*wrap.feed(note.text), *wrap.finish()]
    return [[(style, f"{signs.note if first else ' '} {text}")] for first, text in zip([True] + [False] * len(words), words)]


def answer_lines(text: str, width: int) -> list[Line]:
    """What a command answered: as it is where it fits, columns kept."""
    wrap = Wrap(width)
    return [[("class:note", line)] for line in [*wrap.feed(text), *wrap.finish()]]


def greeting(name: str, place: str, first: bool) -> list[str]:
    """What the owner reads on coming in: who she is, where her mind lies, how to find the rest."""
    if not first:
        return [f"{name} is here. /help lists the commands."]
    return [
        f"This is {name}. She lives on this machine, and nowhere else.",
        f"Her mind is a folder you own: {place}",
        "Say hello; /help lists the commands, Ctrl-D leaves.",
    ]
