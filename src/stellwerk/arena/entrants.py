"""Who can enter the arena, by a text: a bot of the game (`master`), your own class (`mymodule:MyBot`),
any program that speaks the engine protocol (`cmd:./mybot --fast`), or a bot that is shown everything
(`peek:master`), to measure what hidden knowledge would be worth."""

from __future__ import annotations

import shlex
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any, Final

from stellwerk.core.errors import StellwerkError
from stellwerk.engine.program import Program, ProgramError, check_command

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame

PEEK: Final = "peek:"
PROGRAM: Final = "cmd:"
SECONDS: Final = 10.0
"""How long a program may take for a decision by default."""


class EntrantError(StellwerkError):
    """Raised for a text that names no possible entrant."""


def make_bot(game: AnyGame, entrant: str, seconds: float = SECONDS) -> Any:
    """The bot that a text names; raises `EntrantError`."""
    try:
        entrant.encode()
    except UnicodeEncodeError as error:  # bytes of a command line that are no text: no file could name it
        raise EntrantError("bot_fails", {"bot": entrant[:80], "problem": str(error)}) from error
    name = entrant.removeprefix(PEEK)
    module, _, member = name.partition(":")
    if name in game.bots:
        bot = game.bots[name]()
    elif name.startswith(PROGRAM):
        bot = _program(name, game, seconds)
    elif module and member and not name.startswith(PEEK):
        bot = _load(module, member)
    else:
        raise EntrantError("unknown_bot", {"bot": name[:80], "known": tuple(game.bots)})
    if entrant != name and not hasattr(bot, "analyse"):
        raise EntrantError("cannot_peek", {"bot": name[:80]})
    return bot


def files_of(game: AnyGame, entrant: str) -> list[Path]:
    """The files that an entrant from elsewhere is made of: its module, or those that its command names.

    What these load in turn is not known here.
    """
    name = entrant.removeprefix(PEEK)
    if name in game.bots:
        return []
    if name.startswith(PROGRAM):
        words = shlex.split(name.removeprefix(PROGRAM))
        named = [which(words[0]) or "", *(part for word in words for part in (word, word.partition("=")[2]))]
        return [Path(word) for word in dict.fromkeys(named) if word and Path(word).is_file()]
    found = find_spec(name.partition(":")[0])
    return [Path(found.origin)] if found and found.has_location and found.origin else []


def _program(name: str, game: AnyGame, seconds: float) -> Program:
    command = name.removeprefix(PROGRAM)
    try:
        check_command(command)
    except ProgramError as error:
        raise EntrantError("bot_fails", {"bot": name[:80], "problem": error.params["problem"]}) from error
    return Program(command, game, seconds)


def _load(module: str, name: str) -> Any:
    """An instance of a class in the user's own module, which may lie in the current folder."""
    entrant = f"{module}:{name}"
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        bot = getattr(import_module(module), name)()
    except Exception as error:  # somebody else's code may raise anything
        raise EntrantError("bot_fails", {"bot": entrant[:80], "problem": repr(error)[:300]}) from error
    if not hasattr(bot, "choose"):
        raise EntrantError("no_bot", {"bot": entrant[:80]})
    return bot
