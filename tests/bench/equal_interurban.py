"""InterUrban's fast core against its law over many random games: legal moves, successors, results."""

from __future__ import annotations

from tests.games.interurban.fast_games import compare_game


def run(actions: int) -> int:
    """Compare at least so many actions; gives how many it were. Raises `AssertionError` where they differ."""
    done = seed = 0
    while done < actions:
        done += compare_game(1000 + seed, every=5)
        seed += 1
    return done
