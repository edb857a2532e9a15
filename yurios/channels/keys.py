"""What the keys do in the terminal talk, where they do something else than in any line editor."""

from __future__ import annotations

from typing import Protocol

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

_LEAVE = "Ctrl-C again, or Ctrl-D, leaves; she stays."


class Talk(Protocol):
    """What the keys may ask of the talk."""

    @property
    def replying(self) -> bool: ...

    def interrupt(self) -> None: ...

    def note(self, text: str) -> None: ...


def bindings(talk: Talk) -> KeyBindings:
    """The key bindings of a talk, to lay over prompt_toolkit's own."""
    keys = KeyBindings()
    asked = {"leave": False}

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        """Send, or after a trailing backslash begin a new line."""
        asked["leave"] = False
        buffer = event.current_buffer
        if buffer.document.text_before_cursor.endswith("\\"):
            buffer.delete_before_cursor()
            buffer.newline(copy_margin=False)
        else:
            buffer.validate_and_handle()

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.newline(copy_margin=False)

    @keys.add("c-c")
    def _(event: KeyPressEvent) -> None:
        """Her reply first, then what is typed, then the way out."""
        if talk.replying:
            talk.interrupt()
        elif event.current_buffer.text:
            event.current_buffer.reset()
        elif asked["leave"]:
            event.app.exit()
        else:
            talk.note(_LEAVE)
            asked["leave"] = True
            return
        asked["leave"] = False

    return keys
