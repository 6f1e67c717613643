"""`python3 run.py bench [NAME [ARGUMENTS]]`: every module of this folder that has a `run` is a benchmark.

What has an underscore in its name is a part of another one.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def names() -> list[str]:
    """All benchmarks."""
    modules = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if "_" not in path.stem)
    return [name for name in modules if hasattr(import_module(f"tests.bench.{name}"), "run")]


def main(arguments: list[str]) -> int:
    """One benchmark with its arguments, or all of them."""
    if arguments and arguments[0] not in names():
        print(f"There is no benchmark {arguments[0]}; there are {', '.join(names())}.", file=sys.stderr)
        return 2
    for name in arguments[:1] or names():
        import_module(f"tests.bench.{name}").run(arguments[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
