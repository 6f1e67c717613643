"""The games, one folder each; `stellwerk.core.registry` finds them.

Games can lie outside this package too: the environment variable `STELLWERK_GAMES` names folders that hold
game packages, separated as in `PATH`. Every process that inherits the variable finds them.

The package can be called: `stellwerk.games()` lists the keys of all games.
"""

import os
import sys
from pathlib import Path
from types import ModuleType

from stellwerk.core import registry

_elsewhere = os.environ.get("STELLWERK_GAMES", "").split(os.pathsep)
__path__ += [str(Path(folder).resolve()) for folder in _elsewhere if folder]


class _Games(ModuleType):
    """This package, which lists its games when it is called."""

    def __call__(self) -> tuple[str, ...]:
        """The keys of all games, in alphabetical order."""
        return registry.games()


sys.modules[__name__].__class__ = _Games
