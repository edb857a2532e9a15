"""Pacing: real time counts whole frames from whole nanoseconds; virtual time is wherever the world is."""

from __future__ import annotations

from hypothesis import given, strategies as st

from yurios.pacing import FRAME_NS, RealTime, VirtualTime


class Nanoseconds:
    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at


@given(st.integers(0, 2**62), st.integers(0, 2**40), st.integers(1, 10**6))
def test_after_waiting_as_long_as_it_says_the_frame_has_come(start, frame, ahead):
    """In whole numbers, so that no rounding leaves the loop just short of a frame, turning on the spot."""
    clock = Nanoseconds(start)
    pace = RealTime(frame, clock)
    assert pace.now() == frame
    clock.at += round(pace.seconds_until(frame + ahead) * 1e9)
    assert pace.now() == frame + ahead and pace.seconds_until(frame + ahead) == 0
    clock.at -= 1
    assert pace.now() == frame + ahead - 1 and pace.seconds_until(frame + ahead) > 0


@given(st.lists(st.tuples(st.integers(0, 10**10), st.integers(0, 600)), max_size=20))
def test_now_is_what_went_by_less_what_was_forgiven(steps):
    clock, forgiven = Nanoseconds(5), 0
    pace = RealTime(100, clock)
    for nanoseconds, frames in steps:
        clock.at += nanoseconds
        assert pace.forgive(frames) == frames * 15_625
        forgiven += frames
        assert pace.now() == 100 + (clock.at - 5) // FRAME_NS - forgiven


def test_virtual_time_is_where_it_is_put():
    pace = VirtualTime(7)
    pace.frame = 9
    assert pace.now() == 9
