"""The terminal talk: her words stream above a line where the owner may type at any moment.

Finished lines are printed once and belong to the terminal's scrollback; her unfinished line and what waits to be said
stand in the prompt itself and are drawn again. Her events come from a thread that only hands them over.
"""

from __future__ import annotations

import asyncio
import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import FormattedText, StyleAndTextTuples
from prompt_toolkit.history import History
from prompt_toolkit.input import Input
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.renderer import print_formatted_text

from prompt_toolkit.styles import default_ui_style, merge_styles

from yurios import host_commands
from yurios.channels.keys import bindings
from yurios.channels.looks import STYLE, Line, greeting, marks
from yurios.channels.owed import Owed
from yurios.channels.page import Page
from yurios.channels.printable import one_line
from yurios.channels.transcript import Note, Stop, Transcript, display_name
from yurios.host import Event, EventStream, Host, Unreachable

CHANNEL = "terminal"
# How long the reading thread waits before it looks whether the talk is over.
_LISTEN_S = 0.2
# Messages of the last talk shown on coming back.
_REMINDER = 4


class Terminal:
    """One talk in this terminal, from greeting to Ctrl-D. `run` may be called once."""

    def __init__(self, host: Host, name: str, place: str, history: History, color: bool = True, input: Input | None = None, output: Output | None = None) -> None:
        self.host = host
        self.transcript = Transcript(display_name(name), CHANNEL)
        self.owed = Owed(CHANNEL)
        self._place = place
        self._style = merge_styles([default_ui_style(), STYLE])
        self._session: PromptSession[None] = PromptSession(
            message=self._above_the_input,
            multiline=True,
            prompt_continuation=lambda width, number, wrapped: " " * width,
            history=history,
            key_bindings=bindings(self),
            style=self._style,
            color_depth=None if color else ColorDepth.DEPTH_1_BIT,
            enable_suspend=True,
            erase_when_done=True,
            input=input,
            output=output,
        )
        self._session.default_buffer.accept_handler = self._entered
        self._page = Page(lambda: self._session.output.get_size().columns, marks(self._session.output.encoding()))
        # One worker, so that messages reach the host in the order they were typed.
        self._posting = ThreadPoolExecutor(1, "post")
        self._over = threading.Event()

    def run(self) -> int:
        """Talk until the owner leaves; 0."""
        return asyncio.run(self._talk())

    async def _talk(self) -> int:
        self._loop, self._inbox = asyncio.get_running_loop(), asyncio.Queue()
        stream = self.host.subscribe()
        listening = threading.Thread(target=self._listen, args=(stream,), name="listen", daemon=True)
        self._print(self._opening())
        self.host.arrive(CHANNEL, can_hear=False)
        try:
            await self._session.prompt_async(pre_run=lambda: self._begin(listening), set_exception_handler=False)
        except (EOFError, KeyboardInterrupt):
            pass
        finally:
            self._over.set()
            self._posting.shutdown()
            if listening.is_alive():
                listening.join()
            self._print(self._page.add([Stop()]) if self.transcript.speaking else [])
            self.host.leave(CHANNEL)
            stream.close()
        return 0

    # --- what the keys do (yurios.channels.keys) ---

    @property
    def replying(self) -> bool:
        """She speaks, or owes an answer to what was typed here, and was not told to stop."""
        return (self.transcript.speaking or bool(self.owed)) and not self.transcript.stopping

    def interrupt(self) -> None:
        self.transcript.stopping = True
        self.owed.clear()
        self._posting.submit(self._asked, self.host.cancel)

    def note(self, text: str) -> None:
        self._show(self._page.add([Note(text)]))

    # --- what the owner typed ---

    def _entered(self, buffer: Buffer) -> bool:
        """Called with a whole message; False clears the input."""
        text = buffer.text
        if host_commands.is_quit(text):
            self._session.app.exit()
        elif host_commands.is_command(text):
            self._posting.submit(self._commanded, text)
        elif text.strip():
            self._say(text.rstrip())
        return False

    def _say(self, text: str) -> None:
        message_id = uuid.uuid4().hex
        self.owed.add(message_id)
        self.transcript.stopping = False
        self._show(self._page.add(self.transcript.typed(message_id, text)))
        self._posting.submit(self._posted, text, message_id)

    # --- in the posting thread ---

    def _posted(self, text: str, message_id: str) -> None:
        try:
            self.host.say(text, channel=CHANNEL, message_id=message_id)
        except (Unreachable, OSError) as error:
            self._hand_over(self._came_back, text, message_id, str(error))

    def _commanded(self, line: str) -> None:
        answer = self._asked(lambda: host_commands.answer(self.host, line))
        if answer:
            self._hand_over(lambda: self._show(self._page.answer(answer)))

    def _asked(self, ask: Callable[[], str | None]) -> str | None:
        try:
            return ask()
        except (Unreachable, OSError) as error:
            self._hand_over(self.note, one_line(str(error)))
            return None

    # --- in the listening thread ---

    def _listen(self, stream: EventStream) -> None:
        while not self._over.is_set():
            event = stream.get(_LISTEN_S)
            if event is not None:
                self._hand_over(self._happened, event)

    def _hand_over(self, call: Callable[..., None], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(self._inbox.put_nowait, (call, arguments))
        except RuntimeError:
            self._over.set()  # the talk has ended meanwhile: there is nobody to show it to

    # --- in the loop again ---

    def _begin(self, listening: threading.Thread) -> None:
        self._session.app.create_background_task(self._receive())
        listening.start()

    async def _receive(self) -> None:
        """Take over what the threads bring. As the application's own task, so that printing knows of the input line."""
        while True:
            call, arguments = await self._inbox.get()
            call(*arguments)

    def _happened(self, event: Event) -> None:
        self._show(self._page.add(self.transcript.feed(event)))
        self.owed.feed(event)

    def _came_back(self, text: str, message_id: str, reason: str) -> None:
        """The message was not taken: say so and put it back where it was typed."""
        self.owed.drop(message_id)
        self.transcript.taken_back(message_id)
        self._show(self._page.add([Note(f"{one_line(reason)} What you typed is back in the line below.", "warning")]))
        buffer = self._session.default_buffer
        buffer.text = text if not buffer.text else f"{text}\n{buffer.text}"
        buffer.cursor_position = len(buffer.text)

    def _show(self, lines: list[Line]) -> None:
        if lines:
            run_in_terminal(lambda: self._print(lines))
        self._session.app.invalidate()

    def _print(self, lines: list[Line]) -> None:
        text = FormattedText(part for line in lines for part in [*line, ("", "\n")])
        print_formatted_text(self._session.output, text, self._style, color_depth=self._session.color_depth or self._session.output.get_default_color_depth())

    def _opening(self) -> list[Line]:
        past = self.host.history(_REMINDER)
        words = self._page.plain(greeting(self.transcript.name, self._place, first=not past))
        return words + [line for event in past for line in self._page.add(self.transcript.feed(event))]

    def _above_the_input(self) -> StyleAndTextTuples:
        """Her unfinished line, what waits behind it, and the sign where the owner types."""
        signs, parts = self._page.signs, []
        if self.transcript.speaking:
            parts += [("", f"{self._page.tail}\n")]
        elif self.owed:
            parts += [("", "\n"), ("class:note", f"{self.transcript.name} {signs.more}\n")]
        parts += [("class:note", f"{signs.prompt}{one_line(text)}\n") for text in self.transcript.waiting]
        return [*parts, ("", "\n"), ("class:prompt", signs.prompt)]

