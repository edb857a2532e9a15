"""A change as a person reads it and as it is carried over to a file that was changed meanwhile. Lines, nothing finer."""

from __future__ import annotations

from difflib import unified_diff

from ecs.line_blocks import Overlaps, taken_back


class Stale(ValueError):
    """The file was changed meanwhile, in the very lines of the proposal."""


def diff(path: str, before: str, after: str) -> str:
    """The change as a unified diff; a file that is new is compared with nothing."""
    lines = unified_diff(_lines(before), _lines(after), f"a/{path}" if before else "/dev/null", f"b/{path}" if after else "/dev/null", n=2)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def carried_over(before: str, after: str, now: str) -> str:
    """`now` with the change from `before` to `after` in it. Raises Stale when those lines of `now` are others."""
    if now == before:
        return after
    try:
        return taken_back(after.encode(), before.encode(), now.encode()).decode()
    except Overlaps:
        raise Stale("the same lines of the file were changed meanwhile") from None


def added(before: str, after: str) -> list[str]:
    """The lines that the change adds, without their ends."""
    told = [*unified_diff(_lines(before), _lines(after), n=0)][2:]  # behind the two lines of its head
    return [line[1:].rstrip("\n") for line in told if line.startswith("+")]


def _lines(text: str) -> list[str]:
    """Only \\n ends a line, as in git."""
    return [line + "\n" for line in text.split("\n")[:-1]] + ([last] if (last := text.rsplit("\n", 1)[-1]) else [])
