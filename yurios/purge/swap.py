"""All or nothing: what is new lies ready beside the old, then one file says "go", then it is put in place by renames.

    <home>/residents/<name>/purge/           what is made; a start that finds it without `ready.json` throws it away
    <home>/residents/<name>/purge/ready.json the moment: from here on every start first finishes what it says

Each step can be done again: what is no longer in the staging folder is in its place already.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from yurios.home import Home
from yurios.tapes import force_folder, write_whole

FOLDER, READY, ASIDE = "purge", "ready.json", ".purge-old"
Watch = Callable[[str], None]


class Staging:
    """What a purge has made so far. `watch` sees each moment's name; `sync` False leaves forcing to the disk out."""

    def __init__(self, home: Home, name: str, watch: Watch = lambda moment: None, sync: bool = True) -> None:
        self.home, self.folder, self.watch, self._sync = home, home.resident(name).path / FOLDER, watch, sync
        self._steps: list[dict[str, str]] = []
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def put(self, data: bytes, place: Path) -> None:
        """This file, in that place."""
        made = self.new_folder()
        made.write_bytes(data)
        if place.exists():
            shutil.copymode(place, made)
        else:
            made.chmod(0o600)
        self.bring(made, place)

    def new_folder(self) -> Path:
        """A name in the staging folder that nothing has yet."""
        self.watch(f"staging {len(self._steps)}")
        return self.folder / f"new-{len(self._steps):05}"

    def bring(self, made: Path, place: Path) -> None:
        """What was made (file or folder) goes to that place."""
        self._steps.append({"put": made.name, "at": self._told(place)})

    def drop(self, place: Path) -> None:
        """That place (file or folder) will be empty."""
        self._steps.append({"drop": self._told(place)})

    def _told(self, place: Path) -> str:
        return os.path.relpath(place, self.home.path)

    def go(self) -> None:
        """The moment. After it the purge will be finished, whatever happens."""
        if self._sync:
            _force(self.folder)
        self.watch("before the moment")
        write_whole(self.folder / READY, json.dumps(self._steps).encode())
        if self._sync:
            force_folder(self.folder)
        self.watch("after the moment")

    def give_up(self) -> None:
        """Throw away what was made."""
        shutil.rmtree(self.folder, ignore_errors=True)


def finish(home: Home, name: str, watch: Watch = lambda moment: None) -> bool:
    """Finish a purge whose moment has come, or throw away one whose moment has not. True when one was finished. Needs the lease."""
    folder = home.resident(name).path / FOLDER
    if not folder.is_dir():
        return False
    if not (folder / READY).is_file():
        shutil.rmtree(folder)
        return False
    steps = json.loads((folder / READY).read_bytes())
    for number, step in enumerate(steps):
        watch(f"step {number}")
        place = home.path / (step.get("at") or step["drop"])
        if "put" in step:
            _bring(folder / step["put"], place, watch)
        else:
            _remove(place)
    watch("all in place")
    for step in steps:
        _remove(_aside(home.path / (step.get("at") or step["drop"])))
    watch("old ones gone")
    (folder / READY).unlink()
    shutil.rmtree(folder)
    return True


def _bring(made: Path, place: Path, watch: Watch) -> None:
    if not made.exists():
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    if made.is_dir() and place.exists():
        if _aside(place).exists():
            _remove(place)  # a crash in the middle of coming from another disk
        else:
            os.rename(place, _aside(place))
        watch(f"{place.name} stands aside")
    try:
        os.replace(made, place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _copy(made, place)
    watch(f"{place.name} in place")


def _copy(made: Path, place: Path) -> None:
    """From another disk: whole beside its place first."""
    beside = place.with_name(place.name + ".purge-new")
    _remove(beside)
    (shutil.copytree if made.is_dir() else shutil.copy2)(made, beside)
    os.replace(beside, place)
    _remove(made)


def _aside(place: Path) -> Path:
    return place.with_name(place.name + ASIDE)


def _remove(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def _force(folder: Path) -> None:
    """Have everything made so far on the disk: the old one must not go before the new one is sure to stay."""
    if hasattr(os, "sync"):
        os.sync()
        return
    for place in folder.rglob("*"):
        if place.is_file():
            with open(place, "r+b") as file:
                os.fsync(file.fileno())
