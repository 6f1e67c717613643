"""The ratings of a game's bots, as last measured (docs/strength.md)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def ratings_file(key: str) -> Traversable:
    """Where a game's ratings are kept."""
    return files(f"stellwerk.games.{key}").joinpath("mind", "ratings.json")


@cache
def ratings_of(key: str) -> dict[str, int]:
    """The ratings of a game's bots by name; empty if they were never measured."""
    file = ratings_file(key)
    return msgspec.json.decode(file.read_bytes(), type=dict[str, int]) if file.is_file() else {}
