"""Through a pipe: stdout holds her words and nothing else, and the exit code tells whether she answered."""

from __future__ import annotations

import io

import pytest
from fake_host import FakeHost, drafts, her, spoken

from yurios.channels import piped
from yurios.channels.piped import Piped


def talk(host: FakeHost, *messages: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = Piped(host, "yuri", out, err).talk(iter(messages))
    return code, out.getvalue(), err.getvalue()


def test_her_words_and_a_line_end():
    assert talk(FakeHost(), "hi") == (0, "You said hi.\n", "")


def test_each_message_waits_for_its_reply():
    host = FakeHost()
    assert talk(host, "a", "", "b", "/quit") == (0, "You said a.\nYou said b.\n", "")
    assert host.calls == [("arrive", "terminal", False), ("leave", "terminal")]


def test_notices_go_to_the_other_stream():
    host = FakeHost(lambda text, turn: [{"type": "notice", "text": "fell back", "level": "warning"}, *spoken(turn, "Hi.")])
    assert talk(host, "hi") == (0, "Hi.\n", "fell back\n")


def test_an_error_instead_of_an_answer_is_one():
    host = FakeHost(lambda text, turn: [{"type": "notice", "text": "no model", "level": "error"}])
    assert talk(host, "hi") == (1, "", "no model\n")


def test_no_answer_at_all_ends_some_day():
    code, out, err = talk(FakeHost(lambda text, turn: []), "hi")
    assert (code, out) == (1, "") and "doctor" in err


def test_a_cut_reply_is_one_unless_it_is_begun_anew():
    cut = {"type": "draft_cancel", "turn": 1}
    assert talk(FakeHost(lambda text, turn: [*drafts(1, "Hm"), cut]), "hi") == (1, "Hm\n", "Her reply was cut off.\n")
    assert talk(FakeHost(lambda text, turn: [*drafts(1, "Hm"), cut, *spoken(1, "Hi you.")]), "hi") == (0, "Hm\nHi you.\n", "")


def test_what_she_says_to_others_does_not_count_as_the_answer():
    other = {"type": "message", "role": "owner", "id": "p", "text": "x", "channel": "phone", "turn": 50}
    host = FakeHost(lambda text, turn: [other, her(50, "To the phone."), her(51, "Tea.", proactive=True), *spoken(turn, "To you.")])
    assert talk(host, "hi") == (0, "To the phone.\nTea.\nTo you.\n", "")


def test_a_different_ending_is_printed_too():
    host = FakeHost(lambda text, turn: [*drafts(turn, "Ho"), her(turn, "Hi.")])
    assert talk(host, "hi") == (0, "Ho\nHi.\n", "in the end she said:\n")


def test_a_resting_host_is_a_sentence():
    host = FakeHost()
    host.resting = "She rests since 09:41."
    assert talk(host, "hi") == (1, "", "She rests since 09:41.\n")


def test_commands_work_here_too():
    host = FakeHost()
    assert talk(host, "/why") == (0, "She kept quiet: quiet hours.\n", "") and host.said == []


def test_nothing_to_say_is_two():
    assert talk(FakeHost(), "  \n")[0] == 2


def test_control_characters_stay_out():
    assert talk(FakeHost(lambda text, turn: spoken(turn, "\x1b[31mred\x07")), "hi")[1] == "red\n"


def test_a_closed_pipe_is_passed_on():
    out = io.StringIO()
    out.write = lambda text: (_ for _ in ()).throw(BrokenPipeError())
    with pytest.raises(BrokenPipeError):
        Piped(FakeHost(), "yuri", out, io.StringIO()).talk(iter(["hi"]))


@pytest.mark.parametrize("data, text", [(b"hi\n", "hi"), (b"\xef\xbb\xbfa\r\nb\r\n", "a\nb"), ("é字".encode(), "é字"), (b"", ""), (b"\n\n", "")])
def test_all_of_stdin_is_one_message(data, text):
    assert list(piped.whole(io.BytesIO(data))) == [text]


def test_bytes_that_are_no_text_are_no_error():
    assert "hi" in next(piped.whole(io.BytesIO(b"\xffhi\x80")))
    assert list(piped.lines(io.BytesIO(b"a\r\nb"))) == ["a", "b"]
