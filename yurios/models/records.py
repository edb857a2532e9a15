"""Provider records: a model is a TOML file, and roles name records.

`assets/providers/*.toml` are class items, `<home>/providers/*.toml` are instance items; an instance of the same name wins
and is never written by the program except by `run.py model`. What a record leads to (a file, an endpoint) is opened elsewhere.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

PROTOCOLS = ("llama.cpp", "openai", "scripted")
ROLES = ("chat", "utility", "embed")
ROLE_DEFAULTS = {"chat": "starter", "utility": "starter"}
TAILS = ("user", "system")


class RecordError(Exception):
    """A provider record or a role setting that cannot be used; the text names the file and what to write instead."""


@dataclass(frozen=True, slots=True)
class Record:
    """One provider. `temperature` belongs to each ask; everything else about sampling is here.

    `context` is the window in tokens (0: find out, else assume a small one). `tail` says how the last words before the
    answer travel: inside the newest "user" message, or as a "system" message of their own. `prompt` names the file in
    `assets/prompts/` whose shape suits the model ("" for the full prompt). `seed` -1 draws a new one for each answer.
    """

    name: str
    protocol: str
    title: str = ""
    prompt: str = ""
    context: int = 0
    timeout_s: float = 120.0
    idle_s: float = 60.0
    tail: str = "user"
    starts_thinking: bool = False
    license: str = ""
    # llama.cpp
    path: str = ""
    package: str = ""
    file: str = ""
    sha256: str = ""
    threads: int = 0
    # openai
    base_url: str = ""
    model: str = ""
    api_key: str = field(default="", repr=False)
    api_key_env: str = ""
    retries: int = 2
    # sampling
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    repeat_last_n: int = 64
    seed: int = -1
    logit_bias: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Role:
    """Which record answers for a role, and which one when the first fails before its first word ("" for none)."""

    record: str
    fallback: str = ""


KINDS = {"str": str, "int": int, "float": (int, float), "bool": bool, "Mapping[str, float]": dict}
WORDS = {"str": "text", "int": "a whole number", "float": "a number", "bool": "true or false",
         "Mapping[str, float]": "a table of numbers"}
FIELDS = {f.name: f.type for f in fields(Record) if f.name != "name"}
NEEDS = {"llama.cpp": (("path", "package"),), "openai": (("base_url",), ("model",)), "scripted": ()}


def nearest(word: str, known: Iterable[str]) -> str:
    """A sentence that offers the nearest valid word, or all of them."""
    known = sorted(known)
    close = difflib.get_close_matches(word, known, 1, 0.5)
    return f'Did you mean "{close[0]}"?' if close else f"Valid here: {', '.join(known)}."


def parse_record(name: str, text: str, where: str) -> Record:
    """The record in TOML `text`; `where` is the file's name for the error sentence."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise RecordError(f"{where} is not TOML: {fault}. Correct that line.") from None
    for key, value in table.items():
        check_key(key, value, where)
    if "protocol" not in table:
        raise RecordError(f'{where} has no "protocol". Add one of: {", ".join(PROTOCOLS)}.')
    record = Record(name=name, **table)
    check_whole(record, where)
    return record


def check_key(key: str, value: object, where: str) -> None:
    if key not in FIELDS:
        raise RecordError(f'{where}: "{key}" is not a key of a provider record. {nearest(key, FIELDS)}')
    kind = FIELDS[key]
    numbers = value.values() if isinstance(value, dict) else ()
    wrong = not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "bool")
    if wrong or any(isinstance(n, bool) or not isinstance(n, (int, float)) for n in numbers):
        raise RecordError(f'{where}: "{key}" must be {WORDS[kind]}, not {value!r}.')


def check_whole(record: Record, where: str) -> None:
    for key, value, valid in (("protocol", record.protocol, PROTOCOLS), ("tail", record.tail, TAILS)):
        if value not in valid:
            raise RecordError(f'{where}: {key} = "{value}" is unknown. {nearest(value, valid)}')
    for either in NEEDS[record.protocol]:
        if not any(getattr(record, key) for key in either):
            raise RecordError(f'{where}: protocol "{record.protocol}" needs "{either[0]}". Add that line.')
    for key in ("context", "threads", "retries", "timeout_s", "idle_s"):
        if getattr(record, key) < 0:
            raise RecordError(f'{where}: "{key}" must not be negative.')


def read_records(*folders: Path) -> dict[str, Record]:
    """All records of `folders`, later folders winning by name: `read_records(class_folder, instance_folder)`."""
    return read_files({path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))})


def read_files(files: Mapping[str, Path]) -> dict[str, Record]:
    """The records in these files, by name."""
    return {name: parse_record(name, path.read_text("utf-8"), f"{path.parent.name}/{path.name}") for name, path in files.items()}


def read_roles(dials: Mapping[str, object], records: Mapping[str, Record]) -> dict[str, Role]:
    """Roles from dials `models.<role>` and `models.<role>_fallback`; a role nobody names is left out."""
    roles = {}
    for role in ROLES:
        name = str(dials.get(f"models.{role}", ROLE_DEFAULTS.get(role, "")) or "")
        fallback = str(dials.get(f"models.{role}_fallback", "") or "")
        for key, value in ((f"models.{role}", name), (f"models.{role}_fallback", fallback)):
            if value and value not in records:
                raise RecordError(f'{key} = "{value}" names no provider record. {nearest(value, records)}')
        if name:
            roles[role] = Role(name, fallback)
    return roles
