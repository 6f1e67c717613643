"""For all tests: programs that are started hear Ctrl-C, even where the tests run in the background.

A shell lets what it starts with `&` ignore the interrupt, and whoever is started by that ignores it too.
"""

from __future__ import annotations

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
