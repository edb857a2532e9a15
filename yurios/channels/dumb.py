"""The talk in a terminal that can only print lines (TERM=dumb, an editor's shell, beside a screen reader).

Her words come line by line: a finished line is what such a terminal, and a reader of it, can do something with."""

from __future__ import annotations

import shutil
import threading
import uuid
from collections.abc import Callable
from typing import TextIO

from yurios import host_commands
from yurios.channels.looks import Line, greeting, marks
from yurios.channels.owed import Owed
from yurios.channels.page import Page
from yurios.channels.printable import one_line, printable
from yurios.channels.transcript import OwnerLine, Transcript, display_name
from yurios.host import Event, EventStream, Host, Unreachable

CHANNEL = "terminal"
_LISTEN_S = 0.2


class Dumb:
    """One talk by plain `input` and plain prints. A reply is waited for before the next line is read."""

    def __init__(self, host: Host, name: str, place: str, out: TextIO, read: Callable[[], str] = input) -> None:
        self._host, self._place, self._out, self._read = host, place, out, read
        self._transcript = Transcript(display_name(name), CHANNEL)
        self._page = Page(lambda: shutil.get_terminal_size().columns, marks(out.encoding))
        self._prompt = ""  # what stands before the cursor while a line is read
        self._owed = Owed(CHANNEL)
        self._settled = threading.Condition()
        self._over = threading.Event()

    def run(self) -> int:
        """Talk until end of input, /quit, or Ctrl-C at the prompt; 0."""
        stream = self._host.subscribe()
        past = self._host.history(1)
        self._lines(self._page.plain(greeting(self._transcript.name, self._place, first=not past)))
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
        except KeyboardInterrupt:
            self._interrupt()
        except (Unreachable, OSError) as error:
            self._owed.clear()
            self._write(f"{one_line(str(error))} She did not get it:\n{printable(text)}\n")
        return True

    def _typed(self) -> str:
        """One message: lines that end in a backslash go on."""
        text = self._line(f"\n{self._page.signs.prompt}")
        while text.endswith("\\"):
            text = text[:-1] + "\n" + self._line("  ")
        return text

    def _line(self, prompt: str) -> str:
        # Written here and not by input(), which sends a prompt to stderr on some systems.
        with self._settled:
            self._write(prompt)
            self._prompt = prompt
        try:
            return self._read()
        finally:
            self._prompt = ""

    def _send(self, text: str) -> None:
        if host_commands.is_command(text):
            self._lines(self._page.answer(host_commands.answer(self._host, text)))
        elif text.strip():
            message_id = uuid.uuid4().hex
            with self._settled:
                self._owed.add(message_id)
                self._transcript.typed(message_id, text)
                self._transcript.stopping = False
            self._host.say(text, channel=CHANNEL, message_id=message_id)
            self._wait()

    def _interrupt(self) -> None:
        """Ctrl-C while she owes an answer stops her; a second one stops the waiting."""
        self._transcript.stopping = True
        try:
            self._host.cancel()
            self._wait()
        except (KeyboardInterrupt, Unreachable):
            self._owed.clear()

    def _wait(self) -> None:
        with self._settled:
            while self._owed:
                self._settled.wait(_LISTEN_S)  # in short spells, or Windows never sees Ctrl-C

    def _listen(self, stream: EventStream) -> None:
        while not self._over.is_set():
            event = stream.get(_LISTEN_S)
            if event is None:
                continue
            with self._settled:
                self._show(event)
                self._owed.feed(event)
                self._settled.notify_all()

    def _show(self, event: Event) -> None:
        shown = [one for one in self._transcript.feed(event) if not (isinstance(one, OwnerLine) and not one.channel)]
        lines = self._page.add(shown)
        if lines:
            self._lines(lines)
            self._write(self._prompt)

    def _lines(self, lines: list[Line]) -> None:
        self._write("".join("".join(text for _, text in line) + "\n" for line in lines))

    def _write(self, text: str) -> None:
        encoding = self._out.encoding or "utf-8"
        self._out.write(text.encode(encoding, "replace").decode(encoding))
        self._out.flush()
