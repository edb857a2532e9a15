"""LoCoMo: the share of a question's evidence that is found among the first K, beside plain BM25 in the same run.

The conversations are other people's and not part of the project: name their folder, `run.py bench locomo DIR`.
"""

from __future__ import annotations

from pathlib import Path

from yurios.benches.row import NoWork, Row, Tell, absent
from yurios.memory import locomo


def rows(tell: Tell, folder: Path | None = None) -> list[Row]:
    """Rows `recall@K METHOD CATEGORY|all`."""
    if folder is None:
        return [absent("recall@10 hybrid all", "share", "name the folder of the conversations: run.py bench locomo DIR", locomo.GOAL)]
    if not any(folder.glob("*.json")):
        raise NoWork(f"{folder} holds no conversation (*.json)")
    tell(f"the conversations in {folder}")
    return [Row(**row) for row in locomo.rows(folder)]
