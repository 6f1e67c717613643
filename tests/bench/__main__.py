"""`python3 run.py bench [NAME [ARGUMENTS]]`: every module here or in a room that has a `run` is a benchmark.

What has an underscore in its name is a part of another one.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

FOLDER = Path(__file__).parent


@cache
def benchmarks() -> dict[str, ModuleType]:
    """All benchmarks by name."""
    paths = sorted((*FOLDER.glob("*.py"), *FOLDER.glob("*/*.py")), key=lambda path: path.stem)
    found = {}
    for path in paths:
        if "_" not in path.stem:
            place = path.relative_to(FOLDER).with_suffix("").parts
            module = import_module(".".join(("tests.bench", *place)))
            if hasattr(module, "run"):
                found[path.stem] = module
    return found


def names() -> list[str]:
    """The names of all benchmarks."""
    return list(benchmarks())


def main(arguments: list[str]) -> int:
    """One benchmark with its arguments, or all of them."""
    if arguments and arguments[0] not in names():
        print(f"There is no benchmark {arguments[0]}; there are {', '.join(names())}.", file=sys.stderr)
        return 2
    for name in arguments[:1] or names():
        benchmarks()[name].run(arguments[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
