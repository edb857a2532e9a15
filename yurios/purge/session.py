"""A purge as the command does it: look, settle what her folder is owed, purge, and let her write down that it happened.

Between the parts the lease is given back, since settling and writing down are sessions of hers.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from dulwich.bundle import create_bundle_from_repo, read_bundle, write_bundle
from dulwich.repo import Repo

from yurios.config import Config
from yurios.home import Home
from yurios.profiles.companion import open_host
from yurios.purge.course import purge
from yurios.purge.past import Progress
from yurios.purge.report import Outcome, Plan
from yurios.purge.survey import survey
from yurios.purge.swap import finish
from yurios.purge.trouble import PurgeRefused
from yurios.purge.words import Words
from yurios.vault.git_place import shut
from yurios.vault.lease import Lease


class Session:
    """One purge of one resident. Every part raises LeaseHeld when another process has her, PurgeRefused when it cannot be."""

    def __init__(self, home: Home, config: Config, name: str, words: str, keep: frozenset[str]) -> None:
        self._home, self._config, self._name = home, config, name
        self._words, self._keep = Words(words), keep
        if self._words.holds(name):
            raise PurgeRefused(f"“{self._words.text}” is her own name: folders, authors and every line of hers are made of it. Purge other words.")

    def look(self, progress: Progress) -> Plan:
        """What would go. Nothing is changed."""
        with self._held():
            finish(self._home, self._name)
            return Plan(survey(self._home, self._name, self._words, self._keep, progress))

    def back_up(self, file: Path) -> str:
        """Her history as it is in a git bundle; says where, once it was read back."""
        if file.exists():
            raise PurgeRefused(f"{file} is there already; nothing was changed. Name a file that is not.")
        repo = Repo(str(self._home.resident(self._name).vault))
        try:
            with open(file, "wb") as out:
                write_bundle(out, create_bundle_from_repo(repo))
            with open(file, "rb") as back:
                if repo.head() not in read_bundle(back).references.values():
                    raise PurgeRefused(f"{file} could not be read back; nothing was changed.")
        finally:
            shut(repo)
        return f"Her history as it was, words and all, is in {file} (git clone {file}). Her tape is not in it. Keep it safe, or delete it."

    def purge(self, progress: Progress) -> Outcome:
        """Do it."""
        open_host(self._home, self._config, name=self._name).close()
        with self._held():
            done = purge(self._home, self._name, self._words, self._keep, progress)
        if done is None:
            raise PurgeRefused("What was there has gone meanwhile; nothing was changed.")
        open_host(self._home, self._config, name=self._name).close()
        return Outcome(done)

    def _held(self) -> "Held":
        return Held(Lease(self._home.resident(self._name).path, datetime.now().astimezone().isoformat(timespec="seconds")))


class Held:
    """A lease for the length of a block."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease

    def __enter__(self) -> None:
        return None

    def __exit__(self, *fault: object) -> None:
        self._lease.close()
