"""The tape: what goes on comes off, a cut last line costs that line only, and anything else that is wrong is told by its line."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from ecs.signals import Signal
from ecs.tape import FORMAT, Header, TapeError, header_line, read, signal_line
from test_signals import plain, signals

HEADER = Header(7, "companion", "yuri", 1_772_409_600_000_000, "Asia/Tokyo", ((0, 32_400),), {"esper": "3.9"}, {"residents": ["yuri"]})


def numbered(these: list[Signal], first: int = 1) -> list[Signal]:
    frames = sorted(signal.frame for signal in these)
    return [replace(signal, seq=first + place, frame=frame) for place, (signal, frame) in enumerate(zip(these, frames))]


def lines(header: Header, these: list[Signal]) -> list[bytes]:
    return [line.encode("utf-8", "surrogatepass") + b"\n" for line in (header_line(header), *map(signal_line, these))]


@settings(max_examples=60)
@given(st.lists(signals, max_size=5), st.integers(1, 10**9), st.dictionaries(st.text(), plain, max_size=2))
def test_what_goes_on_comes_off(these, first, options):
    header, these = replace(HEADER, first_seq=first, options=options), numbered(these, first)
    assert read(lines(header, these)) == (header, these, b"")


THREE = lines(HEADER, [Signal(n, n * 10, "at", "user_message", "yuri", {"text": "é\u2028ü", "n": n}) for n in (1, 2, 3)])


@pytest.mark.parametrize("cut", range(len(THREE[-1])))
def test_a_last_line_cut_at_any_byte_keeps_all_before_it(cut):
    torn = THREE[-1][:cut]
    _, kept, tail = read([*THREE[:-1], *([torn] if torn else [])])
    assert [signal.seq for signal in kept] == [1, 2] and tail == torn


def broken(number: int, **change: object) -> list[bytes]:
    """The tape with some keys of one line changed."""
    return [*THREE[: number - 1], json.dumps(json.loads(THREE[number - 1]) | change).encode() + b"\n", *THREE[number:]]


@pytest.mark.parametrize(
    ("tape", "told"),
    [
        (broken(3, seq=4), r"line 3 .* seq 4 where 2 belongs"), (broken(3, seq=1), r"line 3 .* missing or doubled"),
        (broken(2, seq=2), "line 2 .* seq 2 where 1 belongs"), (broken(4, frame=15), "line 4 .* goes back from frame 20 to 15"),
        (broken(3, payload=[1]), "line 3 .*not a signal"), (broken(3, origin="me"), "line 3 .*not a signal"),
        ([*THREE[:2], b"{half\n", *THREE[3:]], "line 3 .* is not JSON"), ([*THREE[:2], b"\xff\xfe\n", *THREE[3:]], "line 3 .* is not JSON"),
        ([*THREE[:2], b"[1]\n"], "line 3 .* is not an object"), ([*THREE[:2], b"\n", *THREE[3:]], "line 3 .* is not JSON"),
        ([*THREE[:2], THREE[0], *THREE[2:]], "line 3 .*not a signal"), (THREE[1:], f"not a {FORMAT} file"), ([], "empty"), ([THREE[0][:-5]], "empty"),
        ([b'{"header":{"format":"yurios-tape/1","seed":1}}\n'], "line 1 .* not a whole header"), ([b'{"header":{"format":"yurios-tape/9"}}\n'], f"not a {FORMAT} file"),
        ([json.dumps({"header": json.loads(THREE[0])["header"] | {"transitions": [5]}}).encode() + b"\n"], "line 1 .* not a whole header"),
    ],
)
def test_what_is_wrong_is_told_by_its_line(tape, told):
    with pytest.raises(TapeError, match=told):
        read(tape)


def test_a_piece_that_goes_on_from_a_snapshot_starts_no_earlier():
    header = replace(HEADER, snapshot={"frame": 50}, first_seq=9)
    assert read(lines(header, [Signal(9, 50, "", "wakeup", "", {})]))[1][0].frame == 50
    with pytest.raises(TapeError, match="line 2 .* goes back from frame 50 to 49"):
        read(lines(header, [Signal(9, 49, "", "wakeup", "", {})]))
