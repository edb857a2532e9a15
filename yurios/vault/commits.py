"""Commits as values: the same parent, tree, author, message and simulation time give the same id on every machine."""

from __future__ import annotations

from dataclasses import dataclass

from dulwich.objects import Commit

NOBODY = "yurios.invalid"  # a reserved ending: no mail can ever be sent there


@dataclass(frozen=True, slots=True)
class Written:
    """One commit, read back."""

    id: str
    parents: tuple[str, ...]
    tree: str
    author: str
    at_s: int
    offset_s: int
    message: str


def commit_bytes(tree: bytes, parent: str | None, message: str, author: str, at_us: int, offset_s: int) -> bytes:
    """The commit as git stores it. Seconds and whole minutes of offset: git keeps no more."""
    commit = Commit()
    commit.tree = tree
    commit.parents = [parent.encode()] if parent else []
    commit.author = commit.committer = identity(author)
    commit.author_time = commit.commit_time = at_us // 1_000_000
    commit.author_timezone = commit.commit_timezone = int(offset_s / 60) * 60
    commit.encoding = None
    commit.message = text(message)
    return commit.as_raw_string()


def identity(author: str) -> bytes:
    """`Name <mail>`; a bare name gets an address that cannot exist."""
    name, _, mail = author.replace("\n", " ").replace("\0", "").partition("<")
    name = name.replace(">", "").strip() or "unknown"
    mail = mail.partition(">")[0].strip() or f"{'-'.join(name.lower().split())}@{NOBODY}"
    return f"{name} <{mail}>".encode("utf-8", "replace")


def text(message: str) -> bytes:
    """A commit's message as git stores it."""
    return message.replace("\0", "").rstrip("\n").encode("utf-8", "replace") + b"\n"


def parse(ident: str, raw: bytes) -> Written:
    """Reads a commit, also one that another program made."""
    commit = Commit.from_string(raw)
    return Written(
        id=ident,
        parents=tuple(parent.decode() for parent in commit.parents),
        tree=commit.tree.decode(),
        author=commit.author.decode("utf-8", "replace"),
        at_s=commit.commit_time,
        offset_s=commit.commit_timezone,
        message=commit.message.decode("utf-8", "replace"),
    )


def log_line(author: str, at_us: int, offset_s: int, message: str) -> bytes:
    """What the reflog says of a commit of ours; the word before the colon tells it from the owner's own moves."""
    minutes = int(offset_s / 60)
    zone = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"
    return identity(author) + f" {at_us // 1_000_000} {zone}\tyurios: {text(message).decode().splitlines()[0]}".encode("utf-8", "replace")
