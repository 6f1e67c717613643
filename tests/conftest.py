"""For all tests: the game `tiny`, and programs that hear Ctrl-C.

A shell lets what it starts with `&` ignore the interrupt, and whoever is started by that ignores it too:
hence the signal.
"""

from __future__ import annotations

import signal
import sys

from tests import tiny

signal.signal(signal.SIGINT, signal.default_int_handler)
tiny.add(sys.executable)
