"""`run.py serve`: she lives here without a terminal, and pages and programs of this machine talk with her over HTTP."""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import threading

from yurios.config import ConfigError, load
from yurios.home import HomeError, open_home
from yurios.places import ROOT

_REFUSED, _HELD = 2, 3
_LOOK_S = 0.5


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="the port (default: the dial server.port; 0 takes any free one)")
    parser.add_argument("--home", metavar="FOLDER", help="where everything of hers lies (else YURIOS_HOME)")
    parser.add_argument("--name", default="yuri", help="which resident (default: yuri)")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C or a TERM signal: 0. 2 when a setting, the tokens or the port are wrong, 3 when another process holds her."""
    try:
        home = open_home(args.home, os.environ)
        name, config = home.resident(args.name).name, load(home, os.environ)
    except (HomeError, ConfigError) as error:
        print(error, file=sys.stderr)
        return _REFUSED
    # The profile brings git and a model with it; a mistyped dial should not wait for them.
    companion = importlib.import_module("yurios.profiles.companion")
    tokens, server = importlib.import_module("yurios.serve.tokens"), importlib.import_module("yurios.serve.server")
    try:
        keys = tokens.make_tokens(home.tokens_path)
        host = companion.open_host(home, config, name=name, warm=True)
    except companion.LeaseHeld as error:
        print(error, file=sys.stderr)
        return _HELD
    except (tokens.TokensError, *companion.REFUSALS) as error:
        print(error, file=sys.stderr)
        return _REFUSED
    try:
        return _serve(host, server, keys, config["server.port"] if args.port is None else args.port)
    finally:
        host.close()


def _serve(host: object, server: object, keys: dict, port: int) -> int:
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    try:
        running = server.Server(host, keys, ROOT / "assets" / "page", port)
    except (server.ServerError, OverflowError) as error:
        print(error, file=sys.stderr)
        return _REFUSED
    host.serves_on(running.port)
    print(f"She is here: {running.url}\nHer page, for ten minutes and once: {running.link()}", flush=True)
    while not over.wait(_LOOK_S):  # in short spells, or Windows never sees Ctrl-C
        pass
    running.close()
    return 0
