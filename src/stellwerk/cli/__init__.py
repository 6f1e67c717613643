"""The command line: one command, `stellwerk`.

`main` is the only place that turns errors into a sentence and an exit code. Each command is a module with
`configure` (its arguments) and `run`; adding one is a new module and its name in `arguments.COMMANDS`.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from stellwerk.cli.arguments import make_parser
from stellwerk.cli.files import problem_of
from stellwerk.cli.session import Session, printable
from stellwerk.core.errors import StellwerkError

if TYPE_CHECKING:
    from collections.abc import Sequence

REFUSED: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. The exit code is 0, 2 if the user did something wrong, or 130 after Ctrl-C."""
    _forgive_encodings()
    words = sys.argv[1:] if argv is None else list(argv)
    session = Session.for_arguments(words)
    try:
        arguments = make_parser(words).parse_args(words)
        code: int = arguments.run(session, arguments)
        sys.stdout.flush()
    except StellwerkError as error:
        return _refuse(session.texts.sentence(error))
    except BrokenPipeError:
        return _close_pipe()
    except OSError as error:
        return _refuse(problem_of(error, session.texts))
    except KeyboardInterrupt:
        if session.is_interactive:
            sys.stdout.write("\n")  # leave the line with the prompt
        return INTERRUPTED
    except SystemExit as end:  # --help and --version
        return end.code if isinstance(end.code, int) else 0
    return code


def _refuse(sentence: str) -> int:
    """Print one line on stderr. Text from files or arguments cannot move the cursor."""
    sys.stderr.write(f"{printable(sentence)}\n")
    return REFUSED


def _close_pipe() -> int:
    """Let the interpreter flush into nothing: the reader has gone (`| head`)."""
    with suppress(OSError, ValueError):  # stdout may be no real file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def _forgive_encodings() -> None:
    """Replace by question marks what a terminal cannot show and bytes that are not text."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
