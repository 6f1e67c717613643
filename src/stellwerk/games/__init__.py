"""The games, one folder each; `stellwerk.core.registry` finds them.

Games can lie outside this package too: the environment variable `STELLWERK_GAMES` names folders that hold
game packages, separated as in `PATH`. Every process that inherits the variable finds them.
"""

import os

__path__ += [
    os.path.abspath(folder) for folder in os.environ.get("STELLWERK_GAMES", "").split(os.pathsep) if folder
]
