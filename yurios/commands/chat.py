"""`run.py chat`: talk with her here, in a full terminal, a plain one, or through a pipe."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys

from yurios.channels import dumb, piped
from yurios.config import ConfigError, load
from yurios.home import Home, HomeError, open_home
from yurios.host import Host, Unreachable

#: Where the owner's token may be sent.
_HERE = re.compile(r"http://(127\.0\.0\.1|localhost):\d{1,5}/?")
_FAILED, _REFUSED, _HELD, _INTERRUPTED = 1, 2, 3, 130


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", nargs="?", metavar="URL", help="a running host of this machine to attach to")
    parser.add_argument("--once", action="store_true", help="say all of stdin as one message, print her reply, leave")
    parser.add_argument("--home", metavar="FOLDER", help="where everything of hers lies (else YURIOS_HOME)")
    parser.add_argument("--name", default="yuri", help="which resident (default: yuri)")
    parser.add_argument("--plain", action="store_true", help="print lines only, as in a dumb terminal")
    parser.add_argument("--no-color", action="store_true", help="no colours (as NO_COLOR)")


def run(args: argparse.Namespace) -> int:
    """0; 1 when she gave no answer; 2 when a setting or the home is wrong; 3 when another process holds her."""
    try:
        home = open_home(args.home, os.environ)
        name = home.resident(args.name).name
        config = load(home, os.environ)
    except (HomeError, ConfigError) as error:
        print(error, file=sys.stderr)
        return _REFUSED
    for notice in config.notices:
        print(notice, file=sys.stderr)
    if args.url:
        return _attach(args.url, args, home, name)
    # The profile brings git and a model with it; a mistyped dial should not wait for them.
    companion = importlib.import_module("yurios.profiles.companion")
    try:
        host = companion.open_host(home, config, name=name, warm=not args.once)
    except companion.LeaseHeld as error:
        if error.holder is not None and error.holder.port:
            return _attach(f"http://127.0.0.1:{error.holder.port}", args, home, name)
        print(error, file=sys.stderr)
        return _HELD
    except companion.REFUSALS as error:
        print(error, file=sys.stderr)
        return _REFUSED
    return _attended(host, args, home, name)


def _attach(url: str, args: argparse.Namespace, home: Home, name: str) -> int:
    """The talk with a host that runs in another process of this machine, by the owner's token of this home."""
    # The client takes a tenth of a second to import, and only an attached terminal needs it.
    attached, tokens = importlib.import_module("yurios.serve.attached"), importlib.import_module("yurios.serve.tokens")
    if not _HERE.fullmatch(url):
        print("Only a host of this machine can be attached to, such as http://127.0.0.1:8768.", file=sys.stderr)
        return _REFUSED
    try:
        token = tokens.read_tokens(home.tokens_path).get("owner", "")
    except tokens.TokensError as error:
        print(error, file=sys.stderr)
        return _REFUSED
    host = attached.Attached(url, token)
    try:
        host.history(1)
    except Unreachable as error:
        print(error, file=sys.stderr)
        host.close()
        return _REFUSED
    return _attended(host, args, home, name)


def _attended(host: Host, args: argparse.Namespace, home: Home, name: str) -> int:
    """The talk with its last honours: the host is closed whatever happens, a closed pipe and Ctrl-C are no faults."""
    try:
        return _talk(host, args, home, name)
    except KeyboardInterrupt:
        host.cancel()
        return _INTERRUPTED
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # or Python complains once more when it flushes at exit
        return _FAILED
    finally:
        host.close()


def _talk(host: Host, args: argparse.Namespace, home: Home, name: str) -> int:
    place = str(home.resident(name).vault)
    if args.once or not sys.stdin.isatty():
        messages = piped.whole if args.once else piped.lines
        sys.stdout.reconfigure(errors="replace")
        return piped.Piped(host, name, sys.stdout, sys.stderr).talk(messages(sys.stdin.buffer))
    if args.plain or os.environ.get("TERM", "") in ("dumb", "unknown") or not sys.stdout.isatty():
        return dumb.Dumb(host, name, place, sys.stdout).run()
    return _full(host, args, home, name, place)


def _full(host: Host, args: argparse.Namespace, home: Home, name: str, place: str) -> int:
    # Here, because prompt_toolkit takes a tenth of a second to import and a pipe does not need it.
    terminal = importlib.import_module("yurios.channels.terminal")
    typed = importlib.import_module("yurios.channels.typed")
    color = not (args.no_color or os.environ.get("NO_COLOR"))
    return terminal.Terminal(host, name, place, typed.Typed(home.typed_path), color=color).run()
