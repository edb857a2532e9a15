"""What went wrong with one answer, as a value that can cross a process and reach a person."""

from __future__ import annotations


class Failure(Exception):
    """An answer that could not be given: a stable `code`, what happened, and what a person can do about it."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint

    def as_payload(self) -> dict[str, str]:
        return {"code": self.code, "message": self.message, "hint": self.hint}


def head_too_large(window: int, needed: int) -> Failure:
    """She would have to leave herself out to answer; she rather says so."""
    return Failure(
        "head_too_large",
        f"Who she is takes {needed} tokens with your newest words, and this model's window leaves room for {window}.",
        "Choose a model with a larger window (run.py model use NAME), raise `context` in its provider record if the model "
        "allows it, or shorten soul/PERSONA.md.")
