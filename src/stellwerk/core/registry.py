"""Which games there are: every package on the path of `stellwerk.games` that holds a `GAME`.

A new game is a new folder, there or in a folder that `STELLWERK_GAMES` names; no list is edited.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from stellwerk.core.errors import SetupError

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame

PACKAGE = "stellwerk.games"


@cache
def games() -> tuple[str, ...]:
    """The keys of all games, in alphabetical order."""
    folders = import_module(PACKAGE).__path__
    return tuple(sorted(module.name for module in iter_modules(folders) if module.ispkg))


@cache
def load(key: str) -> AnyGame:
    """A game by its key; raises `SetupError` for an unknown one."""
    if key not in games():
        raise SetupError("unknown_game", {"game": key, "known": ", ".join(games())})
    game: AnyGame = import_module(f"{PACKAGE}.{key}").GAME
    return game
