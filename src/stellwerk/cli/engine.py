"""`stellwerk engine`: speak the engine protocol, JSON lines on stdin and stdout (docs/protocol.md)."""

from __future__ import annotations

import sys
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING

import msgspec

from stellwerk.cli.session import CommandError
from stellwerk.core import registry
from stellwerk.engine.engine import Engine
from stellwerk.engine.messages import MAX_LINE

if TYPE_CHECKING:
    import argparse
    from typing import BinaryIO

    from stellwerk.cli.session import Session


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument(
        "--bot", metavar="NAME", help="who answers `go` unless a request names a bot (default: the strongest)"
    )


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Answer every line in order. Another thread reads on, so that `stop` is heard while a bot thinks."""
    _check(arguments.bot)
    engine = Engine(arguments.bot, session.language)
    lines: Queue[bytes] = Queue()
    Thread(target=_read, args=(sys.stdin.buffer, lines, engine), daemon=True).start()
    while not engine.is_over and (line := lines.get()):
        sys.stdout.buffer.write(msgspec.json.encode(engine.answer(line)) + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _check(bot: str | None) -> None:
    """Refuse a bot that no game has. Which game will be asked about is not known yet."""
    if bot is None:
        return
    known = tuple(dict.fromkeys(name for key in registry.games() for name in registry.load(key).bots))
    if bot not in known:
        raise CommandError("unknown_player", {"kind": bot[:80], "known": known})


def _read(stdin: BinaryIO, lines: Queue[bytes], engine: Engine) -> None:
    """Pass lines on, and an empty one at the end. Nothing is read after `quit`, because Python cannot exit
    cleanly while another thread waits for input."""
    goes_on = True
    while goes_on and (line := stdin.readline(MAX_LINE)):
        if line.strip():
            goes_on = engine.hear(line)
            lines.put(line)
    engine.hear(b"")
    lines.put(b"")
