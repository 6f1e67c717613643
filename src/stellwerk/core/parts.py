"""The parts that a game may bring beside its law and its texts, and the rooms they lie in.

A part is a module at a fixed place in the game's folder. Nobody registers it: code that can use a part asks
for it here and does without if the game brings none.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from stellwerk.core.registry import PACKAGE

PARTS: Final = {
    "terminal": "show.terminal",  # `table(view, texts, players)` and `sheet(result, texts, players)`
    "drawing": "show.drawing",  # `svg(view, texts, players)`, perhaps `places(view)`
    "pictures": "show.pictures",  # `PICTURES`: drawings for clauses of the rule book
    "fast": "fast.core",  # the compiled core, which `mind` and `encode` build on
    "coding": "encode.coding",  # `CODING`: the game in numbers, see `core.coding`
    "review": "mind.review",  # `ASSESSOR`: how the game is reviewed, see `search.assessor`
    "training": "mind.train",  # `SCHOOL`: how its evaluation is learned, see `stellwerk.learn`
}
"""Every part by name: its module below the game's package, and what that module must offer."""


@cache
def part(key: str, name: str) -> Any:
    """The module of a game's part, or None if the game does not bring it."""
    path = f"{PACKAGE}.{key}.{PARTS[name]}"
    try:
        is_there = find_spec(path) is not None
    except ModuleNotFoundError:  # not even the room
        is_there = False
    return import_module(path) if is_there else None


def parts_of(key: str) -> tuple[str, ...]:
    """The names of the parts that a game brings."""
    return tuple(name for name in PARTS if part(key, name) is not None)
