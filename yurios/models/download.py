"""Fetching a model file by URL: with progress, resumable, checked, and in place only when whole.

The bytes gather in `NAME.part`, beside a note of which version they belong to. An interruption of any kind leaves both, and the
next try goes on where it stopped if the server still has that version.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx

from yurios.models.failure import Failure
from yurios.models.model_file import is_gguf, sha256_of

Progress = Callable[[int, int], None]
TIMEOUT = httpx.Timeout(30.0, connect=10.0)
RESUME_HINT = "Run the same command again: it goes on where it stopped."


def is_url(where: str) -> bool:
    """True for what can be downloaded; all else is a path."""
    return where.startswith(("http://", "https://"))


def file_name(url: str) -> str:
    """A plain file name for what the URL leads to, ending in `.gguf`."""
    last = unquote(urlsplit(url).path).rsplit("/", 1)[-1]
    clean = re.sub(r"[^A-Za-z0-9._-]+", "-", last).strip(".-") or "model"
    return clean if clean.lower().endswith(".gguf") else clean + ".gguf"


def download(url: str, target: Path, sha256: str = "", progress: Progress = lambda done, total: None) -> str:
    """Fetch `url` to `target` and return its sha256; raises Failure. `progress(done, total)` counts bytes, total 0 if unknown."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part, note = target.with_name(target.name + ".part"), target.with_name(target.name + ".part.version")
    try:
        with httpx.Client(follow_redirects=True, timeout=TIMEOUT) as client:
            receive(client, url, part, note, progress)
    except (httpx.HTTPError, httpx.InvalidURL) as fault:
        raise Failure("unreachable", f"The download stopped ({type(fault).__name__}).", RESUME_HINT) from None
    except OSError as fault:
        raise Failure("disk", f"The file could not be written ({fault.strerror}).", f"Make room, then: {RESUME_HINT}") from None
    found = check(part, note, sha256)
    os.replace(part, target)
    note.unlink(missing_ok=True)
    return found


def receive(client: httpx.Client, url: str, part: Path, note: Path, progress: Progress) -> None:
    have = part.stat().st_size if part.exists() else 0
    version = note.read_text("utf-8") if note.exists() else ""
    asked = {"Range": f"bytes={have}-", "If-Range": version} if have and version else {}
    with client.stream("GET", url, headers={"Accept-Encoding": "identity", **asked}) as response:
        if response.status_code == 416 and asked:  # nothing after what we have: the file is whole, or another one by now
            total = response.headers.get("content-range", "").rpartition("/")[2]
            if total == str(have):
                return
            part.unlink()
            raise Failure("changed", "The file on the server is another one now.", RESUME_HINT)
        if response.status_code not in (200, 206):
            raise Failure("refused", f"The server answered HTTP {response.status_code}.", "Check the address.")
        start = have if response.status_code == 206 else 0
        note.write_text(version_of(response), "utf-8")
        write(response, part, start, progress)


def version_of(response: httpx.Response) -> str:
    """What `If-Range` accepts: a strong ETag, else the date, else nothing (then a next try starts afresh)."""
    etag = response.headers.get("etag", "")
    return etag if etag and not etag.startswith("W/") else response.headers.get("last-modified", "")


def write(response: httpx.Response, part: Path, start: int, progress: Progress) -> None:
    length = int(response.headers.get("content-length", 0) or 0)
    total, done = start + length if length else 0, start
    with part.open("ab" if start else "wb") as file:
        for block in response.iter_raw():  # as it comes: what is buffered when the line breaks would be fetched twice
            file.write(block)
            done += len(block)
            progress(done, total)
    if total and done != total:
        raise Failure("cut", f"The download ended after {done:,} of {total:,} bytes.", RESUME_HINT)


def check(part: Path, note: Path, sha256: str) -> str:
    """The file's sha256; a file that is not what was asked for is removed, so that the next try starts afresh."""
    found = sha256_of(part)
    wrong = ("it is not a GGUF model file" if not is_gguf(part) else
             f"its sha256 is {found}" if sha256 and found != sha256.lower() else "")
    if wrong:
        part.unlink()
        note.unlink(missing_ok=True)
        raise Failure("wrong_file", f"The downloaded file was thrown away: {wrong}.", "Check the address and the sha256.")
    return found
