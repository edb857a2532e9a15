"""The talk through a pipe: messages come from stdin, only her words go to stdout, everything else to stderr."""

from __future__ import annotations

import locale
import uuid
from collections.abc import Iterator
from typing import BinaryIO, TextIO

from yurios import host_commands
from yurios.channels.owed import ANSWERED, CUT, Owed
from yurios.channels.printable import one_line, printable
from yurios.channels.transcript import INSTEAD, HerLine, Note, Stop, Transcript, Words
from yurios.host import EventStream, Host, Unreachable

CHANNEL = "terminal"
_LISTEN_S = 1.0
# Silent seconds after which nobody will answer: no event at all, or none after her reply was cut.
_PATIENCE_S = 900
_PATIENCE_AFTER_CUT_S = 5


class Piped:
    """One talk through a pipe. `say` streams the reply and tells whether there was one."""

    def __init__(self, host: Host, name: str, out: TextIO, err: TextIO) -> None:
        self._host, self._out, self._err = host, out, err
        self._transcript = Transcript(name, CHANNEL)
        self._owed = Owed(CHANNEL)
        self._in_a_line = False

    def talk(self, messages: Iterator[str]) -> int:
        """Each message and its reply in turn; 0 when all were answered, else 1, and 2 when there was no message."""
        stream = self._host.subscribe()
        self._host.arrive(CHANNEL, can_hear=False)
        try:
            answered = [self._one(stream, text) for text in messages if text.strip() and not host_commands.is_quit(text)]
        finally:
            self._host.leave(CHANNEL)
            stream.close()
        if not answered:
            self._aside("Nothing came in to say to her. Write: echo hello | python3 run.py chat --once")
            return 2
        return 0 if all(answered) else 1

    def _one(self, stream: EventStream, text: str) -> bool:
        try:
            if host_commands.is_command(text):
                self._write(printable(host_commands.answer(self._host, text)) + "\n")
                return True
            return self._say(stream, text)
        except (Unreachable, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            self._aside(str(error))
            return False

    def _say(self, stream: EventStream, text: str) -> bool:
        message_id = uuid.uuid4().hex
        self._owed.add(message_id)
        self._transcript.typed(message_id, text)
        self._host.say(text, channel=CHANNEL, message_id=message_id)
        outcome = self._reply(stream)
        if self._in_a_line:
            self._write("\n")
        if outcome == CUT:
            self._aside("Her reply was cut off.")
        return outcome == ANSWERED

    def _reply(self, stream: EventStream) -> str:
        """Show events until this message is settled; a cut reply may be begun anew within a few seconds."""
        outcome, silent = "", 0
        while silent < (_PATIENCE_AFTER_CUT_S if outcome == CUT else _PATIENCE_S):
            event = stream.get(_LISTEN_S)
            if event is None:
                silent += 1
                continue
            silent = 0
            settled = self._owed.feed(event)
            outcome = ANSWERED if outcome == CUT and _answers(event) else settled or outcome
            for shown in self._transcript.feed(event):
                self._show(shown)
            if outcome and outcome != CUT:
                return outcome
        if not outcome:
            self._owed.clear()
            self._aside("No answer came. 'python3 run.py doctor' tells what does not run.")
        return outcome

    def _show(self, shown: object) -> None:
        match shown:
            case HerLine() if self._in_a_line:
                self._write("\n")
            case Words(text):
                self._write(text)
            case Stop(note):
                self._write("\n" if self._in_a_line else "")
                if note == INSTEAD:
                    self._aside(note)
            case Note(text):
                self._aside(text)

    def _write(self, text: str) -> None:
        if text:
            self._out.write(text)
            self._out.flush()
            self._in_a_line = not text.endswith("\n")

    def _aside(self, text: str) -> None:
        self._err.write(one_line(text) + "\n")
        self._err.flush()


def _answers(event: dict) -> bool:
    return event.get("type") == "message" and event.get("role") == "her" and not event.get("proactive")


def whole(source: BinaryIO) -> Iterator[str]:
    """All of stdin as one message."""
    yield _decoded(source.read()).strip("\n")


def lines(source: BinaryIO) -> Iterator[str]:
    """Each line of stdin as a message, as soon as it is there."""
    for line in source:
        yield _decoded(line).rstrip("\r\n")


def _decoded(data: bytes) -> str:
    """UTF-8 with or without its mark, else as this system writes text; never an error."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return data.decode(locale.getpreferredencoding(False), "replace").replace("\r\n", "\n")
