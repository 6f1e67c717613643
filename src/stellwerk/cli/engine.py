"""`stellwerk engine`: speak the engine protocol, JSON lines on stdin and stdout (docs/protocol.md)."""

from __future__ import annotations

import sys
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING

import msgspec

from stellwerk.engine.engine import Engine
from stellwerk.engine.messages import MAX_LINE

if TYPE_CHECKING:
    import argparse
    from typing import BinaryIO

    from stellwerk.cli.session import Session


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--bot", metavar="NAME", help="who answers `go` unless a request says (master)")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Answer every line in order; `stop` is heard while something is being thought about."""
    engine = Engine(arguments.bot, session.language)
    lines: Queue[bytes] = Queue()
    Thread(target=_read, args=(sys.stdin.buffer, lines, engine), daemon=True).start()
    while not engine.is_over and (line := lines.get()):
        if line.strip():
            sys.stdout.buffer.write(msgspec.json.encode(engine.answer(line)) + b"\n")
            sys.stdout.buffer.flush()
    return 0


def _read(stdin: BinaryIO, lines: Queue[bytes], engine: Engine) -> None:
    """Pass lines on, and an empty one at the end."""
    while line := stdin.readline(MAX_LINE):
        lines.put(line)
        if b'"stop"' in line:
            engine.stop()
    lines.put(b"")
