"""What other hands did to her files, by cheap looks: time and size first, contents only where those changed.

What the systems listen to (`soul/`, the root's markdown) and what is in use is looked at each time; the rest of a large
folder in turns, so that a look costs the same after years. It notices and reports; deciding is the simulation's.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

from ecs.effects import FileChange
from yurios.vault.foreign import TEXT_AT_MOST, carries_markers, decode, is_text
from yurios.vault.folder import Folder, Mark
from yurios.vault.history import Entry, History
from yurios.vault.ignores import Ignores
from yurios.vault.lineage import Lineage
from yurios.vault.paths import PathRefused, ignored
from yurios.vault.plan import Named
from yurios.vault.signature import PATH as CONSTITUTION
from yurios.vault.trees import Trees, object_id
from yurios.vault.trouble import VaultError
from yurios.vault.which_files import LISTENED, is_words, listened, misnamed, too_large

LOOKS_IN_TURN, IN_USE = 100, 64
NEWS_AT_ONCE, BYTES_AT_ONCE = 100, 2_000_000
YOUNG_S = 3.0  # a folder changed this recently may change again without its time showing it
UNSIGNED = "is not signed by you"
CHANGED = "was changed again meanwhile"
STAGED = "is staged, so it stays yours to commit"
MARKERS = "carries conflict markers, so she leaves it as it is"
UNREAD = b"?"  # stands for the contents of a file that was never read
Seen = tuple[Mark | None, bytes]
News = str | Named | None


class StillOwners(VaultError):
    """A saved edit that was to become the owner's commit is theirs to commit after all. Nothing was touched."""

    passing = False

    def __init__(self, reasons: Mapping[str, str]) -> None:
        said = "; ".join(f"{path} {why}" for path, why in sorted(reasons.items()))
        super().__init__("yours", f"Your edit was not committed: {said}.", "She takes it up when that is done.")


class Watch:
    """Remembers each file's stat and content. The first look compares with HEAD, so it finds what happened while she slept.

    `held` are files whose change is the owner's to finish: path → why. `notices` gets a sentence for what is no text.
    """

    def __init__(self, folder: Folder, history: History, lineage: Lineage, trees: Trees, notices: list[str]) -> None:
        self._folder, self._history, self._lineage, self._trees, self._notices = folder, history, lineage, trees, notices
        self._seen: dict[str, Seen] = {}
        self._waiting: dict[str, tuple[Mark | None, str]] = {}
        self._listings: dict[str, tuple[Mark | None, set[str], list[str]]] = {}
        self._in_use: dict[str, None] = {}
        self._moving: dict[str, Mark | None] = {}
        self._told: set[str] = set()
        self._ignores = Ignores(folder)
        self._round: list[str] = []

    @property
    def held(self) -> dict[str, str]:
        return {path: why for path, (_, why) in sorted(self._waiting.items())}

    def look(self) -> dict[str, News]:
        """Path → text (None: deleted; `Named`: kept as it is) of what changed since the last look, in as many looks as it takes."""
        if self._history.busy():
            return {}
        root = self._lineage.root(self._history.head())
        news: dict[str, News] = {}
        paths = dict.fromkeys([*self._fresh(root), *self._in_use, *self._waiting, *self._moving, *self._next_in_turn()])
        taken = 0
        for path in sorted(paths):
            if len(news) == NEWS_AT_ONCE or taken > BYTES_AT_ONCE:
                self._listings.clear()  # what is left shows again as fresh
                break
            if self._look_at(path, root, news):
                taken += len(found) if isinstance(found := news[path], str) else (self._seen[path][0] or (0, 0))[1]
        return news

    def ours(self, path: str, found: bytes | None, left: bytes | None) -> None:
        """She wrote the file herself. An edit that lay there unseen stays news: only what was known moves on."""
        self._use(path)
        if path in self._seen and self._seen[path][1] == _name(found):
            self._seen[path] = (self._folder.mark(path), _name(left))

    def check_owners(self, changes: Iterable[FileChange]) -> None:
        """Raise `StillOwners` when one of these saved edits is the owner's to commit by now; it is reported again when it is not.

        Afterwards the history has the bytes of what is kept by its name.
        """
        reasons = {change.path: why for change in changes if (why := self._why_not_hers(change.path) or self._changed_again(change))}
        if reasons:
            self.again(change.path for change in changes)
            raise StillOwners(reasons)

    def _changed_again(self, change: FileChange) -> str:
        if change.how != "keep":
            return ""
        data = self._folder.read(change.path)
        if data is None or _name(data) != change.text.encode():
            return CHANGED
        if change.path == CONSTITUTION and self._history.signed() != change.text:
            return UNSIGNED
        self._history.put(b"blob", data)
        return ""

    def again(self, paths: Iterable[str]) -> None:
        """These were reported and not taken up: report them again when they are hers to take."""
        for path in paths:
            self._seen[path] = (None, UNREAD)
            self._use(path)

    def _why_not_hers(self, path: str) -> str:
        """Why a saved edit of the owner's is not to be committed now; "" when nothing speaks against it."""
        entry = self._trees.entry(self._lineage.root(self._history.head()), path)
        return self._why_not(path, entry, self._folder.read(path))

    def _look_at(self, path: str, root: bytes, news: dict[str, News]) -> bool:
        mark, seen, waiting = self._folder.mark(path), self._seen.get(path), self._waiting.get(path)
        if seen is not None and seen[0] == mark and waiting is None:
            return False
        if waiting == (mark, MARKERS):
            return False
        entry = self._trees.entry(root, path)
        if seen is None and self._nothing_to_read(path, entry, mark):
            return False
        if not is_words(path) and self._wait_or_leave(path, mark, entry):
            return False
        try:
            data = self._folder.read(path)
        except PathRefused:
            return False  # a link lies there now; her writes say so
        return self._compare(path, mark, data, entry, seen, news)

    def _nothing_to_read(self, path: str, entry: Entry, mark: Mark | None) -> bool:
        """At the first sight of a file: whether it is none of hers, or git's own notes say that it is as in HEAD."""
        if entry is None and (mark is None or self._ignores.covers(path)):
            self._seen[path] = (mark, UNREAD)
        elif mark is not None and entry is not None and (state := self._folder.state(path)) and self._history.unchanged(path, state) == entry[1]:
            self._seen[path] = (mark, entry[1])
        return path in self._seen

    def _wait_or_leave(self, path: str, mark: Mark | None, entry: Entry) -> bool:
        """Of a file that is kept as it is: whether a new or large one still moves, or it stays out of the history for its size."""
        if mark is None:
            self._moving.pop(path, None)
            return False
        if why := too_large(mark):
            self._leave(path, mark, why)
            return True
        still = self._moving.pop(path, None) == mark or path in self._waiting or (entry is not None and mark[1] <= TEXT_AT_MOST)
        if not still:
            self._moving[path] = mark
        return not still

    def _leave(self, path: str, mark: Mark | None, why: str) -> None:
        self._settle(path, mark, UNREAD)
        if path not in self._told:
            self._told.add(path)
            self._notices.append(f"{path} {why}")

    def _compare(self, path: str, mark: Mark | None, data: bytes | None, entry: Entry, seen: Seen | None, news: dict[str, News]) -> bool:
        found, head = _name(data), entry[1] if entry else b""
        known = seen[1] if seen else head
        if found == known or (found == head and not listened(path)):
            self._settle(path, mark, found)
            return False
        if data is not None and found != head and not is_words(path) and (why := misnamed(path)):
            self._leave(path, mark, why)
            return False
        why = "" if found == head else self._why_not(path, entry, data)
        if why:
            self._waiting[path] = (mark, why)
            return False
        self._settle(path, mark, found)
        if data is not None and is_words(path) and not is_text(data):
            self._notices.append(f"{path} was changed and is no text that she reads: it stays yours to commit.")
            return False
        news[path] = None if data is None else decode(data) if is_words(path) else Named(found)
        self._use(path)
        return True

    def _why_not(self, path: str, entry: Entry, data: bytes | None) -> str:
        if data is not None and carries_markers(data) and (entry is not None or is_words(path)):
            return MARKERS
        return STAGED if self._history.staged(path, entry) else ""

    def _settle(self, path: str, mark: Mark | None, found: bytes) -> None:
        self._waiting.pop(path, None)
        self._seen[path] = (mark, found)

    def _use(self, path: str) -> None:
        self._in_use.pop(path, None)
        self._in_use[path] = None
        if len(self._in_use) > IN_USE:
            del self._in_use[next(iter(self._in_use))]

    def _next_in_turn(self) -> list[str]:
        if not self._round:
            self._round = list(self._seen)
        taken, self._round = self._round[:LOOKS_IN_TURN], self._round[LOOKS_IN_TURN:]
        return taken

    # Which files there are.

    def _fresh(self, root: bytes) -> list[str]:
        """Files the systems listen to, and files that came or went in a folder since it was last listed."""
        fresh, folders = [], [("", root)]
        while folders:
            folder, tree = folders.pop()
            names, below = self._list(folder, tree, fresh)
            if folder in LISTENED:
                fresh += [path for name in names if listened(path := _join(folder, name))]
            level = self._trees.level(tree) if tree else None
            for name in below:
                path, entry = _join(folder, name), level.get(name.encode()) if level else None
                if entry is not None or not (self._ignores.covers(path + "/.") or self._folder.state(path + "/.git")):
                    folders.append((path, entry[1] if entry else b""))
        return fresh

    def _list(self, folder: str, tree: bytes, fresh: list[str]) -> tuple[set[str], list[str]]:
        stamp = self._folder.mark_of_folder(folder)
        before = self._listings.get(folder)
        if before is not None and stamp is not None and before[0] == stamp:
            return before[1], before[2]
        names, below = self._folder.listing(folder)
        old = before[1] if before else {name for name in self._trees.level(tree).names()} if tree else set()
        both = set(names)
        fresh += [path for name in (both ^ old if before else both | old) if not ignored(path := _join(folder, name))]
        young = stamp is None or abs(time.time() - stamp[0] / 1e9) < YOUNG_S
        self._listings[folder] = (None if young else stamp, both, below)
        return both, below


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _name(data: bytes | None) -> bytes:
    """Git's name for the contents; b"" for a file that is not there."""
    return b"" if data is None else object_id(b"blob", data)
