"""Compiled copies of the fast cores, used only if they were made from exactly the present sources.

`native/compile.py` compiles the modules in the room `fast/` of each game into a folder whose name is a
fingerprint of those sources and this Python. Importing `stellwerk` puts a finder before Python's own: it
finds the compiled modules in the right folder and nothing else. An edited source has no such folder, so it
runs interpreted until it is compiled again, and a stale binary can never hide an edit. Neither does a binary
that cannot be loaded, such as one made for another `librt`: the game runs interpreted, with a warning.
`STELLWERK_INTERPRETED=1` in the environment runs everything interpreted.

A few steps that are taken for every move, some of them by a game's law, are also written in C (`WRITTEN`),
beside Python that does the same. They are compiled into folders of the same kind, and `written` loads them.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
import warnings
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

PACKAGE = "stellwerk.games."
MODULE = re.compile(r"stellwerk\.games\.(\w+)\.fast\.\w+")
GAMES = Path(__file__).parent / "games"
WRITTEN: Final = {
    "kept": Path(__file__).parent / "core" / "kept.c",
    "filling": Path(__file__).parent / "core" / "filling.c",
    "differing": Path(__file__).parent / "server" / "live" / "differing.c",
    **{path.stem: path for path in sorted(GAMES.glob("*/law/*.c"))},
}
"""What is written in C, by the name of its module."""
FOLDER = Path(__file__).parent / "compiled"
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
FLAGS = "-O3 -w -DNDEBUG -fwrapv -ffp-contract=off -fno-semantic-interposition"
"""Flags that give the same numbers on every machine and let functions be inlined.

They replace those of Python itself, so they repeat two: no assertions, and integers that overflow wrap.
"""
GROUP = "stellwerk_native_"
"""Prefix of the library that the compiled modules of one game share."""


def sources(game: str) -> list[Path]:
    """The modules to compile of a game, none if it has no fast core; or the one that is written in C."""
    if game in WRITTEN:
        return [WRITTEN[game]]
    return sorted(path for path in (GAMES / game / "fast").glob("*.py") if path.stem != "__init__")


@cache
def fingerprint(game: str) -> str:
    """The fingerprint of everything that a compiled copy depends on."""
    parts = [SUFFIX.encode(), FLAGS.encode()]
    parts += [path.name.encode() + b"\0" + path.read_bytes() for path in _compiled_in(game)]
    return sha256(b"\0".join(parts)).hexdigest()[:20]


def _compiled_in(game: str) -> list[Path]:
    """The sources, the headers they include, and the modules of the game whose constants are compiled in."""
    found = sources(game)
    used = set(found)
    for path in found:
        text = path.read_text()
        used.update(path.with_name(name) for name in re.findall(r'^#include "(.*)"', text, re.MULTILINE))
        imports = re.findall(rf"^from {PACKAGE}{game}\.([\w.]+) import (.*)", text, re.MULTILINE)
        for module, names in imports:
            place = (GAMES / game).joinpath(*module.split("."))
            if place.is_dir():  # `from …fast import layout as at`
                used.update(place / f"{name.split()[0]}.py" for name in names.split(","))
            else:
                used.add(place.with_suffix(".py"))
    return sorted(used)


def folder_of(game: str) -> Path:
    """The folder of the modules compiled from the present sources; it may not exist."""
    return FOLDER / f"{game}-{fingerprint(game)}"


def group_of(game: str) -> str:
    """The module that the compiled modules of a game share."""
    return f"{GROUP}{game}_{fingerprint(game)}"


def is_compiled(game: str) -> bool:
    """True if there is a compiled copy of the fast core that may be used; `loads` tries it."""
    return not is_interpreted() and folder_of(game).is_dir()


def compiled() -> frozenset[str]:
    """The games with compiled copies that a new process would try to use."""
    return frozenset(path.name for path in GAMES.iterdir() if is_compiled(path.name))


def is_interpreted() -> bool:
    """True if the environment says that everything runs interpreted."""
    return os.environ.get("STELLWERK_INTERPRETED", "") not in ("", "0")


def loads(game: str) -> bool:
    """True if the whole fast core of a game runs compiled in this process. Loads it."""
    return fault(game) is None


def fault(game: str) -> str | None:
    """Why the fast core of a game does not run compiled; None if it does. Loads all of its modules."""
    if problem := _fault_of_library(game):
        return problem
    for path in sources(game):
        try:
            module = import_module(f"{PACKAGE}{game}.fast.{path.stem}")
        except ImportError as error:
            return str(error) or repr(error)
        if not str(module.__file__).endswith(SUFFIX):
            return f"{path.stem}{SUFFIX} is missing"
    return None


@cache
def _fault_of_library(game: str) -> str | None:
    """Why the library that a game's compiled modules share cannot be loaded; None if it can."""
    try:
        import_module(f"{group_of(game)}__mypyc")
    except (ImportError, ValueError) as error:  # a conflict of versions is a ValueError
        return str(error) or repr(error)
    return None


@cache
def _has_library(game: str) -> bool:
    """True if that library can be loaded; otherwise a warning says why not, once."""
    if problem := _fault_of_library(game):
        warnings.warn(f"The fast core of {game} runs interpreted: {problem}", RuntimeWarning, stacklevel=2)
    return not problem


def written(name: str) -> Any:
    """A module that is written in C; None where it is not compiled, and Python has to do."""
    try:
        if not is_compiled(name):
            return None
        file = folder_of(name) / f"{name}{SUFFIX}"
    except OSError:  # the source itself is not there, as in an archive
        return None
    full = f"{__package__}.{FOLDER.name}.{name}"  # of its own: another module may be called so
    loader = ExtensionFileLoader(full, str(file))
    spec = spec_from_file_location(full, file, loader=loader)
    assert spec is not None
    try:
        module = module_from_spec(spec)
        loader.exec_module(module)
    except ImportError as error:
        warnings.warn(f"{name} runs interpreted: {error}", RuntimeWarning, stacklevel=2)
        return None
    return module


class _Finder:
    """Finds the compiled modules."""

    @staticmethod
    def find_spec(
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG004 (the importer's signature)
        target: ModuleType | None = None,  # noqa: ARG004 (the importer's signature)
    ) -> ModuleSpec | None:
        """The spec of a compiled module; None lets Python look elsewhere."""
        if name.startswith(GROUP):
            game = name.removeprefix(GROUP).removesuffix("__mypyc").rpartition("_")[0]
        elif match := MODULE.fullmatch(name):
            game = match[1]
        else:
            return None
        if not is_compiled(game) or not (name.startswith(GROUP) or _has_library(game)):
            return None
        file = folder_of(game) / f"{name.rpartition('.')[2]}{SUFFIX}"
        loader = ExtensionFileLoader(name, str(file))
        return spec_from_file_location(name, file, loader=loader) if file.exists() else None


def install() -> None:
    """Install the finder; calling it again does nothing."""
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
