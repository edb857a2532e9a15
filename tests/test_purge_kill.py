"""A death at every moment of a purge: the old life is whole, or the next start finishes; never something in between."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from purge_ground import a_life, copied, git, holding, purged, sound

from yurios.home import Home
from yurios.purge.swap import finish
from yurios.tapes import pieces

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a child process that dies at a chosen point needs fork")
#: Who holds her, and a cache of stats that git refreshes by itself.
NOT_HERS = ("lease.lock", "holder.json")


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    return a_life(tmp_path_factory.mktemp("lived") / "home")


def files(home: Home) -> dict[str, bytes]:
    return {place.relative_to(home.path).as_posix(): place.read_bytes() for place in sorted(home.path.rglob("*")) if place.is_file() and place.name not in NOT_HERS}


def shape(home: Home) -> tuple:
    """What every way of ending must agree on."""
    tape = home.tapes / "yuri"
    return git(home, "log", "--format=%H %T"), [(path.name, path.read_bytes()) for path in pieces(tape)], sorted(name for name in files(home) if "/.git/" not in name)


def die_at(point: int, work) -> None:
    """`work(watch)` in a child that is gone at its n-th moment."""
    child = os.fork()
    if child == 0:
        left = iter(range(point, -1, -1))
        try:
            work(lambda moment: next(left) or os._exit(9))
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.fixture(scope="module")
def undisturbed(lived, tmp_path_factory) -> tuple[list[str], tuple]:
    """Every moment's name, and the life after a purge that nothing disturbed."""
    moments: list[str] = []
    home = copied(lived, tmp_path_factory.mktemp("whole") / "home")
    purged(home, watch=moments.append)
    return moments, shape(home)


def test_every_moment_leaves_the_old_life_or_the_new_one(lived, undisturbed, tmp_path):
    moments, new = undisturbed
    old, turned = files(lived), moments.index("after the moment")
    assert len(moments) > 30 and 5 < turned < len(moments) - 10
    for point, moment in enumerate(moments):
        home = copied(lived, tmp_path / "home")
        die_at(point, lambda watch: purged(home, watch=watch))
        assert finish(home, "yuri") == (point >= turned), moment
        assert not (home.resident("yuri").path / "purge").exists()
        if point < turned:
            assert files(home) == old, moment
        else:
            assert shape(home) == new and holding(home) == [], moment
        shutil.rmtree(home.path)


def test_dying_while_finishing_is_no_different(lived, undisturbed, tmp_path):
    moments, new = undisturbed
    turned = moments.index("after the moment")
    ready = copied(lived, tmp_path / "ready")
    die_at(turned, lambda watch: purged(ready, watch=watch))
    steps: list[str] = []
    finish(copied(ready, tmp_path / "count"), "yuri", steps.append)
    for point in range(0, len(steps), 2):
        home = copied(ready, tmp_path / "home")
        die_at(point, lambda watch: finish(home, "yuri", watch))
        if point % 3 == 0:
            die_at(0, lambda watch: finish(home, "yuri", watch))
        assert finish(home, "yuri") and shape(home) == new, steps[point]
        shutil.rmtree(home.path)
    finish(ready, "yuri")
    sound(ready)


def test_a_start_finishes_first(lived, undisturbed, tmp_path):
    from live import Session  # it brings a model and an embedder, which the rest of this file does without

    moments, _ = undisturbed
    home = copied(lived, tmp_path / "home")
    die_at(moments.index("after the moment") + 3, lambda watch: purged(home, watch=watch))
    with Session(Path(home.path)) as session:
        session.say("hello again")
        session.written()
    assert "past for good" in session.diary() and holding(home) == []
    sound(home)
