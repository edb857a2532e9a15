"""The tape on disk: whole lines or a tail set aside, checkpoints that never know more than the tape, chunks kept once."""

from __future__ import annotations

import json
import os

import pytest

from ecs.signals import Signal
from ecs.snapshot import digest
from ground_life import header, new_home, resident
from ground_parts import crowd
from yurios.tapes import (
    DURABLE, Chunks, TapeFile, digests_path, from_checkpoint, keep_checkpoint, mend, mend_digests, pieces, read_digests, read_piece, write_whole,
)


def signal(seq: int, type: str = "comet") -> Signal:
    return Signal(seq, seq * 10, "at", type, "", {"n": seq, "text": "\ud83d é"})


def piece(tmp_path, *signals: Signal):
    """A finished piece."""
    path = tmp_path / "2026-03-02.jsonl"
    tape = TapeFile(path, sync=False)
    tape.begin(header())
    for one in signals:
        tape.record(one)
    tape.close()
    return path


@pytest.fixture
def disk(monkeypatch):
    """How often something was forced to the disk."""
    forced, real = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (forced.append(handle), real(handle)))
    return forced


def test_what_is_recorded_is_read_back(tmp_path):
    these = [signal(n) for n in (1, 2, 3)]
    assert read_piece(piece(tmp_path, *these)) == (header(), these, b"")


@pytest.mark.parametrize("kind", ["user_message", "cancel", "model_done", "turn_committed", "vault_changed", "suspend_gap", "comet", "model_delta"])
def test_what_a_person_was_told_is_safe_is_on_the_disk_at_once_and_the_rest_soon(tmp_path, disk, kind):
    now = [100.0]
    tape = TapeFile(tmp_path / "day.jsonl", clock=lambda: now[0])
    tape.begin(header())
    disk.clear()
    tape.record(signal(1, kind))
    assert (len(disk) == 1) == (kind in DURABLE) == (len(read_piece(tmp_path / "day.jsonl")[1]) == 1)
    now[0] += 0.06
    tape.record(signal(2))
    assert len(read_piece(tmp_path / "day.jsonl")[1]) == 2
    tape.close()


def test_without_sync_nothing_is_forced(tmp_path, disk):
    piece(tmp_path, signal(1, "user_message"))
    assert disk == []


def test_a_disk_that_takes_only_a_part_is_given_the_rest(tmp_path):
    tape = TapeFile(tmp_path / "day.jsonl", sync=False, clock=lambda: 0.0)
    tape.begin(header())
    tape._lines._write = lambda handle, data: os.write(handle, data[:50])
    tape.record(signal(1, "user_message"))
    assert read_piece(tmp_path / "day.jsonl")[1:] == ([signal(1, "user_message")], b"")
    tape.close()


@pytest.mark.parametrize("calls", [0, 1, 2, 3])
def test_a_disk_that_fills_up_in_the_middle_of_a_line_leaves_whole_lines_and_may_be_tried_again(tmp_path, calls):
    path = tmp_path / "day.jsonl"
    tape = TapeFile(path, sync=False, clock=lambda: 0.0)
    tape.begin(header())
    tape.record(signal(1))
    left = [calls]

    def grudging(handle: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(28, "no space left")
        left[0] -= 1
        return os.write(handle, data[:50])

    tape._lines._write = grudging
    with pytest.raises(OSError):
        tape.record(signal(2, "user_message"))
    assert path.read_bytes().endswith(b"\n") and read_piece(path)[1] == []
    tape._lines._write = os.write
    tape.record(signal(2, "user_message"))
    tape.close()
    assert [one.seq for one in read_piece(path)[1]] == [1, 2]


def test_a_torn_tail_is_set_aside_at_every_byte_and_nothing_else_goes(tmp_path):
    path = piece(tmp_path, signal(1), signal(2), signal(3))
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for cut in range(start, len(whole)):
        path.write_bytes(whole[:cut])
        path.with_suffix(".torn").unlink(missing_ok=True)
        _, kept, torn = read_piece(path)
        mend(path, torn)
        assert [one.seq for one in kept] == [1, 2] and path.read_bytes() == whole[:start]
        assert not torn and cut == start or path.with_suffix(".torn").read_bytes() == whole[start:cut] + b"\n"
    tape = TapeFile(path, sync=False)
    tape.record(signal(3))
    tape.close()
    assert path.read_bytes() == whole


def test_digest_notes_of_what_a_crash_took_are_dropped(tmp_path):
    path = piece(tmp_path, signal(1), signal(2))
    notes = [{"frame": frame, "seq": seq, "digests": {}} for frame, seq in ((64, 1), (128, 2), (192, 2), (192, 3))]
    digests_path(path).write_text("".join(json.dumps(note) + "\n" for note in notes) + '{"frame": 25')
    assert read_digests(path) == notes
    mend_digests(path, 2, 128)
    assert read_digests(path) == notes[:2] and digests_path(path).read_bytes().endswith(b"}\n")


def test_pieces_come_oldest_first_and_without_what_lies_beside_them(tmp_path):
    for name in ("2026-03-10.jsonl", "2026-03-02.jsonl", "2026-03-02.digests.jsonl", "2026-03-01.damaged", "checkpoint.json"):
        (tmp_path / name).write_text("")
    assert [path.name for path in pieces(tmp_path)] == ["2026-03-02.jsonl", "2026-03-10.jsonl"]


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "checkpoint.json"
    write_whole(path, b"old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError("died here")))
    with pytest.raises(OSError):
        write_whole(path, b"new, half of i")
    assert path.read_bytes() == b"old"


def test_a_checkpoint_is_the_world_it_was_made_of(tmp_path):
    path, world = piece(tmp_path, signal(1)), crowd()
    keep_checkpoint(tmp_path, world, path, 1)
    back, seq = from_checkpoint(tmp_path, path, 1)
    assert digest(back) == digest(world) and seq == 1


def damaged_chunk(tmp_path) -> None:
    next((tmp_path / "chunks").glob("??/*")).write_bytes(b"[]")


def missing_chunk(tmp_path) -> None:
    next((tmp_path / "chunks").glob("??/*")).unlink()


def written(data: bytes):
    return lambda tmp_path: (tmp_path / "checkpoint.json").write_bytes(data)


@pytest.mark.parametrize("harm", [
    damaged_chunk, missing_chunk, written(b""), written(b"{"), written(b"[]"), written(b"5"), written(b"{}"), written(b"null"),
    written(b'{"piece":"2026-03-02.jsonl","seq":1,"snapshot":{}}'), written(b'{"piece":"2026-03-02.jsonl","seq":"1","snapshot":null}'),
    written(b"\xff\xfe"), lambda tmp_path: (tmp_path / "checkpoint.json").unlink()])
def test_a_checkpoint_that_is_damaged_in_any_way_is_as_good_as_none(tmp_path, harm):
    path = piece(tmp_path, signal(1))
    keep_checkpoint(tmp_path, resident(), path, 1)
    harm(tmp_path)
    assert from_checkpoint(tmp_path, path, 1) is None


def test_a_checkpoint_of_another_piece_or_beyond_the_tape_is_none(tmp_path):
    path = piece(tmp_path, signal(1))
    keep_checkpoint(tmp_path, resident(), path, 2)
    assert from_checkpoint(tmp_path, path, 1) is None and from_checkpoint(tmp_path, path, 2) is not None
    assert from_checkpoint(tmp_path, tmp_path / "2026-03-03.jsonl", 2) is None


def test_a_checkpoint_forces_the_tape_to_the_disk_first(tmp_path, disk):
    home = new_home(tmp_path)
    home.go(5)
    home.life.tape._sync = True
    order = []
    home.life.tape.force, force = lambda: (order.append("tape"), force()), home.life.tape.force
    home.life.checkpoint(home.loop.seq)
    assert order == ["tape"] and disk and from_checkpoint(tmp_path, home.life.tape.path, home.loop.seq) is not None


def test_a_chunk_is_kept_once(tmp_path, disk):
    chunks = Chunks(tmp_path / "chunks")
    chunks.keep({"ab" + "0" * 62: b"one", "cd" + "0" * 62: b"two"})
    chunks.keep({"ab" + "0" * 62: b"one"})
    assert len(disk) == 2 and len(chunks) == 2 and chunks["ab" + "0" * 62] == b"one"
    with pytest.raises(KeyError):
        chunks["ef" + "0" * 62]
