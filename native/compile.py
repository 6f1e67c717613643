"""Compiles the fast cores of all games with mypyc, and what is written in C, unless they are unchanged.

python native/compile.py             compile what is missing; exit code 4 where there is no C compiler
python native/compile.py --behind    … and leave the processors to whoever plays meanwhile
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
NO_COMPILER, NO_MYPYC = 4, 5
BEHIND = 19
"""The priority of `--behind`, as Unix counts it."""


def load_native() -> ModuleType:
    """`stellwerk.native`, without importing stellwerk."""
    spec = importlib.util.spec_from_file_location("native", ROOT / "src" / "stellwerk" / "native.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


native = load_native()


def games() -> list[str]:
    """The games with a fast core."""
    return sorted(path.name for path in native.GAMES.iterdir() if path.is_dir() and native.sources(path.name))


def units() -> list[str]:
    """Everything that can be compiled by itself: what is written in C, and the games with a fast core."""
    return [*native.WRITTEN, *games()]


def missing() -> list[str]:
    """What has no compiled copy of the present sources; what is compiled soonest comes first."""
    found = [game for game in units() if not native.folder_of(game).is_dir()]
    return sorted(found, key=lambda game: sum(path.stat().st_size for path in native.sources(game)))


def has_compiler() -> bool:
    """True if a C compiler is found: the one Python was built with, or one of the usual names."""
    usual = str(sysconfig.get_config_var("CC") or "").split()[:1]
    names = [os.environ.get("CC", ""), *usual, "cc", "gcc", "clang"]
    return sys.platform == "win32" or any(name and shutil.which(name) for name in names)


def extensions(game: str) -> str:
    """The `ext_modules` of a setup script, as Python: the modules of a game share one library."""
    paths = [str(path) for path in native.sources(game)]
    if game in native.WRITTEN:
        return f"[Extension({game!r}, {paths!r})]"
    return (
        f"mypycify(['--follow-imports=silent', *{paths!r}], opt_level='3', debug_level='0',"
        f" group_name={native.group_of(game)!r})"
    )


def compile_game(game: str) -> None:
    """Compile a game or what is written in C, and move it into place atomically."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "out"
        script = Path(scratch) / "setup.py"
        script.write_text(
            "from mypyc.build import mypycify\nfrom setuptools import Extension, setup\n"
            f"setup(name='native', packages=[], ext_modules={extensions(game)},"
            f" script_args=['-q', 'build_ext', '--build-lib', {str(out)!r}, '--build-temp', {scratch!r}])\n"
        )
        environment = {**os.environ, "MYPYPATH": str(ROOT / "src"), "CFLAGS": native.FLAGS}
        subprocess.run([sys.executable, str(script)], check=True, cwd=scratch, env=environment)
        target = native.folder_of(game)
        for old in native.FOLDER.glob(f"{game}-*"):
            shutil.rmtree(old)
        target.parent.mkdir(exist_ok=True)
        packed = Path(scratch) / "packed"
        packed.mkdir()
        for library in out.rglob(f"*{native.SUFFIX}"):
            shutil.copy2(library, packed)
        shutil.move(packed, target)


def name_of(game: str) -> str:
    """What people are told is compiled."""
    return f"{game}.c" if game in native.WRITTEN else f"the fast core of {game}"


def try_to_compile(game: str) -> bool:
    """Compile a game, reporting progress; False if that failed."""
    print(f"Stellwerk: compiling {name_of(game)}, once …", file=sys.stderr, flush=True)
    try:
        compile_game(game)
    except subprocess.CalledProcessError:
        print(f"Stellwerk: {name_of(game)} could not be compiled; it runs interpreted.", file=sys.stderr)
        return False
    return True


def main(arguments: list[str]) -> int:
    """Compile what is missing, on all processors."""
    todo = missing()
    if todo and not has_compiler():
        return NO_COMPILER
    if todo and not importlib.util.find_spec("mypyc"):
        return NO_MYPYC
    if "--behind" in arguments and hasattr(os, "nice"):  # not on Windows
        os.nice(BEHIND)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return 0 if all(list(pool.map(try_to_compile, todo))) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # leaves nothing behind, like Ctrl-C
    sys.exit(main(sys.argv[1:]))
