"""Where each game lies, with its rule book, tests and golden games: in this repository or elsewhere."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

from stellwerk.core.registry import PACKAGE

ROOT = Path(__file__).parents[1]


def home_of(key: str) -> Path:
    """The folder that holds `src/stellwerk/games/KEY`, `tests/games/KEY` and the rest of a game."""
    return Path(inspect.getfile(import_module(f"{PACKAGE}.{key}"))).resolve().parents[4]
