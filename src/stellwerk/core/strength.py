"""How strong the bots of a game were when they were last measured (docs/strength.md)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


@cache
def ratings_of(key: str) -> dict[str, int]:
    """The ratings of a game's bots; none if nobody has measured them."""
    file = files(f"stellwerk.games.{key}").joinpath("mind", "ratings.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[str, int]) if file.is_file() else {}
