"""The weekly check: in slices, remembered over restarts, and a damage is said until it is mended."""

from __future__ import annotations

import pytest
from test_vault_edge import Inbox
from vault_ground import born, do, turn

from yurios.vault.checkup import EVERY_S, Checkup
from yurios.vault.edge import VaultEdge
from yurios.vault.repository import DiskRepository

NOW = 1_772_409_600


@pytest.fixture
def disk(tmp_path):
    made = born(DiskRepository(tmp_path / "v"))
    for number in range(1, 8):
        do(made, turn(number))
    yield made
    made.close()


def finish(checkup: Checkup) -> int:
    slices = 1
    while checkup.go_on():
        slices += 1
    return slices


def test_a_check_goes_in_slices_and_reads_everything(disk):
    ticking = iter(range(10_000))
    checkup = Checkup(disk, clock=lambda: next(ticking) * 0.04)
    assert checkup.said() == "" and checkup.begin_if_due(NOW) and finish(checkup) > 4
    assert checkup.result.objects == disk.verify() and checkup.said().endswith("all sound.")


def test_it_is_due_once_a_week_over_restarts_and_after_a_clock_that_was_set_back(disk):
    first = Checkup(disk)
    assert first.begin_if_due(NOW)
    finish(first)
    again = Checkup(disk)
    assert again.result == first.result and not again.begin_if_due(NOW + EVERY_S - 1) and not again.begin_if_due(NOW - 60)
    assert again.begin_if_due(NOW + EVERY_S) and Checkup(disk).begin_if_due(NOW - EVERY_S)
    assert "state/vault_check.json" not in disk.paths()


@pytest.mark.parametrize("threaded", [False, True])
def test_the_edge_checks_between_writes_and_says_what_is_wrong(disk, threaded):
    tree = disk.log(1)[0].tree
    edge = VaultEdge(Inbox(), {"yuri": disk}, threaded)
    edge.check(NOW)
    while edge.wait() or edge.checked("yuri") == ("", False):
        pass
    assert edge.checked("yuri")[0].endswith("all sound.")
    place = disk.folder.root / ".git/objects" / tree[:2] / tree[2:]
    place.chmod(0o644)
    place.write_bytes(b"nonsense")
    edge.check(NOW + EVERY_S)
    while edge.wait() or not edge.checked("yuri")[1]:
        pass
    assert "backup" in edge.checked("yuri")[0]
    edge.close()


def test_a_half_written_note_is_no_note(disk):
    disk.note("state/vault_check.json", '{"at_s": 17')
    assert Checkup(disk).result is None
