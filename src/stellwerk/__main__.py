"""`python -m stellwerk` is the command `stellwerk`."""

import sys

from stellwerk.cli import main

if __name__ == "__main__":
    sys.exit(main())
