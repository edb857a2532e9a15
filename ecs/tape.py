"""The tape: a header and one line a signal. The bus, the crash log and the replay are this one file.

Sans I/O: lines in, records out. The edge that owns the file is `yurios.tapes`. A last line without its newline is a
write that a crash cut; it is set aside, everything before it stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from ecs.json_line import compact
from ecs.signals import Signal, SignalError, from_record, to_line

FORMAT = "yurios-tape/1"


@dataclass(frozen=True)
class Header:
    """The first line of a piece, and all that is needed to continue from it.

    `snapshot` is a manifest (`ecs.snapshot`) or None for a world that begins here; `vault` names the commit each
    resident's folder continues from ({} or null ids at birth); `first_seq` is the seq of the first line that follows.
    """

    seed: int
    profile: str
    world: str
    epoch_us: int
    zone: str
    transitions: tuple[tuple[int, ...], ...] = ()
    versions: dict = field(default_factory=dict)
    options: dict = field(default_factory=dict)
    snapshot: dict | None = None
    vault: dict = field(default_factory=dict)
    first_seq: int = 1
    redacted: bool = False
    format: str = FORMAT


class TapeError(ValueError):
    """The tape cannot be read: says which line and what is wrong."""


def header_line(header: Header) -> str:
    """The header as the tape's first line, without the newline."""
    record = {"format": header.format} | {name: getattr(header, name) for name in Header.__dataclass_fields__ if name != "format"}
    return compact({"header": record})


def signal_line(signal: Signal) -> str:
    """The line of one signal, without the newline."""
    return to_line(signal)


def read(lines: Iterable[bytes]) -> tuple[Header, list[Signal], bytes]:
    """(header, signals, torn tail). `lines` keep their newlines. Raises TapeError for anything but a torn last line."""
    header: Header | None = None
    signals: list[Signal] = []
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            return _need(header), signals, line
        record = _parse(number, line)
        if header is None:
            header = _header(record)
        else:
            signals.append(_signal(number, record, signals, header))
    return _need(header), signals, b""


def _need(header: Header | None) -> Header:
    if header is None:
        raise TapeError("the tape is empty: it has no header line")
    return header


def _parse(number: int, line: bytes) -> dict:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise TapeError(f"line {number} of the tape is not JSON ({error}); restore the file from a backup or cut it there") from None
    if not isinstance(record, dict):
        raise TapeError(f"line {number} of the tape is not an object")
    return record


def _header(record: dict) -> Header:
    data = record.get("header")
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TapeError(f"this is not a {FORMAT} file: its first line has no such header")
    known = {name: data[name] for name in Header.__dataclass_fields__ if name in data}
    try:
        known["transitions"] = tuple((int(since), int(east)) for since, east in known.get("transitions", ()))
        return Header(**known)
    except (TypeError, ValueError) as error:
        raise TapeError(f"line 1 of the tape is not a whole header ({error})") from None


def _signal(number: int, record: dict, before: list[Signal], header: Header) -> Signal:
    try:
        signal = from_record(record)
    except SignalError as error:
        raise TapeError(f"line {number} of the tape: {error}") from None
    expected = before[-1].seq + 1 if before else header.first_seq
    if signal.seq != expected:
        raise TapeError(f"line {number} of the tape has seq {signal.seq} where {expected} belongs: lines are missing or doubled")
    reached = before[-1].frame if before else (header.snapshot or {}).get("frame", 0)
    if signal.frame < reached:
        raise TapeError(f"line {number} of the tape goes back from frame {reached} to {signal.frame}")
    return signal
