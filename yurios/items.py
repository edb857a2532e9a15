"""Class and instance: what the project ships, and what its owner and resident have made of it. One rule for every kind.

A class item is read live from the project, so it is always the current version; it may be disabled, never silently
copied. An instance lies in the owner's space and is never overwritten, whatever an update brings; it wins by its name.
Forking is the one way from the first to the second, and it notes which version was forked, so that a newer one can be
shown beside the owner's.
"""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from yurios.home import Home, Resident
from yurios.tapes import write_whole
from yurios.words import did_you_mean

ROOT = Path(__file__).resolve().parent.parent
#: Kinds of which nothing is ever shipped: they are what she becomes.
HERS_ALONE = ("memory", "triggers", "tasks", "projects", "identity", "contacts")
#: Soul files that are no character to choose: the floor she stands on, and what she knows of her owner.
NOT_SHIPPED = ("CONSTITUTION", "USER")


class ItemError(ValueError):
    """The caller's fault: a kind or name that is not there, or a thing the rule does not allow."""


@dataclass(frozen=True)
class Kind:
    """Where a kind's items lie: a glob below each folder, and which part of a path is the name ("stem" or "folder")."""

    name: str
    shipped: Path
    owned: Path
    glob: str
    by: str = "stem"
    without: tuple[str, ...] = ()

    def found(self, folder: Path) -> dict[str, Path]:
        """{name: file} in a folder."""
        paths = sorted(folder.glob(self.glob)) if folder.is_dir() else []
        named = {path.stem if self.by == "stem" else path.parent.name: path for path in paths if path.is_file()}
        return {name: path for name, path in named.items() if name not in self.without}


@dataclass(frozen=True)
class Row:
    """One item. `origin` is class, instance or fork; `newer` is true when what is shipped changed since the fork."""

    kind: str
    name: str
    origin: str
    disabled: bool
    same: bool
    newer: bool
    path: str


class Items:
    """The items of one home and resident."""

    def __init__(self, home: Home, resident: Resident, root: Path = ROOT) -> None:
        assets, vault = root / "assets", resident.vault
        self._state_path = home.items / "state.json"
        self.kinds = {kind.name: kind for kind in (
            Kind("persona", root / "vault" / "soul", vault / "soul", "*.md", without=NOT_SHIPPED),
            Kind("skills", assets / "skills", vault / "skills", "*/SKILL.md", by="folder"),
            Kind("tools", assets / "tools", home.items / "tools", "*.toml"),
            Kind("integrations", assets / "integrations", home.items / "integrations", "*.toml"),
            Kind("connectors", assets / "connectors", home.items / "connectors", "*.toml"),
            Kind("providers", assets / "providers", home.providers, "*.toml"),
        )}

    def rows(self, kind: str = "") -> list[Row]:
        """Every item, or those of one kind, sorted."""
        kinds = [self._kind(kind)] if kind else [self.kinds[name] for name in sorted(self.kinds)]
        return [self._row(one, name) for one in kinds for name in sorted({**one.found(one.shipped), **one.found(one.owned)})]

    def live(self, kind: str) -> dict[str, Path]:
        """{name: file} of what is in force: instances before class items, disabled names left out."""
        one, off = self._kind(kind), self._state()["disabled"]
        both = {**one.found(one.shipped), **one.found(one.owned)}
        return {name: path for name, path in sorted(both.items()) if f"{kind}/{name}" not in off}

    def disable(self, item: str, off: bool = True) -> None:
        """Switch an item off, or on again."""
        kind, name = self._named(item)
        state = self._state()
        key = f"{kind.name}/{name}"
        state["disabled"] = sorted({*state["disabled"], key} if off else {*state["disabled"]} - {key})
        self._keep(state)

    def fork(self, item: str) -> Path:
        """Copy a class item into the owner's space and note its version. Raises ItemError when it is theirs already."""
        kind, name = self._named(item)
        shipped, target = kind.found(kind.shipped).get(name), self._owned_path(kind, name)
        if shipped is None:
            raise ItemError(f"{item} is yours already: nothing of that name is shipped")
        if target.exists():
            raise ItemError(f"{item} is yours already: {target}; run.py items diff {item} shows what is shipped beside it")
        target.parent.mkdir(parents=True, exist_ok=True)
        data = shipped.read_bytes()
        write_whole(target, data)
        self.note_fork(kind.name, name, data)
        return target

    def note_fork(self, kind: str, name: str, data: bytes) -> None:
        """Remember which shipped version an instance came from."""
        state = self._state()
        state["forks"][f"{kind}/{name}"] = _version(data)
        self._keep(state)

    def note_birth(self) -> None:
        """A new resident's soul files are forks of the starter's: remember of which version."""
        persona = self.kinds["persona"]
        for name, path in persona.found(persona.shipped).items():
            self.note_fork("persona", name, path.read_bytes())

    def diff(self, item: str) -> str:
        """What is shipped now against what is the owner's, as a unified diff; "" when there is one side or no difference."""
        kind, name = self._named(item)
        shipped, owned = kind.found(kind.shipped).get(name), kind.found(kind.owned).get(name)
        if shipped is None or owned is None:
            return ""
        old, new = (path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True) for path in (shipped, owned))
        return "".join(line if line.endswith("\n") else line + "\n" for line in difflib.unified_diff(old, new, f"shipped {item}", f"yours {item}"))

    def _row(self, kind: Kind, name: str) -> Row:
        shipped, owned, state = kind.found(kind.shipped).get(name), kind.found(kind.owned).get(name), self._state()
        key = f"{kind.name}/{name}"
        origin = "class" if owned is None else "instance" if shipped is None else "fork"
        same = bool(shipped and owned and shipped.read_bytes() == owned.read_bytes())
        forked = state["forks"].get(key)
        newer = bool(shipped and owned and not same and forked and forked != _version(shipped.read_bytes()))
        return Row(kind.name, name, origin, key in state["disabled"], same, newer, str(owned or shipped))

    def _named(self, item: str) -> tuple[Kind, str]:
        kind, _, name = item.partition("/")
        found = self._kind(kind)
        known = {**found.found(found.shipped), **found.found(found.owned)}
        if name not in known:
            raise ItemError(f'there is no {kind} called "{name}"; {did_you_mean(name, known) if known else "there are none yet"}')
        return found, name

    def _kind(self, name: str) -> Kind:
        if name in HERS_ALONE:
            raise ItemError(f"{name} is hers alone: nothing of it is shipped, so there is nothing to disable, fork or compare")
        if name not in self.kinds:
            raise ItemError(f'there is no kind "{name}"; {did_you_mean(name, self.kinds)} (an item is written KIND/NAME)')
        return self.kinds[name]

    def _owned_path(self, kind: Kind, name: str) -> Path:
        shipped = kind.found(kind.shipped).get(name)
        return kind.owned / (shipped.relative_to(kind.shipped) if shipped else name)

    def _state(self) -> dict:
        try:
            state = json.loads(self._state_path.read_bytes())
            return {"disabled": [str(key) for key in state["disabled"]], "forks": dict(state["forks"])}
        except FileNotFoundError:
            return {"disabled": [], "forks": {}}
        except (OSError, ValueError, KeyError, TypeError):
            raise ItemError(f"{self._state_path} cannot be read; put it right or move it away (it only says what is disabled and forked)") from None

    def _keep(self, state: dict) -> None:
        self._state_path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._state_path, json.dumps(state, indent=1, sort_keys=True).encode() + b"\n")


def _version(data: bytes) -> str:
    return blake2b(data.replace(b"\r\n", b"\n"), digest_size=8).hexdigest()
