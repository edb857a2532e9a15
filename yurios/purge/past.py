"""Her history as it is: every commit that a branch or tag reaches, parents first, and every version of every file, once.

Read only. What a rewriting could not do justice to (a stash, notes, submodules, borrowed objects) is refused here.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dulwich.errors import ChecksumMismatch
from dulwich.repo import Repo

from yurios.purge.trouble import PurgeRefused
from yurios.vault.git_place import shut

FOLDER, LINK, SUBMODULE = b"40000", b"120000", b"160000"
#: One entry of a tree as git stores it: mode, name, and twenty bytes of id.
ROW = re.compile(rb"([0-7]+) ([^\0]+)\0(.{20})", re.DOTALL)
OPEN_WORK = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "BISECT_LOG")
#: What would need more than new commits. {path in .git: what it is}
BEYOND = {
    "shallow": "a shallow clone", "objects/info/alternates": "a history that borrows objects from another folder", "modules": "submodules", "info/grafts": "grafts",
    "worktrees": "further working trees (git worktree)", "lfs": "git-lfs objects", "annex": "git-annex objects", "refs/stash": "a stash", "refs/notes": "notes on commits",
    "refs/replace": "replaced objects", "refs/original": "what an earlier rewriting left",
}
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class CommitText:
    """A commit in its parts: `head` are the header's lines, message apart. Ids are 40 hex digits, as bytes."""

    head: tuple[bytes, ...]
    message: bytes

    @property
    def tree(self) -> bytes:
        return self.head[0].removeprefix(b"tree ")

    @property
    def parents(self) -> list[bytes]:
        return [line[7:] for line in self.head if line.startswith(b"parent ")]


def parsed(raw: bytes) -> CommitText:
    """A commit's bytes in parts."""
    head, _, message = raw.partition(b"\n\n")
    return CommitText(tuple(head.split(b"\n")), message)


class Past:
    """One vault's history, open for reading until `close`. Raises PurgeRefused when it cannot be rewritten as it stands."""

    def __init__(self, vault: Path, progress: Progress = lambda what, done, of: None) -> None:
        self.git, self._progress = vault / ".git", progress
        _refuse(self.git)
        self._repo = Repo(str(vault))
        self.store = self._repo.object_store
        self.refs = {name: ident for name, ident in self._repo.refs.as_dict().items() if name.startswith((b"refs/heads/", b"refs/tags/"))}
        self.remotes = sorted(name.decode() for name in self._repo.refs.as_dict() if name.startswith(b"refs/remotes/"))
        self.head = self._branch()
        self.tags: dict[bytes, bytes] = {}
        self.commits = list(self._parents_first(self._tip(name, ident) for name, ident in sorted(self.refs.items())))

    def get(self, ident: bytes) -> bytes:
        """An object's bytes. A loose one is read by hand: dulwich would look through all packs first, and list them anew."""
        name = ident.decode()
        try:
            with open(f"{self.git}/objects/{name[:2]}/{name[2:]}", "rb") as file:
                return zlib.decompress(file.read()).partition(b"\0")[2]
        except FileNotFoundError:
            return self._packed(ident)
        except zlib.error as error:
            raise _unreadable(ident) from error

    def _packed(self, ident: bytes) -> bytes:
        try:
            return self.store.get_raw(ident)[1]
        except (KeyError, zlib.error, ChecksumMismatch) as error:
            raise _unreadable(ident) from error

    def files(self) -> Iterator[tuple[int, str, bytes]]:
        """(number of the commit, path, bytes) of every version of every file, each once, at the first commit that has it."""
        seen: dict[str, set[tuple]] = {}
        for number, ident in enumerate(self.commits):
            if number % 200 == 0:
                self._progress("reading her history", number, len(self.commits))
            for path, data in self._below(parsed(self.get(ident)).tree, "", seen):
                yield number, path, data

    def close(self) -> None:
        shut(self._repo)

    def _below(self, tree: bytes, prefix: str, seen: dict[str, set[tuple]]) -> Iterator[tuple[str, bytes]]:
        known = seen.setdefault(prefix, set())
        for row in sorted(set(ROW.findall(self.get(tree))) - known):
            known.add(row)
            mode, name, ident = row
            path, ident = prefix + name.decode("utf-8", "surrogateescape"), ident.hex().encode()
            if mode.lstrip(b"0") == FOLDER:
                yield from self._below(ident, path + "/", seen)
            elif mode not in (LINK, SUBMODULE):
                yield path, self.get(ident)

    def _branch(self) -> str:
        names, ident = self._repo.refs.follow(b"HEAD")
        if names[-1] == b"HEAD" or ident is None:
            raise PurgeRefused("Her folder stands on a single commit, not on a branch. Run `git switch main` in it first.")
        return names[-1].decode()

    def _tip(self, name: bytes, ident: bytes) -> bytes:
        """The commit a ref stands for; an annotated tag is remembered in `tags`."""
        kind, raw = self.store.get_raw(ident)
        if kind == 4:
            self.tags[name] = raw
            ident = raw.split(b"\n", 1)[0].removeprefix(b"object ")
            kind = self.store.get_raw(ident)[0]
        if kind != 1:
            raise PurgeRefused(f"{name.decode()} names no commit, and a purge rewrites commits. Delete it with `git update-ref -d {name.decode()}` and try again.")
        return ident

    def _parents_first(self, tips: Iterator[bytes]) -> Iterator[bytes]:
        done: set[bytes] = set()
        for tip in tips:
            waiting = [(tip, False)]
            while waiting:
                ident, parents_done = waiting.pop()
                if parents_done:
                    yield ident
                elif ident not in done:
                    done.add(ident)
                    waiting.append((ident, True))
                    waiting += [(parent, False) for parent in parsed(self.get(ident)).parents]


def _unreadable(ident: bytes) -> PurgeRefused:
    return PurgeRefused(f"Part of her history cannot be read (object {ident.decode()[:10]}). Nothing was changed; restore it from a backup or another copy, then purge.")


def _refuse(git: Path) -> None:
    if not git.is_dir():
        raise PurgeRefused(f"{git.parent} has no history of its own in .git, so nothing can be purged from it.")
    if any((git / name).exists() for name in OPEN_WORK):
        raise PurgeRefused("A merge or rebase is open in her folder. Finish or abort it (git status says how), then purge.")
    packed = (git / "packed-refs").read_text("utf-8") if (git / "packed-refs").is_file() else ""
    for name, what in BEYOND.items():
        place = git / name
        if (any(place.rglob("*")) if place.is_dir() else place.exists()) or f" {name}" in packed:
            raise PurgeRefused(f"Her folder has {what} (.git/{name}), which a purge cannot rewrite. Do away with it, or purge a plain clone of it; nothing was changed.")
