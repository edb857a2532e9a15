"""What can go wrong with a vault, said so that a person can do something.

Refusals of a path live in `paths`, a held lease in `lease`; here is what they share, and how the machine's own errors
become sentences.
"""

from __future__ import annotations

import errno

FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


class VaultError(Exception):
    """Something about the vault failed. `code` is for programs, `hint` for the person; `passing` errors are worth a retry."""

    passing = True

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(f"{message} {hint}")
        self.code, self.message, self.hint = code, message, hint

    def answer(self) -> dict[str, str | bool]:
        """The `error` object of an answer signal."""
        return {"code": self.code, "message": self.message, "hint": self.hint, "passing": self.passing}


class VaultDamaged(VaultError):
    """Part of the history cannot be read. Writes are owed until the owner has restored it."""


def from_os_error(error: OSError) -> VaultError:
    """The machine's error as a sentence: whose fault, and what to do."""
    if error.errno in FULL:
        return VaultError("disk_full", "The disk that holds her vault is full.", "Free some space; what she owes is written then.")
    if error.errno in READ_ONLY:
        return VaultError("read_only", "Her vault cannot be written.", "Give your user write access to the folder, or close the program that holds the file.")
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return VaultError("vanished", "Her vault is not where it was.", "Put the folder back, or reconnect its drive.")
    return VaultError("disk", f"The disk that holds her vault refused a write ({error.strerror or type(error).__name__}).",
                      "Check the drive; what she owes is written when it answers again.")
