"""The web application: doors, the stream of events, the page, and one shape for everything that is refused."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Send

from yurios.host import Host
from yurios.serve.doors import DOORS, Asked, Door, answered, body_of
from yurios.serve.feed import FellBehind, Feed
from yurios.serve.refusal import Refusal, bad
from yurios.serve.tokens import Links, role_of

log = logging.getLogger(__name__)
PING_S, SLOW_S, MOST_STREAMS = 15.0, 30.0, 100
#: What a viewer may see of the events: her body and room, never the talk.
SEEN = {"owner": (), "viewer": ("hello", "avatar", "world")}


class Streaming(StreamingResponse):
    """A stream whose client may be slow, but not for ever."""

    async def stream_response(self, send: Send) -> None:
        async def patient(message: dict) -> None:
            await asyncio.wait_for(send(message), SLOW_S)

        try:
            await super().stream_response(patient)
        except TimeoutError:
            log.info("a client took nothing for %d seconds and was cut off", SLOW_S)


class Rooms:
    """The requests of one server. `tokens` is {role: token}."""

    def __init__(self, host: Host, feed: Feed, tokens: Mapping[str, str], links: Links, address: Callable[[], str]) -> None:
        self._host, self._feed, self._tokens, self._links, self._address, self._streams = host, feed, tokens, links, address, 0

    def app(self, page: Path) -> Starlette:
        """The application; `page` is the folder of the page's files."""
        doors = [Route(door.path.removeprefix("/api"), self._at(door), methods=[door.method]) for door in DOORS]
        doors += [Route("/events", self._events), Route("/link", self._link, methods=["POST"])]
        return Starlette(routes=[Mount("/api", routes=doors), Mount("/", StaticFiles(directory=page, html=True))], exception_handlers={Refusal: _refused, HTTPException: _missing, Exception: _failed})

    def _role(self, request: Request, roles: tuple[str, ...]) -> str:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        role = role_of(token.strip(), self._tokens) if kind.lower() == "bearer" else ""
        if roles and not role:
            raise Refusal(401, "no_token", "This needs a token.", "Send Authorization: Bearer and a token of tokens.json in her home.", {"www-authenticate": "Bearer"})
        if roles and role not in roles:
            raise Refusal(403, "wrong_role", f"A token of the role {role} does not open this.", f"It opens to: {', '.join(roles)}.")
        return role

    def _at(self, door: Door) -> Callable:
        async def at(request: Request) -> Response:
            role = self._role(request, door.roles)
            body = body_of(await request.body(), request.headers.get("content-type", ""), door.may) if door.method == "POST" else {}
            asked = Asked(role, body, request.query_params, request.path_params)
            return JSONResponse(await run_in_threadpool(answered, door, self._host, asked), door.status)

        return at

    async def _link(self, request: Request) -> Response:
        """A code for the owner's token; or, with that token, a new link."""
        body = body_of(await request.body(), request.headers.get("content-type", ""), ("code",))
        if "code" not in body:
            self._role(request, ("owner",))
            return JSONResponse({"url": f"{self._address()}/#once={self._links.make()}"})
        if not isinstance(body["code"], str):
            raise bad("code is the text of a link.")
        if not self._links.spend(body["code"]):
            raise Refusal(403, "spent_link", "This link was used, or is too old.", "run.py serve prints a new one.")
        return JSONResponse({"token": self._tokens["owner"]})

    async def _events(self, request: Request) -> Response:
        only = SEEN[self._role(request, tuple(SEEN))]
        if self._streams >= MOST_STREAMS:
            raise Refusal(503, "too_many", f"{MOST_STREAMS} listeners are here already.", "Close one.", {"retry-after": "5"})
        last = request.headers.get("last-event-id") or request.query_params.get("seq", "")
        return Streaming(self._told(last, only), media_type="text/event-stream", headers={"x-accel-buffering": "no"})

    async def _told(self, last: str, only: tuple[str, ...]) -> AsyncIterator[bytes]:
        self._streams += 1
        try:
            data, place = self._feed.begin(last, only)
            while True:
                yield data or b": still here\n\n"
                if self._feed.closed:
                    return
                data, place = await self._feed.after(place, PING_S, only)
        except FellBehind:
            log.info("a client fell behind and was cut off")
        finally:
            self._streams -= 1


async def _refused(request: Request, refusal: Refusal) -> Response:
    return refusal.response()


async def _missing(request: Request, error: HTTPException) -> Response:
    words = {404: ("no_such_door", "There is nothing here."), 405: ("wrong_method", "This door takes another method.")}
    code, message = words.get(error.status_code, ("bad_request", str(error.detail)))
    return Refusal(error.status_code, code, message, "docs/server.md lists the doors.", dict(error.headers or {})).response()


async def _failed(request: Request, fault: Exception) -> Response:
    return Refusal(500, "fault", "Something went wrong on this side.", "What it was stands in the log of her process.").response()
