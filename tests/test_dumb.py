"""The talk by plain lines."""

from __future__ import annotations

import io

from fake_host import FakeHost, drafts, her, spoken

from yurios.channels.dumb import Dumb


def talk(host: FakeHost, *typed: str | type[BaseException]) -> str:
    """What was printed while these lines were typed; an exception class is a key that raises it."""
    host.patience = 0.002
    out, keys = io.TextIOWrapper(io.BytesIO(), "utf-8", newline=""), iter([*typed, EOFError])

    def read() -> str:
        key = next(keys)
        if isinstance(key, str):
            return key
        raise key

    assert Dumb(host, "yuri", "home/vault", out, read).run() == 0
    out.flush()
    return out.buffer.getvalue().decode()


def test_a_talk():
    host = FakeHost()
    said = talk(host, "hi", "/why", "one\\", "two", "/quit")
    assert [text for text, _ in host.said] == ["hi", "one\ntwo"]
    assert said.startswith("· This is Yuri.") and "\nYuri  10:02\nYou said hi.\n" in said and "quiet hours" in said
    assert "\x1b" not in said and host.calls[-1] == ("leave", "terminal")


def test_a_resting_host_gives_the_words_back():
    host = FakeHost()
    host.resting = "She rests since 09:41."
    assert "She rests since 09:41. She did not get it:\nhi\n" in talk(host, "hi")


def test_unasked_lines_and_notices_are_printed():
    host = FakeHost(lambda text, turn: [{"type": "notice", "text": "fell back"}, *spoken(turn, "Hi."), her(9, "Tea.", proactive=True, appointment=True)])
    said = talk(host, "a", "b")
    assert "· fell back\n" in said and "Yuri  10:02  ✦ as you asked\nTea.\n" in said


class Pressed(FakeHost):
    """Ctrl-C is pressed as soon as a message is posted."""

    def say(self, text: str, *, channel: str, message_id: str) -> None:
        super().say(text, channel=channel, message_id=message_id)
        if text == "long":
            raise KeyboardInterrupt


def test_ctrl_c_stops_her_and_not_the_talk():
    host = Pressed(lambda text, turn: drafts(turn, "I was") if text == "long" else spoken(turn, "Yes?"))
    said = talk(host, "long", "again")
    assert host.calls.count("cancel") == 1 and "stopped\n" in said and "\nYes?\n" in said


def test_a_failure_ends_the_waiting():
    host = FakeHost(lambda text, turn: [*drafts(turn, "I was"), {"type": "notice", "level": "error", "text": "no model"}])
    assert talk(host, "a", "b").count("no model\n") == 2


def test_a_terminal_that_cannot_write_a_letter_gets_a_question_mark():
    out = io.TextIOWrapper(io.BytesIO(), "ascii", newline="")
    keys = iter(["x"])
    host = FakeHost(lambda text, turn: spoken(turn, "字."), patience=0.002)

    def read() -> str:
        try:
            return next(keys)
        except StopIteration:
            raise EOFError from None

    Dumb(host, "yuri", "v", out, read).run()
    out.flush()
    assert b"\n?.\n" in out.buffer.getvalue() and b"> " in out.buffer.getvalue()
