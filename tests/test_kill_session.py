"""A live session killed for real, again and again: nothing acknowledged is lost, nothing is doubled, the vault is sound."""

from __future__ import annotations

import pytest
from kill_session import Killer


@pytest.mark.slow
def test_twenty_kills_at_random_moments(tmp_path):
    killer = Killer(tmp_path / "home", seed=20)
    killer.run(20)
    assert killer.faults == [], killer.told_in_numbers()
    assert sum(killer.moments.values()) == 20 and len(killer.told.acked) > 5
