"""Her own lines in a file that is otherwise the owner's: a marked block, replaced as a whole, and nothing outside it ever touched.

    <!-- hers: what stands between these marks she writes anew; all else in this file is yours -->
    - You live in Lyon. {#p-3 …}
    <!-- end of hers -->
"""

from __future__ import annotations

import re

OPEN = "<!-- hers: what stands between these marks she writes anew; all else in this file is yours -->"
CLOSE = "<!-- end of hers -->"
#: The last opening mark that has a closing one behind it; a mark left alone by an editor is a line like any other.
_BLOCK = re.compile(rf"^{re.escape(OPEN)}[ \t]*(\r?)\n((?:(?!{re.escape(OPEN)}).*\n)*?){re.escape(CLOSE)}[ \t]*\r?$", re.MULTILINE)


def inside(text: str) -> str | None:
    """What stands between the marks, line ends as `\\n`; None where there is no block."""
    found = _last(text)
    return None if found is None else found[2].replace("\r", "")


def outside(text: str) -> tuple[str, str]:
    """What stands before the opening mark and after the closing one; (text, "") where there is no block."""
    found = _last(text)
    return (text, "") if found is None else (text[: found.start()], text[found.end() :])


def splice(text: str, lines: str) -> str:
    """The file with these lines in the block, in the file's own line ends; a file without one gets it at its end.

    Raises ValueError for lines that hold a mark: they would end the block early.
    """
    if OPEN in lines or CLOSE in lines:
        raise ValueError("a line of hers may not hold the marks of the block it stands in")
    lines = lines if not lines or lines.endswith("\n") else lines + "\n"
    found = _last(text)
    if found is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return f"{text}{gap}{OPEN}\n{lines}{CLOSE}\n"
    return text[: found.start(2)] + (lines.replace("\n", "\r\n") if found[1] else lines) + text[found.end(2) :]


def struck(text: str, lines: str) -> str:
    """The text without the first line that reads like each of these; one that is not there is passed over."""
    kept = text.splitlines(keepends=True)
    for line in lines.splitlines():
        place = next((number for number, one in enumerate(kept) if one.rstrip("\r\n") == line), None)
        if place is not None:
            kept.pop(place)
    return "".join(kept)


def one_line(text: str) -> str:
    """Words that can stand in a line of hers: no line end, no mark of a comment, no braces, which hold where it comes from."""
    return " ".join(text.replace("<!--", "(").replace("-->", ")").replace("{", "(").replace("}", ")").split())


def _last(text: str) -> re.Match | None:
    return next(reversed(list(_BLOCK.finditer(text))), None) if CLOSE in text else None
