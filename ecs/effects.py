"""What leaves the simulation: typed requests that an edge reads after the step.

A system appends an effect; the loop hands it to the edge that takes its type; whatever the edge brings back is a
signal (`ecs.signals`). Effects are values: frozen, built of tuples, strings and integers, never kept in a snapshot.
An effect that wants an answer carries a key (`ask`, `write`), and the answer names that key, so a late or doubled answer
finds its question or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the prompt's head, in reading order.

    `give_up` orders what a too-long prompt loses: 0 is never given up, 1 goes first, then 2, and so on.
    """

    name: str
    text: str
    give_up: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One message of the talk: `role` is "system", "user" or "assistant"."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a model. Answered by any number of `model_delta` and exactly one `model_done`, all carrying `ask`.

    `head` is the fixed part (byte-stable between turns, so a prefix cache can be reused), `talk` the raw window that
    ends with the newest owner text, `tail` what must be read last. A prompt that does not fit loses sections by
    `give_up`, then the oldest pairs of `talk`; what was lost is named in `model_done.left_out`.
    `schema` is a JSON Schema as text, or "" for free text. `temperature` is in 1/1000. `seed` 0 leaves the draw to the
    provider's record. `turn` names the turn the ask belongs to, so that the scripted model knows an answer after a tool result.
    """

    ask: str
    to: str
    role: str
    head: tuple[Section, ...]
    talk: tuple[Line, ...]
    tail: tuple[Section, ...] = ()
    max_tokens: int = 200
    temperature: int = 700
    stop: tuple[str, ...] = ()
    schema: str = ""
    match_text: str = ""
    seed: int = 0
    turn: str = ""


@dataclass(frozen=True, slots=True)
class CancelAsk:
    """Stop the named ask at once. Its `model_done` comes with finish "cancelled"."""

    ask: str


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of a vault: `how` is "replace" (text is the whole file), "append" (text is added), "delete", "block" (text is
    what stands between her marks, `ecs.stores.block`), "strike" (these whole lines go, where they are), or "keep": the file becomes
    part of the history as it lies in the folder, whatever its bytes, and text is git's name for them."""

    path: str
    how: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class WriteVault:
    """Change files of a resident's vault, and commit them when `message` is not empty.

    Times are simulation time: `at_us` is microseconds since the Unix epoch, `offset_s` the civil offset from UTC, so
    the commit id repeats bit for bit. `by` is whose hand it is: "self", "owner" (their saved edit, recorded as theirs
    and never written over a newer one), "gate" (a self-edit that the owner allowed) or "birth" (the one time the constitution is written). Answered by one signal of
    type `answer` that carries `write`, `turn`, and the commit id or an error.
    """

    write: str
    to: str
    changes: tuple[FileChange, ...]
    message: str
    author: str
    at_us: int
    offset_s: int
    by: str = "self"
    turn: str = ""
    answer: str = "written"


@dataclass(frozen=True, slots=True)
class Publish:
    """One outbound event for whoever listens (terminal, page): `fields` is JSON text that holds `type` and the rest."""

    fields: str


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One finished line of a resident's `traces/ticks.jsonl`, as JSON text without the newline."""

    to: str
    text: str


@dataclass(frozen=True, slots=True)
class Render:
    """A file of the vault that git ignores and that follows from components: written whole, never committed, never answered."""

    to: str
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """One thing to remember. `kind` is "turn" (an exchange, cited by its turn) or "fact" (distilled, cites the turns it
    rests on in `turn`, comma-separated). `salience` is in 1/1000 (1000 an ordinary exchange, 2000 a distilled fact).
    `trust` is the origin's trust; what was recalled or retrieved never comes back as an entry.
    """

    turn: str
    at_us: int
    day: str
    text: str
    kind: str = "turn"
    salience: int = 1000
    trust: str = "owner"


@dataclass(frozen=True, slots=True)
class Remember:
    """Add entries to a resident's memory index. The markdown is already on its way; the index is a cache of it.

    `retired` are the texts of distilled facts that stand no longer: they leave the index, and the turns they rested on stay.
    """

    to: str
    entries: tuple[MemoryEntry, ...]
    retired: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """Look for what was said before. Answered by one `recalled` that carries `recall` and the hits, best first.

    `now_us` is simulation time: nothing later is found. `without` are turns the prompt holds already. `floor` and the
    scores of hits are in 1/1000.
    """

    recall: str
    to: str
    query: str
    now_us: int
    k: int = 6
    floor: int = 250
    half_life_days: int = 30
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Forget:
    """Take entries out of the memory index: those of these turns, and those that hold these words as words.

    Answered by one `forgotten` that carries `forget`, the turns found, and how many rows went.
    """

    forget: str
    to: str
    words: str = ""
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """Look on a resident's shelf. Answered by one `found` that carries `search` and the hits, best first."""

    search: str
    to: str
    query: str
    k: int = 4


@dataclass(frozen=True, slots=True)
class Audit:
    """One line for the owner's audit, which is kept beside her folder and never asked by her.

    `what` is a word for what happened ("ignored", "dropped", "retired"), `text` says it, `source` is where it came from, `at_us` the
    instant in microseconds since the Unix epoch, `turn` the turn it belongs to ("" for none).
    """

    to: str
    what: str
    text: str
    source: str
    at_us: int
    turn: str = ""


Effect = Ask | CancelAsk | WriteVault | Publish | TraceLine | Render | Remember | Recall | Forget | Search | Audit
