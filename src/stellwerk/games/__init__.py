"""The games, one folder each; `stellwerk.core.registry` finds them.

Games can lie outside this package too: the environment variable `STELLWERK_GAMES` names folders that hold
game packages, separated as in `PATH`. Every process that inherits the variable finds them.
"""

import os
from pathlib import Path

_elsewhere = os.environ.get("STELLWERK_GAMES", "").split(os.pathsep)
__path__ += [str(Path(folder).resolve()) for folder in _elsewhere if folder]
