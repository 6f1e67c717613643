"""A match (IU-6.8): as many games as players, each of them starts one, all points are added up.

It belongs to the table and works on the results of games; the games themselves know nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.games.interurban.law.scoring import rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.game import Result


class Standing(msgspec.Struct, frozen=True):
    """How a match stands after some of its games."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    """Empty until the last game has ended."""
    next_start_seat: int | None
    """Who starts the next game; None when there is none."""


def start_seats(seats: int, first: int) -> tuple[int, ...]:
    """Who starts which game of a match: clockwise from the seat that was drawn."""
    return tuple((first + number) % seats for number in range(seats))


def standing(seats: int, first: int, results: Sequence[Result]) -> Standing:
    """The points of all games so far, and who goes on."""
    if len(results) > seats:
        raise ValueError(f"a match of {seats} has {seats} games, not {len(results)}")
    totals = tuple(sum(result.scores[seat] for result in results) for seat in range(seats))
    ranks = rank(totals)
    over = len(results) == seats
    return Standing(
        totals=totals,
        ranks=ranks,
        winners=tuple(seat for seat, place in enumerate(ranks) if place == 1) if over else (),
        next_start_seat=None if over else start_seats(seats, first)[len(results)],
    )
