"""Which lines of the residents' files mean nothing: asked by the doctor in a process of its own, since it may lack what this needs."""

from __future__ import annotations

import json
import os
from pathlib import Path

from ecs.stores.misread import FILES, misread

MEND = "correct them in your editor; she reads them again within seconds"


def faults(home: Path) -> list[str]:
    """A sentence for each line and key of every resident's files that is not understood."""
    found = []
    for vault in sorted((home / "residents").glob("*/vault")):
        for place in (vault / path for path in FILES):
            text = place.read_bytes().decode("utf-8-sig", "replace") if place.is_file() else ""
            found += [f"{vault.parent.name}: {said}" for said in misread(place.relative_to(vault).as_posix(), text)]
    return found


def tell(name: str) -> None:
    """The doctor's line of JSON: state, detail, what to do."""
    found = faults(Path(os.environ["YURIOS_HOME"]))
    print(json.dumps(["degraded", " ".join(found), MEND] if found else ["ok", "every line is understood", ""]))
