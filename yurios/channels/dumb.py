"""The talk in a terminal that can only print lines (TERM=dumb, an editor's shell, a screen reader's friend)."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from typing import TextIO

from yurios import host_commands
from yurios.channels.host import EventStream, Host, Unreachable
from yurios.channels.looks import greeting, marks
from yurios.channels.owed import Owed
from yurios.channels.printable import one_line, printable
from yurios.channels.transcript import HerLine, Note, OwnerLine, Shown, Stop, Transcript, Words, display_name

CHANNEL = "terminal"
_LISTEN_S = 0.2


class Dumb:
    """One talk by plain `input` and plain prints. A reply is waited for before the next line is read."""

    def __init__(self, host: Host, name: str, place: str, out: TextIO, read: Callable[[str], str] = input) -> None:
        self._host, self._place, self._out, self._read = host, place, out, read
        self._transcript = Transcript(display_name(name), CHANNEL)
        self._signs = marks(out.encoding)
        self._owed = Owed()
        self._settled = threading.Condition()
        self._over = threading.Event()

    def run(self) -> int:
        """Talk until end of input, /quit, or Ctrl-C at the prompt; 0."""
        stream = self._host.subscribe()
        past = self._host.history(1)
        self._write("\n".join(greeting(self._transcript.name, self._place, first=not past)) + "\n")
        threading.Thread(target=self._listen, args=(stream,), daemon=True).start()
        self._host.arrive(CHANNEL, can_hear=False)
        try:
            while self._exchange():
                pass
        finally:
            self._over.set()
            self._host.leave(CHANNEL)
            stream.close()
        return 0

    def _exchange(self) -> bool:
        """One message and its answer; False when the owner leaves."""
        try:
            text = self._typed()
        except (EOFError, KeyboardInterrupt):
            self._write("\n")
            return False
        if host_commands.is_quit(text):
            return False
        try:
            self._send(text)
        except (Unreachable, OSError) as error:
            self._owed.clear()
            self._write(f"{one_line(str(error))} She did not get it:\n{printable(text)}\n")
        return True

    def _typed(self) -> str:
        """One message: lines that end in a backslash go on."""
        text = self._read(self._signs.prompt)
        while text.endswith("\\"):
            text = text[:-1] + "\n" + self._read("  ")
        return text

    def _send(self, text: str) -> None:
        if host_commands.is_command(text):
            self._write(printable(host_commands.answer(self._host, text)) + "\n")
        elif text.strip():
            message_id = uuid.uuid4().hex
            with self._settled:
                self._owed.add(message_id)
                self._transcript.typed(message_id, text)
            self._host.say(text, channel=CHANNEL, message_id=message_id)
            self._wait()

    def _wait(self) -> None:
        """Until the answer is there; Ctrl-C stops her, a second one stops the waiting."""
        try:
            self._until_settled()
        except KeyboardInterrupt:
            self._transcript.stopping = True
            self._host.cancel()
            try:
                self._until_settled()
            except KeyboardInterrupt:
                self._owed.clear()

    def _until_settled(self) -> None:
        with self._settled:
            while self._owed or self._transcript.speaking:
                self._settled.wait(_LISTEN_S)  # in short spells, or Windows never sees Ctrl-C

    def _listen(self, stream: EventStream) -> None:
        while not self._over.is_set():
            event = stream.get(_LISTEN_S)
            if event is None:
                continue
            with self._settled:
                for shown in self._transcript.feed(event):
                    self._show(shown)
                self._owed.feed(event)
                self._settled.notify_all()

    def _show(self, shown: Shown) -> None:
        match shown:
            case HerLine(name, at, mark):
                self._write(f"\n{name} {at}{f' {self._signs.unasked} {mark}' if mark else ''}\n")
            case Words(text):
                self._write(text)
            case Stop(note):
                self._write(f"\n{self._signs.note} {note}\n\n" if note else "\n\n")
            case OwnerLine(text, channel, at) if channel:
                self._write(f"\n{self._signs.prompt}{text}  ({at} from {channel})\n")
            case Note(text):
                self._write(f"{self._signs.note} {text}\n")

    def _write(self, text: str) -> None:
        encoding = self._out.encoding or "utf-8"
        self._out.write(text.encode(encoding, "replace").decode(encoding))
        self._out.flush()
