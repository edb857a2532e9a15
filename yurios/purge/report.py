"""What a purge says: before, what would go; after, what went, what remains, and where it may still live."""

from __future__ import annotations

from yurios.purge.course import Done
from yurios.purge.survey import Found

#: Where nobody here can look.
ELSEWHERE = (
    "backups and copies of your own, and whatever syncs or snapshots this disk",
    "what scrolled by in this terminal, and your shell's history if the words were typed behind the command",
    "a model server of another company, if one spoke for her: it was sent the words at the time",
    "the disk itself: deleted is not overwritten, and whoever reads bare sectors may find pieces until they are used again",
)


class Plan:
    """What would go."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self.anything = found.anything

    def told(self, most: int) -> list[str]:
        """Sentences and rows for the owner; `most` exchanges by name, the rest as a number."""
        found, words = self._found, self._found.gone.words.text
        if not found.anything:
            return [f"Nothing that can go holds “{words}” as words of their own.", *self._spared()]
        lines = [f"Purging “{words}” would take, for good:", f"  {_many(len(found.lines), 'exchange')}"]
        lines += [f"    {line.day} {line.at} {line.turn}  {' '.join(line.text.split())[:60]}".rstrip() for line in found.lines[:most]]
        lines += [f"    and {len(found.lines) - most} more"] if len(found.lines) > most else []
        lines += [f"  lines of {path}: {count}, in {_many(versions, 'version')}" for path, (count, versions) in sorted(found.files.items())]
        lines += [f"  the whole file {path}, since its name holds the words" for path in sorted(found.whole)]
        lines += [f"  the words in {_many(found.messages, 'commit message')}"] if found.messages else []
        lines += [f"  {_many(found.new_ids, 'commit')} of {found.commits} get new ids; all reflogs go",
                  f"  their texts on {_many(found.pieces, 'piece')} of tape and in {_many(found.mentions, 'further signal')}; a redacted piece cannot be replayed",
                  "  her memory's index, which is made again from what is left"]
        lines += ["A file is left as it is with --keep PATH. No backup is made unless you ask with --backup FILE: a silent one would keep what you want gone."]
        return lines + self._spared()

    def _spared(self) -> list[str]:
        return [f"  {path} holds the words and stays{'' if path in self._found.gone.keep else ': only your own hand changes her constitution'}" for path in sorted(self._found.spared)]

    def record(self) -> dict:
        """The same for a program, without a word of what was said."""
        return record(self._found) | {"purged": False}


class Outcome:
    """What was done."""

    def __init__(self, done: Done) -> None:
        self._done = done

    def told(self) -> list[str]:
        """Sentences for the owner."""
        done, found = self._done, self._done.found
        lines = [f"Purged: {_many(len(found.lines), 'exchange')}, {_many(done.commits, 'commit')} rewritten, {_many(len(done.redacted), 'piece')} of tape redacted, "
                 f"{_many(done.typed, 'typed line')} gone. Her day says that something went, and not what."]
        lines += [f"Remains in {path}" for path in done.remains] or ["No file of her home holds the words any more."]
        lines += [f"The remote behind {remote} still has the old history; push with --force, or delete it there." for remote in done.remotes]
        return [*lines, "Where it may still live, and only you can look:", *(f"  {place}" for place in ELSEWHERE)]

    def record(self) -> dict:
        """The same for a program."""
        done = self._done
        return record(done.found) | {"purged": True, "commits_rewritten": done.commits, "pieces_redacted": done.redacted, "typed": done.typed,
                                     "remotes": done.remotes, "remains": done.remains}


def record(found: Found) -> dict:
    """What was found, without the words."""
    return {
        "turns": [{"day": line.day, "turn": line.turn, "at": line.at} for line in found.lines],
        "files": {path: {"lines": lines, "versions": versions} for path, (lines, versions) in sorted(found.files.items())},
        "whole_files": sorted(found.whole), "spared": sorted(found.spared), "commit_messages": found.messages, "commits": found.new_ids,
        "signals": found.mentions,
    }


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"
