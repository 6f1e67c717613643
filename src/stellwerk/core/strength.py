"""The ratings of a game's bots, as last measured (docs/strength.md)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


@cache
def ratings_of(key: str) -> dict[str, int]:
    """The ratings of a game's bots by name; empty if they were never measured."""
    file = files(f"stellwerk.games.{key}").joinpath("mind", "ratings.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[str, int]) if file.is_file() else {}
