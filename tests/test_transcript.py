"""What a reader sees: every message once, in order, nobody's words inside another's."""

from __future__ import annotations

import pytest
from fake_host import AT, drafts, her
from hypothesis import given, strategies as st

from yurios.channels.transcript import INSTEAD, HerLine, Note, OwnerLine, Stop, Transcript, Words

HER = HerLine("Yuri", "10:02")


def read(*events, transcript: Transcript | None = None) -> list:
    transcript = transcript or Transcript("Yuri", "terminal")
    return [shown for event in events for shown in transcript.feed({"at": AT, **event})]


def owner(text: str, turn: int = 1, channel: str = "terminal", **more) -> dict:
    return {"type": "message", "role": "owner", "id": f"o-{turn}", "text": text, "turn": turn, "channel": channel, **more}


def test_a_draft_and_its_message_are_one():
    assert read(*drafts(1, "Hi", " you."), her(1, "Hi you.")) == [HER, Words("Hi"), Words(" you."), Stop()]


def test_spaces_around_a_draft_are_no_difference():
    assert read(*drafts(1, " Hi "), her(1, "Hi")) == [HER, Words(" Hi "), Stop()]


def test_a_message_that_goes_on_is_completed():
    assert read(*drafts(1, "Hi"), her(1, "Hi you.")) == [HER, Words("Hi"), Words(" you."), Stop()]


def test_a_message_that_differs_is_said_again():
    assert read(*drafts(1, "Ho"), her(1, "Hi")) == [HER, Words("Ho"), Stop(INSTEAD), HER, Words("Hi"), Stop()]


def test_a_message_without_a_draft_is_whole():
    assert read(her(1, "Hi")) == [HER, Words("Hi"), Stop()]


def test_a_message_is_never_shown_twice():
    assert read(her(1, "Hi"), her(1, "Hi"), owner("x", 2, "phone"), owner("x", 2, "phone")) == [HER, Words("Hi"), Stop(), OwnerLine("x", "phone", "10:02")]


def test_what_nobody_asked_for_is_marked():
    assert read(her(1, "Tea.", proactive=True))[0].mark == "unasked"
    assert read(her(1, "Tea.", proactive=True, appointment=True))[0].mark == "as you asked"
    assert read(*drafts(1, "Tea."), her(1, "Tea.", proactive=True))[-1] == Stop("unasked")


def test_a_cut_reply_says_who_cut_it():
    assert read(*drafts(1, "Hi"), {"type": "draft_cancel", "turn": 1})[-1] == Stop("taken back")
    transcript = Transcript("Yuri", "terminal", stopping=True)
    assert read(*drafts(1, "Hi"), {"type": "draft_cancel", "turn": 1}, transcript=transcript)[-1] == Stop("stopped")
    assert transcript.stopping is False


def test_a_reply_begun_anew_after_a_cut_is_a_new_line():
    assert read(*drafts(1, "Hm"), {"type": "draft_cancel", "turn": 1}, *drafts(1, "Hi"), her(1, "Hi")) == [HER, Words("Hm"), Stop("taken back"), HER, Words("Hi"), Stop()]


def test_a_cancel_of_another_turn_is_nothing():
    assert read(*drafts(1, "Hi"), {"type": "draft_cancel", "turn": 9}) == [HER, Words("Hi")]


def test_who_speaks_meanwhile_waits_and_a_notice_does_not():
    shown = read(*drafts(1, "Hi"), owner("later", 2, "phone"), her(7, "Tea.", proactive=True), {"type": "notice", "text": "fell back", "level": "warning"}, her(1, "Hi"))
    assert shown == [HER, Words("Hi"), Note("fell back", "warning"), Stop(), OwnerLine("later", "phone", "10:02"), HerLine("Yuri", "10:02", "unasked"), Words("Tea."), Stop()]


def test_what_was_typed_here_is_shown_at_once_and_once():
    transcript = Transcript("Yuri", "terminal")
    assert transcript.typed("a1", "hi") == [OwnerLine("hi")]
    assert read(owner("hi", id="a1"), transcript=transcript) == []
    assert transcript.typed("a2", "hi") == [OwnerLine("hi")]
    assert read(owner("hi", id="host-7"), transcript=transcript) == []
    assert read(owner("hi", 3), transcript=transcript) == [OwnerLine("hi", "", "10:02")]


def test_what_was_typed_while_she_speaks_waits():
    transcript = Transcript("Yuri", "terminal")
    read(*drafts(1, "Hi"), transcript=transcript)
    assert transcript.typed("a1", "wait") == [] and transcript.waiting == ["wait"]
    assert read(her(1, "Hi"), transcript=transcript) == [Stop(), OwnerLine("wait")]
    assert transcript.waiting == []


def test_what_was_not_taken_is_news_when_it_comes_after_all():
    transcript = Transcript("Yuri", "terminal")
    transcript.typed("a1", "hi")
    transcript.taken_back("a1")
    assert read(owner("hi", id="a1"), transcript=transcript) == [OwnerLine("hi", "", "10:02")]


def test_hello_tells_her_name_and_unknown_events_are_nothing():
    assert read({"type": "hello", "resident": "nū"}, {"type": "mind", "state": "IDLE"}, {"type": "journal", "text": "x"}, {"type": "new"}, {}, her(1, "Hi"))[0].name == "Nū"


EVENTS = st.lists(
    st.one_of(
        st.builds(lambda t, x: drafts(t, x)[0], st.integers(1, 3), st.text("ab ", min_size=1)),
        st.builds(her, st.integers(1, 3), st.text("ab ", min_size=1), proactive=st.booleans()),
        st.builds(owner, st.text("ab", min_size=1), st.integers(1, 3), st.sampled_from(["terminal", "phone"])),
        st.builds(lambda t: {"type": "draft_cancel", "turn": t}, st.integers(1, 3)),
        st.just({"type": "notice", "text": "n"}),
        st.just({"type": "draft", "turn": None, "text": None}),
    )
)


@given(EVENTS)
def test_any_events_make_whole_messages(events):
    """Her lines open and close in turn, words stand only inside them, and every owner's message is shown or waits."""
    transcript, speaking = Transcript("Yuri", "terminal"), False
    shown = read(*events, transcript=transcript)
    for one in shown:
        if isinstance(one, (HerLine, OwnerLine)):
            assert not speaking
        if isinstance(one, (Words, Stop)):
            assert speaking
        speaking = {HerLine: True, Stop: False}.get(type(one), speaking)
    assert speaking == transcript.speaking


@pytest.mark.parametrize("event", [{"type": "message", "role": "her", "text": "\x1b[2Jx\x07", "id": "1"}, {"type": "draft", "turn": 1, "text": "\x1b[2Jx\x07"}, {"type": "notice", "text": "\x1b[2Jx\x07"}, owner("\x1b[2Jx\x07", 1, "phone")])
def test_nothing_shown_holds_control_characters(event):
    assert [one.text for one in read(event) if hasattr(one, "text")] == ["x"]
