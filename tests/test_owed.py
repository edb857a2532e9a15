"""Which messages still wait for an answer."""

from __future__ import annotations

from fake_host import her

from yurios.channels.owed import ANSWERED, CUT, FAILED, Owed


def owed(*ids: str) -> Owed:
    owed = Owed("terminal")
    for name in ids:
        owed.add(name)
    return owed


def begun(name: str, turn: int) -> dict:
    return {"type": "message", "role": "owner", "id": name, "turn": turn}


def test_an_answer_settles_its_own_turn_alone():
    both = owed("a", "b")
    both.feed(begun("a", 1))
    assert both.feed(her(1, "Hi")) == ANSWERED and both
    both.feed(begun("b", 2))
    assert both.feed(her(2, "Hi")) == ANSWERED and not both


def test_an_answer_to_somebody_elses_turn_settles_nothing():
    one = owed("a")
    one.feed(begun("a", 2))
    assert one.feed(her(1, "Hi")) == "" and one


def test_another_channels_turn_settles_nothing_even_before_ours_is_known():
    one = owed("a")
    one.feed({**begun("p", 1), "channel": "phone"})
    assert one.feed(her(1, "Hi")) == "" and one
    one.feed(begun("a", 2))
    assert one.feed(her(2, "Hi")) == ANSWERED


def test_a_host_without_turns_settles_everything():
    assert owed("a", "b").feed({"type": "message", "role": "her"}) == ANSWERED


def test_cuts_and_errors_settle_and_unasked_lines_do_not():
    assert owed("a").feed({"type": "draft_cancel", "turn": 1}) == CUT
    assert owed("a").feed({"type": "notice", "level": "error"}) == FAILED
    assert owed("a").feed({"type": "notice", "level": "warning"}) == ""
    assert owed("a").feed(her(1, "Hi", proactive=True)) == ""


def test_nothing_owed_is_nothing_settled():
    assert owed().feed(her(1, "Hi")) == ""
