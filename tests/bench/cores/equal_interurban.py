"""InterUrban's fast core against its law over many random games: legal moves, successors, results."""

from __future__ import annotations

from tests.games.interurban.fast_games import compare_game

EVERY = 20
"""The whole state is compared once in this number of actions, and at the end; legal moves always."""


def game(number: int) -> int:
    """Compare one random game; gives its actions. Raises `AssertionError` where they differ."""
    return compare_game(1000 + number, every=EVERY)
