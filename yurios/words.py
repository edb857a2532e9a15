"""Words of people: the nearest valid one to a slip, and spans of time as they are written in files."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

_UNITS_US = {"ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000, "w": 604_800_000_000}
_SPAN = re.compile(r"\+?((?:\d+(?:\.\d{1,6})?(?:ms|[smhdw]))+)\Z")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A short sentence with the nearest valid word, or with all of them."""
    known = sorted(known)
    close = difflib.get_close_matches(word, known, 1, 0.5)
    return f'did you mean "{close[0]}"?' if close else f"valid here: {', '.join(known)}"


def span_us(text: str) -> int:
    """"+5m", "2h", "1d12h", "250ms" in microseconds. Raises ValueError, a sentence."""
    found = _SPAN.match(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise ValueError(f'{text!r} is not a span of time; write one like "+5m", "2h", "1d12h" or "250ms"')
    parts = re.findall(r"(\d+)(?:\.(\d+))?(ms|[smhdw])", found.group(1))
    return sum(int(whole) * _UNITS_US[unit] + _fraction(part, unit) for whole, part, unit in parts)


def _fraction(digits: str, unit: str) -> int:
    return int(digits) * _UNITS_US[unit] // 10 ** len(digits) if digits else 0
