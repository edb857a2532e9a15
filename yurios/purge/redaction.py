"""A piece of tape without what goes: the same lines, numbers and frames, with a mark where words were.

Only texts change, and the ids of commits that have others now. A piece that lost a text says so in its header and cannot be
lived again; one that lost none still can.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from ecs.signals import Signal
from ecs.tape import Header, header_line, signal_line
from yurios.purge.erasing import Gone, cleaned
from yurios.purge.tapes_seen import NAMES, Piece, learn_turns
from yurios.purge.words import MARK


class Redaction:
    """`turns` are those of this tape that go, `ids` the commits that have other names now."""

    def __init__(self, gone: Gone, turns: Set[str], ids: Mapping[str, str]) -> None:
        self._gone, self._turns, self._ids = gone, turns, ids

    def signals(self, piece: Piece) -> list[Signal]:
        """The piece's signals as they are to be."""
        asks = self._asks(piece)
        return [self._signal(signal, asks) for signal in piece.signals]

    def header(self, header: Header, redacted: bool) -> Header:
        """The header: of a redacted piece without the snapshot, which the piece would no longer lead on from."""
        vault = {name: self._ids.get(head, head) for name, head in header.vault.items()}
        fresh = replace(header, vault=vault)
        return replace(fresh, snapshot=None, redacted=True) if redacted else fresh

    def changed_texts(self, before: list[Signal], after: list[Signal]) -> bool:
        """Whether more than commit ids differ."""
        return any(self._renamed(old.payload) != new.payload for old, new in zip(before, after) if old is not new)

    def _asks(self, piece: Piece) -> set[str]:
        """The asks whose answers go: of turns that go, and whatever else has the words in it."""
        asks = {ask for ask, text in piece.asked.items() if self._gone.words.holds(text)}
        if any(turn in self._turns for turn in piece.said) or asks:
            if not piece.turn_of:
                learn_turns(piece)
            asks |= {ask for ask, turn in piece.turn_of.items() if turn in self._turns}
            asks |= self._between(piece)
        if self._turns:  # what she asked for herself, of a day or of the talk, may tell of such a turn in other words
            asks |= {ask for ask in piece.asked if ask.startswith(("d-", "s-"))}
        return asks

    def _between(self, piece: Piece) -> set[str]:
        """Asks that nobody can place, answered while a turn that goes was open."""
        found, opened = set(), set()
        for signal in piece.signals:
            if signal.type == "user_message" and f"t-{signal.seq}" in self._turns:
                opened.add(f"t-{signal.seq}")
            elif signal.type == "turn_committed":
                opened.discard(signal.payload["turn"])
            elif signal.type == "model_delta" and opened and signal.payload["ask"] not in piece.turn_of:
                found.add(signal.payload["ask"])
        return found

    def _signal(self, signal: Signal, asks: set[str]) -> Signal:
        payload = self._renamed(self._payload(signal, asks))
        return signal if payload == signal.payload else replace(signal, payload=payload)

    def _payload(self, signal: Signal, asks: set[str]) -> dict:
        said = signal.payload
        if (signal.type == "user_message" and f"t-{signal.seq}" in self._turns) or (signal.type == "model_delta" and said["ask"] in asks):
            return {**said, "text": MARK if said["text"] else ""}
        if signal.type == "recalled":
            said = {**said, "hits": [self._hit(hit) for hit in said["hits"]]}
        elif signal.type == "vault_changed":
            said = {**said, "files": {self._path(path): self._file(path, text) for path, text in said["files"].items()}}
            said |= {"kept": {self._path(path): name for path, name in said["kept"].items()}} if "kept" in said else {}
        elif signal.type == "command" and said["name"] == "set_aside" and f"t-{said.get('values', {}).get('seq')}" in self._turns:
            said = {**said, "values": {**said["values"], "payload": self._emptied(said["values"]["payload"])}}
        return {key: value if key in NAMES or key == "files" else self._value(value) for key, value in said.items()}

    def _hit(self, hit: dict) -> dict:
        return {**hit, "text": MARK} if self._turns & set(hit["turn"].split(",")) else hit

    def _path(self, path: str) -> str:
        return self._gone.words.redact(path) if self._gone.named(path) and not self._gone.spares(path) else path

    def _file(self, path: str, text: str | None) -> str | None:
        left = None if text is None else cleaned(path, text.encode("utf-8", "surrogatepass"), self._gone)
        return None if left is None else left.decode("utf-8", "surrogatepass")

    def _emptied(self, payload: dict) -> dict:
        return {key: MARK if key == "text" else value for key, value in payload.items()}

    def _value(self, value: object) -> object:
        """Any text that holds the words, at any depth, becomes the mark. Keys are what programs look for, and stay."""
        if isinstance(value, str):
            return MARK if self._gone.words.holds(value) else value
        if isinstance(value, list):
            return [self._value(one) for one in value]
        if isinstance(value, dict):
            return {key: one if key in NAMES else self._value(one) for key, one in value.items()}
        return value

    def _renamed(self, payload: dict) -> dict:
        commit = payload.get("commit")
        return {**payload, "commit": self._ids[commit]} if commit in self._ids else payload


def lines_of(header: Header, signals: list[Signal]) -> bytes:
    """A piece as its file holds it."""
    lines = [header_line(header), *map(signal_line, signals)]
    return b"".join(line.encode("utf-8", "surrogatepass") + b"\n" for line in lines)
