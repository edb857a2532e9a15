"""DREAM begins in its window when there is something to dream of, and ends with the window or the backlog; an owner's word ends it at once."""

from __future__ import annotations

import pytest
from ground_life import NAME, header

from ecs.clock import FRAMES_PER_SECOND
from ecs.components.mind import Mind, MindState
from ecs.hours import left_us
from ecs.signals import Origin, Signal
from ecs.step import advance, turn
from systems.mind import keep_hours as hours
from systems.mind import regulate
from systems.order import COMPANION
from yurios.profiles.birth import born

HOUR = 3600 * FRAMES_PER_SECOND
OWNER = Origin("owner", "terminal", "owner")


@pytest.fixture
def world(monkeypatch):
    """Born at nine in the morning; the backlog is what the test says."""
    world = born(header())
    world.backlog = 3
    for module in (hours, regulate):
        monkeypatch.setattr(module, "dream_backlog", lambda world, name: world.backlog)
    return world


def go(world, hours_on):
    until = world.frame + int(hours_on * HOUR)
    while world.frame < until:
        advance(world, COMPANION, until)
    return world.get(NAME, Mind).state


def test_she_dreams_in_the_window_and_no_longer(world):
    assert go(world, 16.9) is MindState.DORMANT
    assert go(world, 0.5) is MindState.DREAM
    assert go(world, 3.4) is MindState.DREAM
    assert go(world, 0.5) is MindState.DORMANT


def test_she_stops_when_nothing_is_left(world):
    assert go(world, 17.5) is MindState.DREAM
    world.backlog = 0
    assert go(world, 0.1) is MindState.DORMANT


def test_a_word_of_the_owners_wakes_her_from_it(world):
    go(world, 17.5)
    turn(world, COMPANION, (Signal(1, world.frame, "", "user_message", NAME, {"text": "hello", "channel": "terminal", "message_id": "m-1"}, OWNER),))
    assert go(world, 0.001) is MindState.ENGAGED


def test_without_a_backlog_the_night_is_only_rest(world):
    world.backlog = 0
    assert go(world, 17.5) is MindState.DORMANT


def test_a_window_is_by_the_wall_clock_and_passes_midnight(world):
    assert left_us("", world.clock) == 0 and left_us("09:00-10:00", world.clock) == 3600 * 1_000_000
    assert left_us("10:00-09:00", world.clock) == 0 and left_us("22:00-09:01", world.clock) == 60 * 1_000_000
