"""`stellwerk` with one game more: `race`, which is no part of the product."""

import sys
from importlib import import_module
from pathlib import Path

from stellwerk.cli import main
from stellwerk.core.registry import PACKAGE

if __name__ == "__main__":
    import_module(PACKAGE).__path__.append(str(Path(__file__).parent))
    sys.exit(main())
