"""The inbox: checked at the door, in order, from any thread; what is taken is what the tape will say."""

from __future__ import annotations

import threading

import pytest

from ecs.signals import Origin, SignalError
from yurios.inbox import Inbox


class Now:
    """A frame that a test moves."""

    def __init__(self) -> None:
        self.frame = 0

    def __call__(self) -> int:
        return self.frame


@pytest.fixture
def now():
    return Now()


@pytest.fixture
def inbox(now):
    return Inbox(now)


def taken(inbox: Inbox, frame: int) -> list:
    return [post.payload["n"] for post in iter(lambda: inbox.take(frame), None)]


def test_what_is_due_comes_by_frame_and_then_in_the_order_of_posting(inbox, now):
    inbox.post("comet", {"n": 1}, after_ms=100)
    inbox.post("comet", {"n": 2})
    inbox.post("comet", {"n": 3}, after_ms=50)
    inbox.post("comet", {"n": 4})
    assert inbox.next_frame() == 0 and taken(inbox, 0) == [2, 4]
    assert inbox.next_frame() == 4 and taken(inbox, 3) == [] and taken(inbox, 7) == [3, 1]
    assert inbox.next_frame() is None


def test_a_delay_is_rounded_up_to_whole_frames(inbox, now):
    now.frame = 100
    frames = []
    for ms in (0, 1, 15, 16, 1000, 1001):
        frames.append(inbox.post("comet", {"n": ms}, after_ms=ms).frame)
    assert frames == [100, 101, 101, 102, 164, 165]


@pytest.mark.parametrize(
    ("type", "payload"),
    [("suspend_gap", {"us": -1, "cause": "off"}), ("suspend_gap", {"us": 1.0, "cause": "off"}), ("wakeup", []), ("comet", {"x": {1, 2}}),
     ("comet", {"x": float("nan")}), ("comet", {"x": b"y"}), ("comet", {(1, 2): 3}), ("", {}), (None, {}), (7, {})])
def test_the_fault_is_told_to_whoever_made_it_and_nothing_waits(inbox, type, payload):
    with pytest.raises(SignalError):
        inbox.post(type, payload)
    assert inbox.next_frame() is None


def test_an_address_and_a_trust_that_no_tape_could_hold_are_refused(inbox):
    with pytest.raises(SignalError, match="address"):
        inbox.post("wakeup", {}, to=None)
    with pytest.raises(SignalError, match="trust"):
        inbox.post("wakeup", {}, origin=Origin("me", "x", "boss"))


def test_what_waits_is_a_copy_that_holds_json_and_nothing_else(inbox):
    mine = {"pair": (1, 2), "by": {3: "three"}, "text": "\ud83d\ude00"}
    post = inbox.post("comet", mine)
    mine["pair"] = "changed later"
    assert post.payload == {"pair": [1, 2], "by": {"3": "three"}, "text": "\ud83d\ude00"}


def test_a_cancelled_post_never_comes_and_says_whether_it_was_in_time(inbox):
    first, second = inbox.post("comet", {"n": 1}), inbox.post("comet", {"n": 2}, after_ms=1000)
    assert second.cancel() and second.cancel()
    assert taken(inbox, 1000) == [1]
    assert not first.cancel() and inbox.next_frame() is None


def test_a_cancelled_head_hides_nothing_behind_it(inbox):
    head = inbox.post("comet", {"n": 1})
    inbox.post("comet", {"n": 2}, after_ms=500)
    head.cancel()
    assert inbox.next_frame() == 32 and taken(inbox, 32) == [2]


def test_eight_threads_lose_nothing_and_keep_their_own_order(inbox, now):
    def talk(who: int) -> None:
        for n in range(200):
            now.frame += who % 2
            inbox.post("comet", {"n": (who, n)})

    threads = [threading.Thread(target=talk, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads) and len(threads) == 8:
        for thread in threads:
            thread.join(10)
    everything = taken(inbox, 10_000)
    assert len(everything) == 1600
    for who in range(8):
        assert [n for speaker, n in everything if speaker == who] == list(range(200))


def waiting(inbox: Inbox, seconds: float) -> threading.Thread:
    thread = threading.Thread(target=inbox.wait, args=(seconds,), daemon=True)
    thread.start()
    return thread


@pytest.mark.parametrize("wake", [
    lambda inbox: inbox.post("comet", {}), lambda inbox: inbox.post("comet", {}, after_ms=300), lambda inbox: inbox.nudge(),
    lambda inbox: inbox.post_gap({"us": 1, "cause": "stall"}, 0)])
def test_whoever_waits_is_woken_by_what_comes_before_all_that_waits(inbox, wake):
    """A post for later counts too: the one who waits must count anew how long."""
    inbox.post("comet", {}, after_ms=3_600_000)
    inbox.wait(0)
    thread = waiting(inbox, 60)
    wake(inbox)
    thread.join(10)
    assert not thread.is_alive()


def test_a_post_made_before_the_wait_is_not_slept_over(inbox):
    inbox.post("comet", {})
    thread = waiting(inbox, 60)
    thread.join(10)
    assert not thread.is_alive()


def test_time_given_up_delays_nothing_that_was_posted_in_it(inbox, now):
    """Frames 0 to 1000 were lost; what was posted in them is due as long after now as it was meant to be."""
    early = inbox.post("comet", {"n": "early"}, after_ms=1000)
    now.frame = 900
    inbox.post("comet", {"n": "message"})
    later = inbox.post("comet", {"n": "later"}, after_ms=1000)
    now.frame = 10
    gap = inbox.post_gap({"us": 990 * 15_625, "cause": "stall"}, 10)
    assert (early.frame, later.frame, gap.frame) == (64, 74, 10)
    assert inbox.take(10) is gap
    assert taken(inbox, 80) == ["message", "early", "later"]
