"""The fast core of every game against its law: `python3 run.py bench equal [ACTIONS]` (a million each).

Both are played side by side and everything is compared; the first difference is an error. Run it once more
with `STELLWERK_INTERPRETED=1` for the uncompiled cores.
"""

from __future__ import annotations

import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.native import is_compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

ACTIONS = 1_000_000


def run(arguments: Sequence[str]) -> None:
    """Compare all games."""
    actions = int(arguments[0]) if arguments else ACTIONS
    for path in sorted(Path(__file__).parent.glob("equal_*.py")):
        key = path.stem.removeprefix("equal_")
        begun = time.perf_counter()
        compared = import_module(f"tests.bench.{path.stem}").run(actions)
        how = "compiled" if is_compiled(key) else "interpreted"
        print(f"{key} ({how}): all equal, {compared}, {time.perf_counter() - begun:.0f} s", flush=True)
