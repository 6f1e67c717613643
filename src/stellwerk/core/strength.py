"""What was measured of a game: the ratings of its bots (docs/strength.md) and what each seat is worth
(docs/ratings.md)."""

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


def seats_file(key: str) -> Traversable:
    """Where it is kept what the seats of a game are worth."""
    return files(f"stellwerk.games.{key}").joinpath("mind", "seats.json")


def seat_worths(key: str, seats: int) -> tuple[int, ...]:
    """What each place in the order of play is worth, in points of a rating; nothing if it was never
    measured."""
    return tuple(_all_seat_worths(key).get(str(seats), (0,) * seats))


@cache
def _all_seat_worths(key: str) -> dict[str, tuple[int, ...]]:
    file = seats_file(key)
    return msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[int, ...]]) if file.is_file() else {}
