"""The owner's signature under her constitution: the one text of it that she may be told to keep to.

She never writes that file. What the owner saves there counts from the moment they sign it (`run.py vault sign`), by git's name
for its bytes, so that neither an accident nor anything of hers can pass for their word. Until then she keeps to the last one.
"""

from __future__ import annotations

from yurios.vault.folder import Folder
from yurios.vault.foreign import carries_markers, decode, is_text
from yurios.vault.history import History
from yurios.vault.trees import object_id
from yurios.vault.trouble import VaultError

PATH = "soul/CONSTITUTION.md"


class NotToBeSigned(VaultError):
    """What lies there is no constitution that anybody can keep to."""

    passing = False

    def __init__(self, why: str) -> None:
        super().__init__("not_signed", f"{PATH} {why}.", f"Write it, or put the last one back: git checkout {PATH} in her folder.")


def as_it_stands(folder: Folder) -> bytes:
    """The file's bytes, when it can be signed. Raises `NotToBeSigned`, or `PathRefused` for a link."""
    data = folder.read(PATH)
    if data is None:
        raise NotToBeSigned("is not there")
    if not is_text(data) or not decode(data).strip():
        raise NotToBeSigned("is empty or no text")
    if carries_markers(data):
        raise NotToBeSigned("carries conflict markers")
    return data


def sign(history: History, data: bytes) -> str:
    """Note the owner's word for these bytes; git's name for them."""
    ident = object_id(b"blob", data).decode()
    history.sign(ident)
    return ident


class Signature:
    """Looks whether the owner has signed what lies there now."""

    def __init__(self, folder: Folder, history: History) -> None:
        self._folder, self._history = folder, history
        self._told = ""

    def news(self) -> tuple[str, str] | None:
        """(text, git's name) of a constitution that is signed as it lies there and was not told since the start; else None."""
        signed = self._history.signed()
        if not signed or signed == self._told:
            return None
        data = self._folder.read(PATH)
        if data is None or object_id(b"blob", data).decode() != signed:
            return None
        self._told = signed
        return decode(data), signed
