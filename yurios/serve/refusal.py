"""What the server says no with: a status, and a body that a program and a person can read."""

from __future__ import annotations

from starlette.responses import JSONResponse


class Refusal(Exception):
    """One refused request. `code` is stable, `message` says what is wrong, `hint` what to do."""

    def __init__(self, status: int, code: str, message: str, hint: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.hint, self.headers = status, code, message, hint, headers or {}

    def response(self) -> JSONResponse:
        error = {"code": self.code, "message": self.message, "hint": self.hint}
        return JSONResponse({"error": error}, self.status, self.headers)


def bad(message: str, hint: str = "docs/server.md shows what this door takes.") -> Refusal:
    """The request does not have the shape it should."""
    return Refusal(400, "bad_request", message, hint)
