"""Before any door: is this server meant, does the request come from where it may, and is it of a bearable size.

A page of a stranger can make a browser send requests here; it can't forge `Host` (so a rebound name is refused) and can't
hide its `Origin`. Every answer leaves with headers that forbid others to frame, sniff or keep it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yurios.serve.refusal import Refusal

MOST_BYTES = 1_000_000
BODY_S = 15.0
CSP = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
       "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
HEADERS = {
    "content-security-policy": CSP, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin", "cache-control": "no-store",
}


class Guard:
    """`hosts` are the values of `Host` that mean this server, in lower case: name:port."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app, self._hosts = app, frozenset(hosts)
        self._origins = {f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise RuntimeError(f"no {scope['type']} here")
        send = _dressed(send)
        try:
            self._check(Headers(scope=scope))
            receive = _bounded(receive)
        except Refusal as refusal:
            await refusal.response()(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _check(self, headers: Headers) -> None:
        if [host.lower() for host in headers.getlist("host")] not in [[host] for host in self._hosts]:
            raise Refusal(421, "wrong_host", "This address is not one she answers to.", "Use the address that run.py serve prints.")
        foreign = [origin for origin in headers.getlist("origin") if origin.lower() not in self._origins]
        if foreign or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Refusal(403, "foreign_origin", "Pages of other places may not talk to her.", "Open her own page: run.py serve prints a link.")
        if (headers.get("content-length") or "0").isdecimal() and int(headers.get("content-length", "0")[:20]) > MOST_BYTES:
            raise too_large()


def too_large() -> Refusal:
    return Refusal(413, "too_large", f"A request holds at most {MOST_BYTES:,} bytes.", "Send less at once; a document goes on her shelf as a file.")


def _bounded(receive: Receive) -> Receive:
    """The same body; too much of it, or too slowly, is refused."""
    taken, ended = 0, False

    async def read() -> Message:
        nonlocal taken, ended
        if ended:  # what comes now is only the end of the connection, however late
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), BODY_S)
        except TimeoutError:
            raise Refusal(408, "too_slow", f"The body did not come within {BODY_S:.0f} seconds.", "Send it in one go.") from None
        taken, ended = taken + len(message.get("body", b"")), not message.get("more_body", False)
        if taken > MOST_BYTES:
            raise too_large()
        return message

    return read


def _dressed(send: Send) -> Send:
    async def out(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return out
