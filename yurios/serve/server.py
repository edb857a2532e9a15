"""The socket and the thread of a server: open when it is constructed, gone when `close` returns."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import Mapping
from pathlib import Path

import uvicorn

from yurios.host import Host
from yurios.serve.app import Rooms
from yurios.serve.feed import Feed
from yurios.serve.guard import Guard
from yurios.serve.tokens import Links

LOOPBACK = "127.0.0.1"
CLOSE_S = 2
START_S = 10.0


class ServerError(Exception):
    """It cannot listen; the message says why and what to do."""


class _Uvicorn(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, feed: Feed) -> None:
        super().__init__(config)
        self.ready, self._feed = threading.Event(), feed

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._feed.start(asyncio.get_running_loop())
        await super().startup(sockets)
        self.ready.set()


class Server:
    """`port` 0 takes any free one. Only this machine reaches it. Raises ServerError."""

    def __init__(self, host: Host, tokens: Mapping[str, str], page: Path, port: int) -> None:
        self._socket = _listening(port)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://{LOOPBACK}:{self.port}"
        self._links, self._feed = Links(), Feed(host)
        rooms = Rooms(host, self._feed, tokens, self._links, lambda: self.url)
        app = Guard(rooms.app(page), [f"{name}:{self.port}" for name in (LOOPBACK, "localhost")])
        config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", ws="none", http="h11", loop="asyncio",
                                server_header=False, proxy_headers=False, timeout_graceful_shutdown=CLOSE_S)
        self._server = _Uvicorn(config, self._feed)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), name="server", daemon=True)
        self._thread.start()
        if not self._server.ready.wait(START_S):
            raise ServerError("The server did not start. run.py doctor tells what is missing.")

    def link(self) -> str:
        """A link that opens the page with the owner's token, once."""
        return f"{self.url}/#once={self._links.make()}"

    def close(self) -> None:
        """End every stream, answer what is under way, and let the port go."""
        self._feed.close()
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


def _listening(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((LOOPBACK, port))
        found.listen(256)
    except OSError as error:
        found.close()
        raise ServerError(f"Port {port} cannot be used ({error.strerror or error}). Choose another with --port; 0 takes any free one.") from None
    return found
