"""The terminal talk driven by keys, against a host that answers at once. No screen, no sleeping: a step's keys are sent
when its condition is seen."""

from __future__ import annotations

import io
import re

import pytest
from fake_host import AT, FakeHost, drafts, her, spoken
from prompt_toolkit.data_structures import Size
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from yurios.channels.looks import ASCII, marks
from yurios.channels.terminal import Terminal
from yurios.channels.typed import Typed

CTRL_C, CTRL_D, ENTER, ALT_ENTER = "\x03", "\x04", "\r", "\x1b\r"
_TRIES = 1000


class Screen(io.StringIO):
    encoding = "utf-8"


class Talk:
    """One talk: `steps` are (what must be seen, keys to send then). What was seen is the output without escapes."""

    def __init__(self, host: FakeHost, *steps: tuple[object, str], columns: int = 80, history=None) -> None:
        self.raw = Screen()
        self.host, self.steps, self.tries = host, list(steps), 0
        host.patience = 0.002
        with create_pipe_input() as self.keys:
            output = Vt100_Output(self.raw, lambda: Size(30, columns), term="xterm", enable_cpr=False)
            self.terminal = Terminal(host, "yuri", "home/vault", history or InMemoryHistory(), color=False, input=self.keys, output=output)
            host.quiet = self.next
            self.code = self.terminal.run()
        assert self.steps == [], f"never seen: {self.steps[0][0]!r} in {self.seen!r}"

    @property
    def seen(self) -> str:
        return re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>]|\][^\x07]*\x07)", "", self.raw.getvalue()).replace("\r", "")

    def next(self) -> None:
        """In the listening thread, whenever no event waits."""
        self.tries += 1
        if not self.steps or self.tries > _TRIES:
            self.keys.send_text(CTRL_C + CTRL_C + CTRL_C + CTRL_D)
        elif self.steps[0][0] in self.seen if isinstance(self.steps[0][0], str) else self.steps[0][0](self):
            self.keys.send_text(self.steps.pop(0)[1])


def test_a_first_start_greets_and_says_where_her_mind_lies():
    talk = Talk(FakeHost(), ("leaves.", CTRL_D))
    assert "This is Yuri." in talk.seen and "home/vault" in talk.seen and "/help" in talk.seen
    assert talk.code == 0


def test_coming_back_shows_the_last_words_instead():
    past = [{"type": "message", "role": "owner", "id": "o", "text": "good night", "at": AT, "channel": "terminal"}, {**her(1, "Sleep well."), "at": AT}]
    talk = Talk(FakeHost(past=past), ("Sleep well.", CTRL_D))
    assert "Yuri is here." in talk.seen and "good night" in talk.seen and "This is Yuri" not in talk.seen


def test_a_message_is_said_and_answered_once():
    talk = Talk(FakeHost(), ("›", "hello" + ENTER), ("You said hello.", CTRL_D))
    assert talk.host.said == [("hello", "terminal")]
    assert talk.seen.count("› hello\n") == 1
    assert talk.host.calls == [("arrive", "terminal", False), ("leave", "terminal")]
    assert talk.host.streams[0].closed


def test_a_draft_is_seen_before_it_is_finished():
    host = FakeHost(lambda text, turn: drafts(turn, "Once upon", " a time"))
    talk = Talk(host, ("›", "tell" + ENTER), (" a time", CTRL_D))
    assert talk.seen.rstrip().endswith("Once upon a time"), "what she had said is kept on leaving"


def test_typing_survives_what_she_says_meanwhile():
    host = FakeHost(lambda text, turn: [])
    steps = [("›", "one" + ENTER), (lambda t: t.host.said, "half a li"), ("half a li", ""), (lambda t: host.publish(*spoken(1, "word " * 40)) or True, ""), (lambda t: t.seen.count("word") >= 40, "ne" + ENTER), (lambda t: len(t.host.said) == 2, CTRL_D)]
    assert Talk(host, *steps).host.said[1] == ("half a line", "terminal")


@pytest.mark.parametrize("keys", ["one\\" + ENTER + "two" + ENTER, "one" + ALT_ENTER + "two" + ENTER, "\x1b[200~one\ntwo\x1b[201~" + ENTER])
def test_a_message_may_have_many_lines(keys):
    talk = Talk(FakeHost(), ("›", keys), ("You said", CTRL_D))
    assert talk.host.said == [("one\ntwo", "terminal")]


def test_ctrl_c_stops_her_and_not_the_talk():
    host = FakeHost(lambda text, turn: drafts(turn, "I was going to") if text == "long" else spoken(turn, "Yes?"))
    talk = Talk(host, ("›", "long" + ENTER), ("going to", CTRL_C), ("stopped", "again" + ENTER), ("Yes?", CTRL_D))
    assert talk.host.calls.count("cancel") == 1
    assert [text for text, _ in talk.host.said] == ["long", "again"]


def test_ctrl_c_stops_her_before_her_first_word_too():
    talk = Talk(FakeHost(lambda text, turn: []), ("›", "think" + ENTER), ("Yuri …", CTRL_C), (lambda t: "cancel" in t.host.calls, CTRL_D))
    assert talk.code == 0


def test_ctrl_c_clears_what_is_typed_then_asks_then_leaves():
    talk = Talk(FakeHost(), ("›", "oops"), ("oops", CTRL_C), (lambda t: not t.terminal._session.default_buffer.text, CTRL_C), ("Ctrl-C again", CTRL_C))
    assert talk.host.said == [] and talk.code == 0 and "cancel" not in talk.host.calls


def test_a_second_message_waits_until_she_has_finished():
    host = FakeHost(lambda text, turn: drafts(1, "First") if turn == 1 else [])
    steps = [("›", "a" + ENTER), ("First", "later" + ENTER), (lambda t: t.terminal.transcript.waiting == ["later"], ""), (lambda t: host.publish(her(1, "First")) or True, ""), (lambda t: not t.terminal.transcript.waiting, CTRL_D)]
    seen = Talk(host, *steps).seen
    assert seen.rindex("› later") > seen.rindex("First")


def test_what_a_resting_host_did_not_take_is_back_in_the_line():
    host = FakeHost()
    host.resting = "She rests since 09:41."

    def wakes(talk: Talk) -> bool:
        back = talk.terminal._session.default_buffer.text == "hi"
        host.resting = "" if back else host.resting
        return back

    talk = Talk(host, ("›", "hi" + ENTER), ("She rests since 09:41.", ""), (wakes, ENTER), ("You said hi.", CTRL_D))
    assert talk.host.said == [("hi", "terminal")]


def test_commands_are_answered_and_never_said():
    talk = Talk(FakeHost(), ("›", "/why" + ENTER), ("quiet hours", "/hlep" + ENTER), ("Did you mean /help?", "/quit" + ENTER))
    assert talk.host.said == [] and talk.code == 0


def test_her_words_cannot_drive_the_terminal():
    evil = "\x1b]0;owned\x07\x1b[2J\x9b31mred\x07"
    host = FakeHost(lambda text, turn: [*drafts(turn, *evil), her(turn, evil), {"type": "notice", "text": evil}])
    host.why = lambda: evil
    talk = Talk(host, ("›", "x" + ENTER), ("red", "/why" + ENTER), (lambda t: t.seen.count("red") >= 3, CTRL_D))
    assert [part for part in ("\x1b]0;", "\x07", "\x9b", "\x1b[31m") if part in talk.raw.getvalue()] == []


def test_an_ascii_terminal_gets_ascii_marks():
    assert marks("ascii") == marks("latin-1") == marks(None) == marks("no-such") == ASCII != marks("utf-8")


def test_typed_lines_are_remembered_and_a_broken_disk_is_no_reason_to_stop(tmp_path):
    Talk(FakeHost(), ("›", "hello" + ENTER), ("You said", CTRL_D), history=Typed(tmp_path / "typed"))
    assert list(Typed(tmp_path / "typed").load_history_strings()) == ["hello"]
    Talk(FakeHost(), ("›", "hello" + ENTER), ("You said", CTRL_D), history=Typed(tmp_path))
